import { bridge } from '#renderer/bridge.ts';
import { currentApp, untilApp } from '#renderer/stores/appStore.ts';
import { isComplete } from '#renderer/stores/mirror.ts';
import { isCovered, openOrder, useViewStore } from '#renderer/stores/viewStore.ts';
import type { WindowView } from '#shared/domain/windowView.ts';
import { isEqual } from '#shared/isEqual.ts';

/**
 * Opens the details that were open when the window was closed, without the focus, unless something else is shown by now.
 * From then on main remembers the sorting, the grouping and the open order.
 * @param stored what main remembers; `null`: nothing
 */
export async function rememberView(stored: WindowView | null): Promise<void> {
  await untilApp(isComplete);
  restore(stored?.openOrderId ?? null);
  let known = stored;
  const remember = () => {
    const { sort, isGroupedByTag, orders } = useViewStore.getState();
    const next = { sort, isGroupedByTag, openOrderId: orders.openId };
    if (isEqual(next, known)) return;
    known = next;
    void bridge().calls['app:rememberView'](next);
  };
  remember();
  useViewStore.subscribe(remember);
}

function restore(orderId: string | null): void {
  if (orderId === null || currentApp()?.orders.has(orderId) !== true) return;
  const { orders, view } = useViewStore.getState();
  if (orders.openId === null && view === 'orders' && !isCovered()) openOrder(orderId, false);
}
