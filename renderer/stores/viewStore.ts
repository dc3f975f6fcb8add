import { create } from 'zustand';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { DialogState } from './dialog.ts';
import { emptySelection, type Selection } from './selection.ts';

export type SortKey = 'expiry' | 'name' | 'status' | 'connection' | 'confirmed';

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** What the window can show: the orders as a list or on a time axis, and what was delivered. */
export type MainViewName = 'orders' | 'timeline' | 'inbox';

/** The two halves of the inbox: what was kept, and everything that came. */
export type InboxTab = 'deliveries' | 'log';

/** What the list leaves out. Empty sets leave out nothing. */
export interface Filter {
  readonly search: string;
  readonly statuses: ReadonlySet<OrderStatus>;
  readonly connectionIds: ReadonlySet<string>;
  /** Whether only orders are shown whose copies need a look. */
  readonly copies: boolean;
  /** Whether only orders are shown whose certificate is not where it should be. */
  readonly drifted: boolean;
  /** Whether only orders are shown whose renewal is overdue. */
  readonly overdue: boolean;
}

export interface ViewState {
  readonly view: MainViewName;
  readonly filter: Filter;
  readonly sort: Sort;
  readonly selection: Selection;
  /** The order that the keyboard is on. */
  readonly activeOrderId: string | null;
  /** The order that the panel shows. */
  readonly openOrderId: string | null;
  /** An order that the list is to bring into sight: another process asked for it. */
  readonly revealOrderId: string | null;
  readonly inboxTab: InboxTab;
  /** The delivery that the keyboard is on. */
  readonly activeDeliveryId: string | null;
  /** The delivery that the panel of the inbox shows. */
  readonly openDeliveryId: string | null;
  /** A delivery that the list is to bring into sight: another process asked for it. */
  readonly revealDeliveryId: string | null;
  readonly dialog: DialogState;
}

export const noFilter: Filter = {
  search: '',
  statuses: new Set(),
  connectionIds: new Set(),
  copies: false,
  drifted: false,
  overdue: false,
};

export const initialView: ViewState = {
  view: 'orders',
  filter: noFilter,
  sort: { key: 'expiry', descending: false },
  selection: emptySelection,
  activeOrderId: null,
  openOrderId: null,
  revealOrderId: null,
  inboxTab: 'deliveries',
  activeDeliveryId: null,
  openDeliveryId: null,
  revealDeliveryId: null,
  dialog: { kind: 'none' },
};

/** What a person looks at and has chosen. Nothing of it is main's, and nothing is kept. */
export const useViewStore = create<ViewState>()(() => initialView);

/** Forgets everything chosen in the window, filter and dialog included. */
export function resetView(): void {
  useViewStore.setState(initialView, true);
}

/** Opens one dialog in the place of the present one; `{ kind: 'none' }` closes it. */
export function openDialog(dialog: DialogState): void {
  useViewStore.setState({ dialog });
}

/** Closes the dialog that is open. */
export function closeDialog(): void {
  useViewStore.setState({ dialog: { kind: 'none' } });
}

/** Closes this very dialog if it is still open: another one may have taken its place meanwhile. */
export function closeThis(dialog: DialogState): void {
  if (useViewStore.getState().dialog === dialog) closeDialog();
}

/** Changes a part of the filter. */
export function changeFilter(change: Partial<Filter>): void {
  useViewStore.setState(({ filter }) => ({ filter: { ...filter, ...change } }));
}

/** Sorts by a key; the present key again turns the direction around. */
export function sortBy(key: SortKey): void {
  useViewStore.setState(({ sort }) => ({
    sort: { key, descending: sort.key === key ? !sort.descending : false },
  }));
}

/** Shows an order in the panel, or closes the panel with `null`. */
export function openOrder(id: string | null): void {
  useViewStore.setState(id === null ? { openOrderId: null } : { openOrderId: id, activeOrderId: id });
}

/** Makes an order the active one: the row that has the keyboard focus. */
export function activateOrder(id: string | null): void {
  useViewStore.setState({ activeOrderId: id });
}

/** Moves the keyboard focus to an order; the panel, if it is open, shows that order. */
export function moveToOrder(id: string): void {
  useViewStore.setState(({ openOrderId }) => ({
    activeOrderId: id,
    openOrderId: openOrderId === null ? null : id,
  }));
}

/** Replaces the selection of orders. */
export function select(selection: Selection): void {
  useViewStore.setState({ selection });
}

/** Ends the request to scroll to an order: the list has done so. */
export function orderRevealed(): void {
  useViewStore.setState({ revealOrderId: null });
}

/** Shows one view of the window. */
export function showView(view: MainViewName): void {
  useViewStore.setState({ view });
}

/** Shows the orders, and of them what a part of the filter lets through; the timeline shows them as well. */
export function showOrders(change: Partial<Filter>): void {
  changeFilter(change);
  if (useViewStore.getState().view === 'inbox') showView('orders');
}

/** Shows a delivery in the panel of the inbox, or closes the panel with `null`. */
export function openDelivery(id: string | null): void {
  useViewStore.setState(
    id === null ? { openDeliveryId: null } : { openDeliveryId: id, activeDeliveryId: id },
  );
}

/** Makes a delivery the active one: the row that has the keyboard focus. */
export function activateDelivery(id: string): void {
  useViewStore.setState({ activeDeliveryId: id });
}

/** Moves the keyboard focus to a delivery; the panel, if it is open, shows that delivery. */
export function moveToDelivery(id: string): void {
  useViewStore.setState(({ openDeliveryId }) => ({
    activeDeliveryId: id,
    openDeliveryId: openDeliveryId === null ? null : id,
  }));
}

/** Ends the request to scroll to a delivery: the list has done so. */
export function deliveryRevealed(): void {
  useViewStore.setState({ revealDeliveryId: null });
}

/** Shows the inbox because it was asked for from outside, at one delivery unless `null`: no dialog covers it. */
export function revealInbox(id: string | null): void {
  useViewStore.setState({
    view: 'inbox',
    inboxTab: 'deliveries',
    dialog: { kind: 'none' },
    ...(id === null ? {} : { openDeliveryId: id, activeDeliveryId: id, revealDeliveryId: id }),
  });
}

/** Shows an order that was asked for from outside: no filter hides it, no dialog covers it, the list scrolls to it. */
export function revealOrder(id: string): void {
  useViewStore.setState({
    view: 'orders',
    filter: noFilter,
    dialog: { kind: 'none' },
    openOrderId: id,
    activeOrderId: id,
    revealOrderId: id,
  });
}

/** Shows a dialog that was asked for from outside, unless one is open: what was typed there is not thrown away. */
export function revealDialog(kind: 'settings'): void {
  useViewStore.setState(({ dialog }) => (dialog.kind === 'none' ? { dialog: { kind } } : {}));
}
