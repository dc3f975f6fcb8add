import { syncOrders } from '#renderer/features/orders/list/orderActions.ts';
import { runVerb } from '#renderer/features/orders/verbs/verbs.ts';
import { gridCommand, verbKey } from '#renderer/hooks/gridKeys.ts';
import { isNowhere, isTyping } from '#renderer/hooks/isTyping.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { emptySelection } from '#renderer/stores/selection.ts';
import { isSettingsOpen, openSettings } from '#renderer/stores/settingsStore.ts';
import { undo } from '#renderer/stores/undoSteps.ts';
import {
  changeFilter,
  isCovered,
  openDelivery,
  openDialog,
  openOrder,
  select,
  showView,
  useViewStore,
} from '#renderer/stores/viewStore.ts';
import { keyMeaning } from '#shared/domain/keyPress.ts';
import { offeredViews } from './ViewTabs.tsx';

/** Whether a key did something: it then has no other effect. */
type Done = boolean;

/**
 * The keys that work in the whole window. A dialog has its own, and the settings page covers the view.
 * @param hasView the first start is over
 */
export function onWindowKey(event: KeyboardEvent, hasView: boolean): void {
  if (event.defaultPrevented) return;
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  const key = keyMeaning(event);
  const done =
    (isCommand ? onEverywhereCommand(key, event) : onEverywhereKey(key, event)) ||
    (hasView &&
      !isCovered() &&
      ((isCommand ? onViewCommand(key) : onViewKey(key, event)) || onListKey(event)));
  if (done) event.preventDefault();
}

function onEverywhereCommand(key: string, { target, shiftKey }: KeyboardEvent): Done {
  if (key === 'z' && !shiftKey && !isTyping(target)) {
    void undo(null);
    return true;
  }
  if (key !== ',' || hasDialog()) return false;
  if (!isSettingsOpen()) openSettings('general');
  return true;
}

function onEverywhereKey(key: string, { target }: KeyboardEvent): Done {
  const isHelp = key === 'F1' || (key === '?' && !isTyping(target));
  if (!isHelp || hasDialog()) return false;
  openSettings('about');
  return true;
}

function hasDialog(): boolean {
  return useViewStore.getState().dialog.kind !== 'none';
}

function onViewCommand(key: string): Done {
  const app = currentApp();
  if (app === null) return false;
  switch (key) {
    case 'f':
      focusSearch();
      return true;
    case 'k':
      openDialog({ kind: 'palette' });
      return true;
    case 'n':
      openDialog({ kind: 'addOrders', connectionId: null });
      return true;
    case 'r':
      syncOrders(null);
      return true;
    default: {
      const views = offeredViews(app, useViewStore.getState().view);
      const view = /^[1-9]$/u.test(key) ? views[Number(key) - 1] : undefined;
      if (view !== undefined) showView(view);
      return view !== undefined;
    }
  }
}

function onViewKey(key: string, event: KeyboardEvent): Done {
  switch (key) {
    case 'F5':
      syncOrders(null);
      return true;
    case '/':
      if (isTyping(event.target)) return false;
      focusSearch();
      return true;
    case 'Escape':
      stepBack();
      return false;
    default:
      return onDetailsKey(event);
  }
}

/** The verbs on the order whose details have the focus. The list has its own keys. */
function onDetailsKey(event: KeyboardEvent): Done {
  const { view, orders } = useViewStore.getState();
  const { target } = event;
  const key = verbKey(event);
  if (key === null || orders.openId === null || view === 'inbox' || isTyping(target)) return false;
  const isInside = target instanceof Element && target.closest('aside') !== null;
  if (!isInside || target.closest('[role="menu"]') !== null) return false;
  runVerb(key, [orders.openId]);
  return true;
}

/** The row of the list that the Tab key reaches; `null`: none is shown. */
export function reachableRow(): HTMLElement | null {
  const row = document.querySelector<HTMLElement>('main [role="grid"] tr[tabindex="0"]');
  return row?.checkVisibility({ visibilityProperty: true }) === true ? row : null;
}

/**
 * A key of the list while nothing has the focus, as after the removal of what had it. All orders are selected from every
 * control of the view, in place of the texts of the page, and are removed from the box that selects them.
 */
function onListKey(event: KeyboardEvent): Done {
  const { target } = event;
  const kind = gridCommand(event, 0, 1, 1)?.kind;
  const isAll = kind === 'selectAll' && !isTyping(target);
  const isInList = kind === 'remove' && target instanceof Element && target.closest('[role="grid"]') !== null;
  if (kind === undefined || !(isAll || isInList || isNowhere(target))) return false;
  const row = reachableRow();
  if (row === null || row.contains(document.activeElement)) return isAll;
  row.focus();
  return !row.dispatchEvent(new KeyboardEvent('keydown', event)) || isAll;
}

const searchField = () => document.querySelector<HTMLInputElement>('header input[type="search"]');

function focusSearch(): void {
  searchField()?.focus();
  searchField()?.select();
}

function stepBack(): void {
  const { view, filter, selection, orders, deliveries } = useViewStore.getState();
  if (view === 'inbox') {
    if (deliveries.openId === null) return;
    openDelivery(null);
    document.querySelector<HTMLElement>(`[data-delivery-id="${CSS.escape(deliveries.openId)}"]`)?.focus();
    return;
  }
  const field = searchField();
  if (field !== null && document.activeElement === field) {
    if (filter.search === '') field.blur();
    else changeFilter({ search: '' });
  } else if (view === 'orders' && selection.ids.size > 0) select(emptySelection);
  else if (orders.openId !== null) openOrder(null);
}
