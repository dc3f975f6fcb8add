import { X509Certificate } from 'node:crypto';
import { pemKind, readPemBlocks } from './pem.ts';

/** The certificates of a PEM text in their order, without those of kinds that this runtime cannot read. */
export function* certificatesIn(pem: string): Generator<X509Certificate> {
  const blocks = readPemBlocks(pem);
  for (const block of blocks.ok ? blocks.value : []) {
    if (pemKind(block) !== 'certificate') continue;
    try {
      yield new X509Certificate(Buffer.from(block.base64, 'base64'));
    } catch {
      // Stores of systems contain such certificates. They cannot be anchors or issuers here.
    }
  }
}
