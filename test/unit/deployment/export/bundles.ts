import type { BundleFile, ExportBundle } from '#main/deployment/export/exportDestination.ts';

export const fileNames = ['privkey.pem', 'fullchain.pem', 'cert.pem', 'chain.pem'] as const;

/** The content of a file to write: long enough for several blocks. */
export function contentOf(set: string, name: string): Buffer {
  return Buffer.from(`${set} ${name}\n`.repeat(400));
}

export function bundleOf(orderId: string, set = 'new', names: readonly string[] = fileNames): ExportBundle {
  const files = names.map(
    (name): BundleFile => ({
      name,
      content: contentOf(set, name),
      secret: name === 'privkey.pem',
      mode: name === 'privkey.pem' ? 0o600 : 0o644,
    }),
  );
  return { orderId, folder: orderId, files };
}
