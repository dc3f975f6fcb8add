import type { ProofFile } from './prover.ts';

/** Key and certificate options of `tls.createServer`. */
export type Serving =
  | { readonly key: Uint8Array; readonly cert: Uint8Array }
  | { readonly pfx: Uint8Array; readonly passphrase: string };

/**
 * Combines files as servers use them, so that each file with a key or a leaf is used at least once: combined files alone, a
 * leaf without its chain with the chain's file.
 * @returns empty if there is no key or no leaf
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
