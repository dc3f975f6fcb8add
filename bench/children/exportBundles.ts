import { randomBytes } from 'node:crypto';
import type { BundleFile, ExportBundle } from '#main/deployment/export/exportDestination.ts';

/** Sizes of a PKCS#8 RSA key, of a leaf and of two issuers, as PEM. */
const sizes = { 'privkey.pem': 1700, 'cert.pem': 1900, 'chain.pem': 3400, 'fullchain.pem': 5300 };

/** Bundles of realistic size. Their content is random Base64, which compresses like PEM. */
export function makeBundles(count: number): readonly ExportBundle[] {
  return Array.from({ length: count }, (_, index): ExportBundle => {
    const files = Object.entries(sizes).map(
      ([name, size]): BundleFile => ({
        name,
        content: Buffer.from(randomBytes((size * 3) / 4).toString('base64')),
        secret: name === 'privkey.pem',
        mode: name === 'privkey.pem' ? 0o600 : 0o644,
      }),
    );
    return { orderId: `order-${index}`, folder: `host-${index}.example`, files };
  });
}

/** Answers the review: replaces all. Throws at the end unless every bundle was written. */
export function countingWrites(count: number) {
  let written = 0;
  return {
    options: {
      conflicts: 'replace' as const,
      signal: new AbortController().signal,
      onOutcome: (_orderId: string, { kind }: { readonly kind: string }) => {
        if (kind === 'written') written += 1;
      },
    },
    verify(): void {
      if (written !== count) throw new Error(`Only ${written} bundles were written`);
    },
  };
}
