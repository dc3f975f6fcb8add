/** The selected orders, and the one where a range with Shift starts. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const emptySelection: Selection = { ids: new Set(), anchor: null };

/** Selects or deselects one order, and starts ranges there. */
export function toggled(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/**
 * Adds the orders between the anchor and `id`, in the order of the list. Without a visible anchor only `id` is added.
 */
export function extendedTo(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : shown.indexOf(selection.anchor);
  const to = shown.indexOf(id);
  if (from < 0 || to < 0) return { ids: new Set([...selection.ids, id]), anchor: id };
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor };
}

/** Selects all shown orders, or none when all are selected. */
export function toggledAll(selection: Selection, shown: readonly string[]): Selection {
  if (isAllChosen(selection, shown)) return emptySelection;
  return { ids: new Set(shown), anchor: selection.anchor };
}

/** Whether all shown orders are selected; false for an empty list. */
export function isAllChosen(selection: Selection, shown: readonly string[]): boolean {
  return shown.length > 0 && shown.every((id) => selection.ids.has(id));
}

/** The selection without orders that are not shown, so that no action affects hidden orders. */
export function keptTo(selection: Selection, shown: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection;
  const ids = new Set(shown.filter((id) => selection.ids.has(id)));
  return ids.size === selection.ids.size ? selection : { ids, anchor: selection.anchor };
}
