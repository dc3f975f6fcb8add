import type { BundlePem } from '#main/x509/certificates/bundle.ts';
import type { ExportProof } from '#shared/domain/export.ts';
import type { PresetFile } from '#shared/domain/preset.ts';

/** A file that was written, as it was read from the disk again. */
export interface ProofFile extends Pick<PresetFile, 'format' | 'parts'> {
  readonly content: Uint8Array;
}

/** What the files of an order were made from, without the key: PEM. */
export type ProofMeasure = Pick<BundlePem, 'leaf' | 'chain' | 'root'>;

/** The files of one order, and what they are measured by. */
export interface ProofRequest {
  readonly files: readonly ProofFile[];
  /** Of the PKCS#12 files; empty where there are none. */
  readonly passphrase: string;
  readonly measure: ProofMeasure;
  /** PEM of the one certificate that the client trusts; `null`: none is known. */
  readonly trusted: string | null;
}

/** Proves files; never throws for expected errors. Aborting ends it at once, as `notTried`. */
export type Prover = (request: ProofRequest, signal: AbortSignal) => Promise<ExportProof>;
