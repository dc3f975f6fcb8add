import { bridge } from '#renderer/bridge.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { showFailure, translateNow } from '#renderer/stores/toastStore.ts';
import { showUndoable } from '#renderer/stores/undo.ts';
import type { PauseSpan } from '#shared/domain/alertPause.ts';
import { orderTitle, type SnoozeSpan } from '#shared/domain/order.ts';

/** Snoozes the alerts of orders, with undo. */
export async function snoozeOrders(ids: readonly string[], span: SnoozeSpan): Promise<void> {
  if (ids.length === 0) return;
  const t = translateNow();
  const result = await bridge().calls['alerts:snooze']({ ids: [...ids], for: span });
  if (!result.ok) {
    showFailure(t('orders.snooze.failed'), result.error);
    return;
  }
  const only = ids.length === 1 ? currentApp()?.orders.get(ids[0] ?? '') : undefined;
  const title =
    only === undefined
      ? t('orders.snooze.many', { count: ids.length })
      : t('orders.snooze.one', { name: orderTitle(only) });
  const content = { tone: 'neutral', title, text: t(`orders.snooze.text.${span}`) } as const;
  showUndoable(content, { call: 'alerts:unsnooze', args: [...ids] });
}

export async function unsnoozeOrders(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const result = await bridge().calls['alerts:unsnooze']([...ids]);
  if (!result.ok) showFailure(translateNow()('orders.snooze.endFailed'), result.error);
}

/** Pauses all alerts, or resumes them with `null`. */
export async function setAlertsPaused(span: PauseSpan | null): Promise<void> {
  const result = await bridge().calls['alerts:setPaused'](span);
  if (!result.ok) showFailure(translateNow()('settings.pause.failed'), result.error);
}
