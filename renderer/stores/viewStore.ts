import { useEffect } from 'react';
import { create } from 'zustand';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { Sort, SortKey, WindowView } from '#shared/domain/windowView.ts';
import type { WindowPlace } from '#shared/ipc/answers.ts';
import type { Result } from '#shared/result.ts';
import type { DialogState } from './dialog.ts';
import { emptySelection, type Selection } from './selection.ts';
import { closedSettings, isSettingsOpen, openSettings, useSettingsStore } from './settingsStore.ts';

export type MainViewName = 'orders' | 'timeline' | 'inbox';

/** What the inbox shows: the deliveries, or the log of all requests. */
type InboxTab = 'deliveries' | 'log';

/** The orders that the list shows. Empty sets let every order through. */
export interface Filter {
  readonly search: string;
  readonly statuses: ReadonlySet<OrderStatus>;
  readonly connectionIds: ReadonlySet<string>;
  /** Shows only orders that expire from the one moment on and before the other, Unix ms; `null`: all. */
  readonly expires: { readonly from: number; readonly until: number } | null;
}

/** Where the user is in a list, by the ids of its rows. */
interface ListState {
  /** The row that has the keyboard focus. Of the orders it may be an order again in the list, or a group there. */
  readonly activeId: string | null;
  /** The row whose details are shown. */
  readonly openId: string | null;
  /** The row that the list is to scroll to. */
  readonly revealId: string | null;
}

/** Tags and note of an order as they are typed. */
export interface AnnotationDraft {
  readonly tags: string;
  readonly note: string;
}

export interface ViewState {
  readonly view: MainViewName;
  readonly filter: Filter;
  readonly sort: Sort;
  /** Whether the list is grouped by tags, and not by expiry. */
  readonly isGroupedByTag: boolean;
  /** The ids of groups by tag whose orders are hidden. */
  readonly collapsedTags: readonly string[];
  readonly selection: Selection;
  readonly orders: ListState;
  /** Whether the details that are shown take the focus: the user opened them. */
  readonly entersDetails: boolean;
  /** The orders whose tags and note are being written in their details, with what is typed; `null`: nothing yet. */
  readonly annotations: ReadonlyMap<string, AnnotationDraft | null>;
  /** What the search field asks of the list: to focus its first order, to open or to export it. */
  readonly firstOrderWanted: 'focus' | 'open' | 'export' | null;
  readonly inboxTab: InboxTab;
  readonly deliveries: ListState;
  readonly dialog: DialogState;
}

export const noFilter: Filter = {
  search: '',
  statuses: new Set(),
  connectionIds: new Set(),
  expires: null,
};

/** Nothing was done in a list. */
export const noRow: ListState = { activeId: null, openId: null, revealId: null };

export const initialView: ViewState = {
  view: 'orders',
  filter: noFilter,
  sort: { key: 'expiry', descending: false },
  isGroupedByTag: false,
  collapsedTags: [],
  selection: emptySelection,
  orders: noRow,
  entersDetails: false,
  annotations: new Map(),
  firstOrderWanted: null,
  inboxTab: 'deliveries',
  deliveries: noRow,
  dialog: { kind: 'none' },
};

/** What the user sees and has chosen in the window. None of it is main's, which only remembers a `WindowView`. */
export const useViewStore = create<ViewState>(() => initialView);

/** Forgets everything chosen in the window, filter and dialog included. */
export function resetView(): void {
  useViewStore.setState(initialView, true);
  useSettingsStore.setState(closedSettings);
}

/** Sorts and groups the list as it was when the window was closed, from its first row on. @param stored `null`: nothing is remembered */
export function arrangeAsBefore(stored: WindowView | null): void {
  if (stored !== null) useViewStore.setState({ sort: stored.sort, isGroupedByTag: stored.isGroupedByTag });
}

export function openDialog(dialog: DialogState): void {
  useViewStore.setState({ dialog });
}

export function closeDialog(): void {
  useViewStore.setState({ dialog: { kind: 'none' } });
}

/** Closes the settings page. An export that it was opened from comes back. */
export function closeSettings(): void {
  const { place } = useSettingsStore.getState();
  useSettingsStore.setState(closedSettings);
  if (place !== null && place.returnTo !== null) openDialog(place.returnTo);
}

/** Whether a dialog or the settings page covers the view, whose keys then do nothing. */
export function isCovered(): boolean {
  return useViewStore.getState().dialog.kind !== 'none' || isSettingsOpen();
}

/** Closes this dialog if it is still the open one. */
export function closeThis(dialog: DialogState): void {
  if (useViewStore.getState().dialog === dialog) closeDialog();
}

/** Closes the open dialog when a call that it made succeeds. A dialog that took its place stays open. */
export async function closeAfter<Value>(call: Promise<Result<Value>>): Promise<Result<Value>> {
  const { dialog } = useViewStore.getState();
  const result = await call;
  if (result.ok) closeThis(dialog);
  return result;
}

/** Closes the open dialog once the thing that it is about is gone. */
export function useClosedWhen(isGone: boolean): void {
  useEffect(() => {
    if (isGone) closeDialog();
  }, [isGone]);
}

export function changeFilter(change: Partial<Filter>): void {
  useViewStore.setState(({ filter }) => ({ filter: { ...filter, ...change }, firstOrderWanted: null }));
}

