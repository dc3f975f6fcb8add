import type { BundlePem } from '#main/x509/certificates/bundle.ts';
import type { ExportPart } from '#shared/domain/export.ts';

/** The four PEM files of an order, assembled from a bundle. */
export function classicParts({ key, leaf, chain }: BundlePem): Readonly<Record<ExportPart, string | null>> {
  return {
    key,
    certificate: leaf + chain.join(''),
    certificateServer: leaf,
    certificateChain: chain.length === 0 ? null : chain.join(''),
  };
}
