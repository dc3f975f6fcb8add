import { X509Certificate } from 'node:crypto';
import { pemKind, readPemBlocks } from './pem.ts';

/**
 * The certificates of a PEM text in their order, without those of kinds that this runtime cannot read.
 * @param parsed those of earlier texts by their base64, of which none is parsed again
 */
export function* certificatesIn(
  pem: string,
  parsed: Map<string, X509Certificate> = new Map(),
): Generator<X509Certificate> {
  const blocks = readPemBlocks(pem);
  for (const block of blocks.ok ? blocks.value : []) {
    if (pemKind(block) !== 'certificate') continue;
    try {
      const certificate =
        parsed.get(block.base64) ?? new X509Certificate(Buffer.from(block.base64, 'base64'));
      parsed.set(block.base64, certificate);
      yield certificate;
    } catch {
      // Stores of systems contain such certificates. They cannot be anchors or issuers here.
    }
  }
}
