import type { ExportProof } from '#shared/domain/export.ts';
import type { ExportItem } from './exportItem.ts';
import type { ExportJob } from './exportJob.ts';
import { isDelivered } from './exportSource.ts';
import { type PlacedFile, placedFiles } from './placedFiles.ts';
import type { WrittenBundle } from './writtenBundle.ts';

/** What a job wrote into folders, for whoever looks after the files from now on. */
export function writtenBundles(job: ExportJob): readonly WrittenBundle[] {
  const { presetId, root, warnings, layout } = job;
  const agreed = warnings.map(({ kind }) => kind);
  return job.items.flatMap(({ order, leaf, view, written, former }) => {
    if (view.state !== 'written' || leaf === null || written.length === 0) return [];
    const { folder, chain } = view;
    const { switching } = layout;
    const about = { orderId: order.id, presetId, target: root, folder, switching, former, agreed };
    return { ...about, leaf, chainComplete: chain.complete, layout: layout.files, files: written };
  });
}

/** The orders that were written, each with its files and what of the preset they are. */
export function writtenItems({
  items,
  layout,
}: ExportJob): readonly { readonly item: ExportItem; readonly files: readonly PlacedFile[] }[] {
  return items
    .filter(({ view }) => view.state === 'written')
    .map((item) => ({ item, files: placedFiles(layout.files, item.view.files) }));
}

/** A private key that came by a delivery and is in good files, by the leaf that it belongs to. */
export interface DeliveredKey {
  readonly orderId: string;
  readonly fingerprint256: string;
}

/** The delivered private keys that a job wrote; told once its files were proven. */
export function deliveredKeysWritten({ withKey, items, deliveryId }: ExportJob): readonly DeliveredKey[] {
  if (!withKey) return [];
  return items.flatMap(({ order, view: { state, leaf, proof } }) =>
    state === 'written' && leaf !== null && isDelivered(order, deliveryId) && !isSpoiled(proof)
      ? { orderId: order.id, fingerprint256: leaf.fingerprint256 }
      : [],
  );
}

/** The files are not, or no longer, what was written. */
function isSpoiled(proof: ExportProof | null): boolean {
  const reason = proof?.kind === 'notProven' ? proof.reason : null;
  return reason === 'unreadable' || reason === 'refused' || reason === 'otherLeaf';
}
