import { bridge } from '#renderer/bridge.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { told } from '#renderer/stores/toastStore.ts';
import { showUndoable } from '#renderer/stores/undo.ts';
import type { PauseSpan } from '#shared/domain/alertPause.ts';
import { orderTitle, type SnoozeSpan } from '#shared/domain/order.ts';

/** Snoozes the alerts of orders, with undo. */
export async function snoozeOrders(ids: readonly string[], span: SnoozeSpan): Promise<void> {
  if (ids.length === 0) return;
  const call = bridge().calls['alerts:snooze']({ ids: [...ids], for: span });
  await told(call, 'orders.snooze.failed', (_, t) => {
    const only = ids.length === 1 ? currentApp()?.orders.get(ids[0] ?? '') : undefined;
    const title =
      only === undefined
        ? t('orders.snooze.many', { count: ids.length })
        : t('orders.snooze.one', { name: orderTitle(only) });
    const content = { tone: 'neutral', title, text: t(`orders.snooze.text.${span}`) } as const;
    showUndoable(content, { call: 'alerts:unsnooze', args: [...ids] });
  });
}

export async function unsnoozeOrders(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await told(bridge().calls['alerts:unsnooze']([...ids]), 'orders.snooze.endFailed');
}

/** Pauses all alerts, or resumes them with `null`. */
export async function setAlertsPaused(span: PauseSpan | null): Promise<void> {
  await told(bridge().calls['alerts:setPaused'](span), 'settings.pause.failed');
}
