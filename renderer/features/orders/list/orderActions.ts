import { bridge } from '#renderer/bridge.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { showToast, told, translateNow } from '#renderer/stores/toastStore.ts';
import { showUndoable } from '#renderer/stores/undo.ts';
import { openDialog, openOrder, select, useViewStore } from '#renderer/stores/viewStore.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { ListGroup } from './listEntries.ts';

/** Polls these orders now, or all with `null`. Push-only orders are skipped. */
export function syncOrders(ids: readonly string[] | null): void {
  const orders = currentApp()?.orders;
  const pulled = ids === null ? null : ids.filter((id) => orders?.get(id)?.source.kind !== 'push');
  if (pulled === null || pulled.length > 0) void bridge().calls['orders:sync'](pulled);
}

/** Opens the console of a connection's service in the browser. */
export function openConsole(connectionId: string): void {
  void bridge().calls['connections:openConsole'](connectionId);
}

export async function copyRid(rid: string): Promise<void> {
  const copied = await bridge().calls['app:copyText'](rid);
  if (copied.ok) showToast({ tone: 'success', title: translateNow()('common.copied'), text: rid });
}

export function exportOrders(ids: readonly string[]): void {
  if (ids.length > 0) openDialog({ kind: 'export', orderIds: ids });
}

/** Accepts the current certificate of an order: its findings no longer need a review. */
export async function acceptOrder({ id, fingerprint256 }: OrderRow): Promise<void> {
  if (fingerprint256 === null) return;
  await told(bridge().calls['orders:accept']({ id, fingerprint256 }), 'orders.accept.failed', (_, t) =>
    showToast({ tone: 'success', title: t('orders.accept.done'), text: t('orders.accept.doneText') }),
  );
}

/** More orders than this are removed only after a question. */
const MOST_WITHOUT_QUESTION = 5;

/** Removes a few orders at once, or asks about more. @returns whether it is done without a question */
export function removeOrders(ids: readonly string[]): boolean {
  if (ids.length > MOST_WITHOUT_QUESTION) {
    openDialog({ kind: 'removeOrders', orderIds: ids });
    return false;
  }
  void removeNow(ids);
  return true;
}

/** Removes orders, which are then not selected any more, and offers to undo it. */
export async function removeNow(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const only = ids.length === 1 ? currentApp()?.orders.get(ids[0] ?? '') : undefined;
  await told(bridge().calls['orders:remove']([...ids]), 'orders.removed.failed', (_, t) => {
    const { orders, selection } = useViewStore.getState();
    const gone = new Set<string | null>(ids);
    if (gone.has(orders.openId)) openOrder(null);
    select({ ...selection, ids: new Set([...selection.ids].filter((id) => !gone.has(id))) });
    const title =
      only === undefined
        ? t('orders.removed.many', { count: ids.length })
        : t('orders.removed.one', { name: orderTitle(only) });
    const content = { tone: 'neutral', title, text: t('orders.removed.text') } as const;
    showUndoable(content, { call: 'orders:restore', args: [...ids] });
  });
}

/** Has main copy the certificate of an order, or its full chain, to the clipboard. */
export async function copyPem(id: string, part: 'leaf' | 'chain'): Promise<void> {
  await told(bridge().calls['orders:copyPem']({ id, part }), 'orders.copy.failed', (_, t) =>
    showToast({ tone: 'success', title: t('common.copied'), text: t(`orders.copy.${part}`) }),
  );
}

/** Has main copy the private key of an order after asking the user. The key never comes to the renderer. */
export async function copyKey(id: string): Promise<void> {
  await told(bridge().calls['orders:copyKey'](id), 'orders.copy.failed', (_, t) =>
    showToast({ tone: 'success', title: t('orders.copy.keyCopied') }),
  );
}

/** Hides the orders of a group, or shows them. Groups by expiry stay so after a restart. */
export function collapseGroup({
  id,
  group,
  isCollapsed,
}: Pick<ListGroup, 'id' | 'group' | 'isCollapsed'>): void {
  if (typeof group !== 'string' || group === 'untagged') {
    const others = useViewStore.getState().collapsedTags.filter((other) => other !== id);
    useViewStore.setState({ collapsedTags: isCollapsed ? others : [...others, id] });
    return;
  }
  const settings = currentApp()?.settings;
  if (settings === undefined) return;
  const others = settings.collapsedGroups.filter((other) => other !== group);
  void bridge().calls['settings:set']({ collapsedGroups: isCollapsed ? others : [...others, group] });
}
