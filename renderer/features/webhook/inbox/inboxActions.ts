import { bridge } from '#renderer/bridge.ts';
import { showToast, told } from '#renderer/stores/toastStore.ts';
import { openDialog, revealOrder } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { DeliveryAction } from './deliveryActions.ts';

/** Runs an action on a delivery, or opens the dialog that confirms it. */
export function runDeliveryAction(action: DeliveryAction, delivery: DeliveryView): void {
  const { id: deliveryId, orderId, orderName: name } = delivery;
  const { calls } = bridge();
  switch (action) {
    case 'export':
      if (orderId !== null) openDialog({ kind: 'export', orderIds: [orderId], deliveryId });
      return;
    case 'map':
      openDialog({ kind: 'mapDelivery', deliveryId });
      return;
    case 'approve':
      void told(calls['inbox:approve'](deliveryId), 'inbox.done.approveFailed', (_, t) => {
        const title = t('inbox.done.approved', { name });
        showToast({ tone: 'neutral', title, text: t('inbox.done.approvedText') });
      });
      return;
    case 'discard':
      openDialog({ kind: 'discardDelivery', deliveryId });
      return;
    case 'showOrder':
      if (orderId !== null) revealOrder(orderId);
      return;
    case 'recheck':
      void told(calls['inbox:recheck'](deliveryId), 'inbox.done.recheckFailed');
      return;
    case 'unmap':
      void told(calls['inbox:unmap'](deliveryId), 'inbox.done.unmapFailed', (_, t) => {
        const title = t('inbox.done.unmapped', { name });
        showToast({ tone: 'neutral', title, text: t('inbox.done.unmappedText') });
      });
  }
}
