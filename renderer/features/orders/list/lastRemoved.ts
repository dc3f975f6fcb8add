import { bridge } from '#renderer/bridge.ts';
import { showFailure, showToast, translateNow } from '#renderer/stores/toastStore.ts';

/** Brings back the orders that were removed last, also by an earlier window of this run, if there are any. */
export async function restoreLastRemoved(): Promise<void> {
  const result = await bridge().calls['orders:restore'](null);
  const t = translateNow();
  if (result.ok) showToast({ tone: 'neutral', title: t('orders.removal.undone', { count: result.value }) });
  else if (result.error.kind !== 'unknownId') showFailure(t('orders.removed.restoreFailed'), result.error);
}
