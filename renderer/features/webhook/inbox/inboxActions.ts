import { bridge } from '#renderer/bridge.ts';
import type { ToastContent } from '#renderer/components/Toaster.tsx';
import { showFailure, showToast, translateNow } from '#renderer/stores/toastStore.ts';
import { openDialog, revealOrder } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { isDeclined } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { DeliveryAction } from './deliveryActions.ts';

/** Runs an action on a delivery, or opens the dialog that confirms it. */
export function runDeliveryAction(action: DeliveryAction, delivery: DeliveryView): void {
  const { id: deliveryId, orderId, orderName: name } = delivery;
  const t = translateNow();
  const { calls } = bridge();
  switch (action) {
    case 'export':
      if (orderId !== null) openDialog({ kind: 'export', orderIds: [orderId], deliveryId });
      return;
    case 'map':
      openDialog({ kind: 'mapDelivery', deliveryId });
      return;
    case 'approve':
      void report(calls['inbox:approve'](deliveryId), t('inbox.done.approveFailed'), {
        title: t('inbox.done.approved', { name }),
        text: t('inbox.done.approvedText'),
      });
      return;
    case 'discard':
      openDialog({ kind: 'discardDelivery', deliveryId });
      return;
    case 'showOrder':
      if (orderId !== null) revealOrder(orderId);
      return;
    case 'recheck':
      void report(calls['inbox:recheck'](deliveryId), t('inbox.done.recheckFailed'), null);
      return;
    case 'unmap':
      void report(calls['inbox:unmap'](deliveryId), t('inbox.done.unmapFailed'), {
        title: t('inbox.done.unmapped', { name }),
        text: t('inbox.done.unmappedText'),
      });
  }
}

/** Shows a failure of a call, unless the user declined; otherwise what the window does not show by itself. */
async function report(call: Promise<Result<null>>, failed: string, done: Omit<ToastContent, 'tone'> | null) {
  const result = await call;
  if (!result.ok) {
    if (!isDeclined(result.error)) showFailure(failed, result.error);
  } else if (done !== null) showToast({ tone: 'neutral', ...done });
}
