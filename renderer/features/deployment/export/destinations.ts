import { type CopyBundleView, lastDestination } from '#shared/domain/copy.ts';
import { type ExportPart, exportFileNames, exportParts } from '#shared/domain/export.ts';

/** Where orders can be exported to. */
export interface Destinations {
  /** Folders of earlier exports, the last one first, each with the copy that names it. */
  readonly recent: readonly { readonly copyId: string; readonly folder: string }[];
  /** The last copy of each order that was exported. */
  readonly own: ReadonlyMap<string, CopyBundleView>;
}

const RECENT_MAX = 8;

/** Where these orders can be exported to, by all exported files. */
export function destinationsOf(orderIds: readonly string[], copies: readonly CopyBundleView[]): Destinations {
  const byOrder = Map.groupBy(copies, ({ orderId }) => orderId);
  const own = orderIds.flatMap((id) => {
    const last = lastDestination(byOrder.get(id) ?? []);
    return last === null ? [] : [[id, last] as const];
  });
  const newest = copies.toSorted((one, other) => other.writtenAt - one.writtenAt);
  const recent = new Map(newest.toReversed().map(({ id, target }) => [target, id]));
  // Setting a known key keeps its place, so the newest folders would not come first.
  const folders = [...new Set(newest.map(({ target }) => target))].slice(0, RECENT_MAX);
  return {
    recent: folders.map((folder) => ({ folder, copyId: recent.get(folder) ?? '' })),
    own: new Map(own),
  };
}

/** The parts of the preset `pem` that a copy was exported with. */
export function partsOf({ files }: Pick<CopyBundleView, 'files'>): ReadonlySet<ExportPart> {
  const names = new Set(files.map(({ name }) => name));
  const parts = exportParts.filter((part) => names.has(exportFileNames[part]));
  return new Set(parts.length === 0 ? exportParts : parts);
}
