import type { BundlePem } from '#main/x509/certificates/bundle.ts';
import type { ExportProof } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { PresetFile } from '#shared/domain/preset.ts';

/** A written file, read back from the disk. */
export interface ProofFile extends Pick<PresetFile, 'format' | 'parts'> {
  readonly content: Uint8Array;
}

/** What the files of an order were made from, without the key: PEM. */
type ProofMaterial = Pick<BundlePem, 'leaf' | 'chain' | 'root'>;

/** The files of one order, and what they should contain. */
export interface ProofRequest {
  readonly files: readonly ProofFile[];
  /** Of the PKCS#12 files; empty if there are none. */
  readonly passphrase: string;
  readonly material: ProofMaterial;
  /** PEM of the only certificate that the client trusts; `null`: none is known. */
  readonly trusted: string | null;
}

/** Proves files; never throws for expected errors. Aborting ends it at once, as `notTried`. */
export type Prover = (request: ProofRequest, signal: AbortSignal) => Promise<ExportProof>;

export interface ProofPorts {
  readonly prover: Prover;
  /** PEM of the certificate that a client of the order's server trusts; `null`: none is known. */
  readonly trustedRoot: (material: ProofMaterial, order: OrderRow) => string | null;
}
