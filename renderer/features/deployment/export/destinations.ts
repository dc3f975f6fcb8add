import { type CopyBundleView, lastDestination } from '#shared/domain/copy.ts';
import type { PlannedDestinationView } from '#shared/domain/plannedDestination.ts';

/** Where orders can be exported to. */
export interface Destinations {
  /** Folders, each with the copy or the planned destination that names it: of earlier exports, the last one first. */
  readonly folders: readonly { readonly id: string; readonly folder: string }[];
  /** The last copy of each order that was exported. */
  readonly own: ReadonlyMap<string, CopyBundleView>;
  /** Where an only order without exported files should go; `null`: nothing is planned. */
  readonly planned: PlannedDestinationView | null;
}

const FOLDERS_MAX = 8;

/** Where these orders can be exported to, by all exported files and what is planned. */
export function destinationsOf(
  orderIds: readonly string[],
  copies: readonly CopyBundleView[],
  allPlanned: readonly PlannedDestinationView[],
): Destinations {
  const byOrder = Map.groupBy(copies, ({ orderId }) => orderId);
  const own = new Map(
    orderIds.flatMap((id) => {
      const last = lastDestination(byOrder.get(id) ?? []);
      return last === null ? [] : [[id, last] as const];
    }),
  );
  const newest = copies.toSorted((one, other) => other.writtenAt - one.writtenAt);
  const exported = newest.map(({ id, target }) => ({ id, folder: target }));
  const planned = allPlanned.filter(({ orderId }) => orderIds.includes(orderId));
  const first = (orderIds.length === 1 && own.size === 0 ? planned[0] : undefined) ?? null;
  const all = [...(first === null ? [] : [first]), ...exported, ...planned];
  const byFolder = Map.groupBy(all, ({ folder }) => folder);
  const folders = [...byFolder].map(([folder, [{ id } = { id: '' }]]) => ({ id, folder }));
  return { folders: folders.slice(0, FOLDERS_MAX), own, planned: first };
}
