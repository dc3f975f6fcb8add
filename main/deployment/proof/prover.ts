import type { BundlePem } from '#main/x509/certificates/bundle.ts';
import type { JudgeOptions } from '#main/x509/certificates/judgeMaterial.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { PresetFile } from '#shared/domain/preset.ts';

/** A written file, read back from the disk. */
export interface ProofFile extends Pick<PresetFile, 'format' | 'parts'> {
  readonly content: Uint8Array;
}

/** What the files of an order were made from, without the key: PEM. */
export type ProofMaterial = Pick<BundlePem, 'leaf' | 'chain' | 'root'>;

/** The files of one order, and what they should contain. */
export interface ProofRequest {
  readonly files: readonly ProofFile[];
  /** Of the PKCS#12 files; empty if there are none. */
  readonly passphrase: string;
  readonly material: ProofMaterial;
  /** What the chains are judged by: the roots of the order. */
  readonly judgedBy: JudgeOptions;
}

/** Proves files; never throws for expected errors. Aborting ends it at once, as `notTried`. */
export type Prover = (request: ProofRequest, signal: AbortSignal) => Promise<ExportProof>;

export interface ProofPorts {
  readonly prover: Prover;
  readonly judgedBy: (order: OrderRow) => JudgeOptions;
}

/** Key and certificate options of `tls.createServer`. */
export type Serving =
  | { readonly key: Uint8Array; readonly cert: Uint8Array }
  | { readonly pfx: Uint8Array; readonly passphrase: string };

/**
 * Combines files as servers use them, so that each file with a key or a leaf is used at least once: combined files alone, a
 * leaf without its chain with the chain's file. Empty if there is no key or no leaf.
 */
export function servingsOf(files: readonly ProofFile[], passphrase: string): readonly Serving[] {
  const sealed = files.filter(({ format, parts }) => format !== 'pem' && parts.includes('key'));
  const plain = files.filter(({ format }) => format === 'pem');
  const keys = plain.filter(({ parts }) => parts.includes('key'));
  const leaves = plain.filter(({ parts }) => parts.includes('leaf'));
  const [firstLeaf] = leaves;
  const pairs = leaves.flatMap((leaf) => {
    const key = leaf.parts.includes('key') ? leaf : keys[0];
    return key === undefined ? [] : [{ key, leaf }];
  });
  const used = new Set(pairs.map(({ key }) => key));
  for (const key of keys) if (firstLeaf !== undefined && !used.has(key)) pairs.push({ key, leaf: firstLeaf });
  return [
    ...sealed.map(({ content }) => ({ pfx: content, passphrase })),
    ...pairs.map(({ key, leaf }) => ({ key: key.content, cert: withChain(leaf, plain) })),
  ];
}

/** Adds the chain to a leaf without one: from a chain file, or from another file with a chain. */
function withChain(leaf: ProofFile, files: readonly ProofFile[]): Uint8Array {
  if (leaf.parts.includes('chain')) return leaf.content;
  const chains = files.filter(({ parts }) => parts.includes('chain'));
  const chain = chains.find(({ parts }) => !parts.includes('leaf')) ?? chains[0];
  return chain === undefined ? leaf.content : Buffer.concat([leaf.content, Buffer.from('\n'), chain.content]);
}