/** Shows orders with this status as well, or no longer. */
export function toggleStatus(status: OrderStatus): void {
  changeFilter({ statuses: toggledSet(useViewStore.getState().filter.statuses, status) });
}

/** Shows orders of this connection or hook as well, or no longer. */
export function toggleConnection(id: string): void {
  changeFilter({ connectionIds: toggledSet(useViewStore.getState().filter.connectionIds, id) });
}

function toggledSet<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

/** Whether a filter may hide orders. */
export function isFiltered({ search, statuses, connectionIds, expires }: Filter): boolean {
  return search !== '' || statuses.size > 0 || connectionIds.size > 0 || expires !== null;
}

/** Sorts by a key; the current key again reverses the direction. */
export function sortBy(key: SortKey): void {
  useViewStore.setState(({ sort }) => ({
    sort: { key, descending: sort.key === key ? !sort.descending : false },
  }));
}

/** What is done in a list. */
function listActions(list: 'orders' | 'deliveries') {
  const change = (part: (now: ListState) => Partial<ListState>, more?: Partial<ViewState>) =>
    useViewStore.setState((view) => ({ ...view, ...more, [list]: { ...view[list], ...part(view[list]) } }));
  return {
    /** Shows a row in the panel, which takes the focus unless `enters` is `false`; or closes the panel with `null`. */
    open: (id: string | null, enters = true) =>
      change(() => (id === null ? { openId: null } : { openId: id, activeId: id }), {
        entersDetails: id !== null && enters,
      }),
    /** Makes a row the active one, which has the keyboard focus. */
    activate: (id: string | null) => change(() => ({ activeId: id })),
    /** Moves the keyboard focus to a row; the panel, if it is open, shows that row. */
    moveTo: (id: string) => change(({ openId }) => ({ activeId: id, openId: openId === null ? null : id })),
    /** Ends the request to scroll to a row: the list has done so. */
    revealed: () => change(() => ({ revealId: null })),
  };
}

export const {
  open: openOrder,
  activate: activateOrder,
  moveTo: moveToOrder,
  revealed: orderRevealed,
} = listActions('orders');

export const {
  open: openDelivery,
  activate: activateDelivery,
  moveTo: moveToDelivery,
  revealed: deliveryRevealed,
} = listActions('deliveries');

/** Shows the form for the tags and the note of an order in its details. */
export function annotateOrder(id: string): void {
  openOrder(id);
  useViewStore.setState(({ annotations }) => ({ annotations: new Map([[id, null], ...annotations]) }));
}

/** The details have the focus. */
export function detailsEntered(): void {
  useViewStore.setState({ entersDetails: false });
}

export function select(selection: Selection): void {
  useViewStore.setState({ selection });
}

/** Asks the list to focus, open or export its first order; `null` ends the request. */
export function wantFirstOrder(firstOrderWanted: ViewState['firstOrderWanted']): void {
  useViewStore.setState({ firstOrderWanted });
}

export function showView(view: MainViewName): void {
  useViewStore.setState({ view });
}

/**
 * Shows the orders with a part of the filter changed, in the list or the timeline. In a narrow window details are shown instead
 * of them, and close.
 */
export function showOrders(change: Partial<Filter>): void {
  changeFilter(change);
  const list = document.querySelector('main > *');
  if (list?.checkVisibility({ visibilityProperty: true }) === false) openOrder(null);
  if (useViewStore.getState().view === 'inbox') showView('orders');
}

export function showInboxTab(inboxTab: InboxTab): void {
  useViewStore.setState({ inboxTab });
}

const shownRow = (id: string): ListState => ({ activeId: id, openId: id, revealId: id });

/** Shows the inbox, and one delivery unless `null`, for a request of another process. Closes dialog and settings. */
export function revealInbox(id: string | null): void {
  useSettingsStore.setState(closedSettings);
  useViewStore.setState({
    view: 'inbox',
    inboxTab: 'deliveries',
    dialog: { kind: 'none' },
    ...(id === null ? {} : { deliveries: shownRow(id), entersDetails: true }),
  });
}

/** Shows an order for a request of another process: without filter, hidden tags, dialog and settings, and the list scrolls to it. */
export function revealOrder(id: string): void {
  useSettingsStore.setState(closedSettings);
  useViewStore.setState({
    view: 'orders',
    filter: noFilter,
    dialog: { kind: 'none' },
    orders: shownRow(id),
    entersDetails: true,
    collapsedTags: [],
  });
}

/**
 * Shows what another process asks for. The settings are not shown while a dialog is open, whose values would be lost;
 * nor is a token asked for, or an export begun.
 */
export function reveal(place: WindowPlace): void {
  const { kind } = place;
  const hasDialog = useViewStore.getState().dialog.kind !== 'none';
  switch (kind) {
    case 'order':
      revealOrder(place.id);
      break;
    case 'inbox':
      revealInbox(place.id);
      break;
    case 'settings':
      if (!hasDialog && !isSettingsOpen()) openSettings('general');
      break;
    case 'token':
      if (!hasDialog) openDialog({ kind, connectionId: place.id });
      break;
    case 'export':
      if (hasDialog) break;
      revealOrder(place.id);
      openDialog({ kind, orderIds: [place.id] });
      break;
    default:
      kind satisfies never;
  }
}
