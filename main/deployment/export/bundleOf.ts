import { noWishes, type WrittenBundle } from './exportDestination.ts';
import type { ExportItem } from './exportItem.ts';
import type { ExportJob } from './exportJob.ts';

/** Files of an item in its folder, as they are registered; none of a ZIP file. */
export function bundleOf(
  { container, presetId, root, warnings, layout }: ExportJob,
  { order, fetched, view: { folder, chain } }: ExportItem,
  placed: Pick<WrittenBundle, 'files' | 'previous'>,
): readonly WrittenBundle[] {
  if (container === 'zip' || fetched === null || placed.files.length === 0) return [];
  const agreed = warnings.map(({ kind }) => kind);
  const place = { orderId: order.id, presetId, target: root, folder, agreed };
  const {
    leaf: { fingerprint256, notBefore, notAfter },
    chainEnd,
  } = fetched;
  const certificate = {
    leaf: { fingerprint256, notBefore, notAfter },
    chainEnd,
    chainComplete: chain.complete,
  };
  return [{ ...place, ...placed, ...certificate, layout: layout.files, wishes: noWishes }];
}
