import { bridge } from '#renderer/bridge.ts';
import { showFailure, showToast, translateNow } from '#renderer/stores/toastStore.ts';
import { openDialog, revealOrder } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { isDeclined } from '#shared/errors.ts';
import type { DeliveryAction } from './deliveryActions.ts';

/** Runs an action on a delivery, or opens the dialog that confirms it. */
export function runDeliveryAction(action: DeliveryAction, delivery: DeliveryView): void {
  const { id: deliveryId, orderId } = delivery;
  switch (action) {
    case 'export':
      if (orderId !== null) openDialog({ kind: 'export', orderIds: [orderId], deliveryId });
      return;
    case 'map':
      openDialog({ kind: 'mapDelivery', deliveryId });
      return;
    case 'approve':
      void approveDelivery(delivery);
      return;
    case 'discard':
      openDialog({ kind: 'discardDelivery', deliveryId });
      return;
    case 'showOrder':
      if (orderId !== null) revealOrder(orderId);
      return;
    case 'recheck':
      void recheckDelivery(deliveryId);
      return;
    case 'unmap':
      void forgetName(delivery);
  }
}

/** Evaluates a delivery again. Main's state shows the result; only a failure is shown here. */
async function recheckDelivery(deliveryId: string): Promise<void> {
  const t = translateNow();
  const result = await bridge().calls['inbox:recheck'](deliveryId);
  if (!result.ok) showFailure(t('inbox.done.recheckFailed'), result.error);
}

/** Accepts a delivery without the service, after main's native confirmation. */
async function approveDelivery({ id, orderName: name }: DeliveryView): Promise<void> {
  const t = translateNow();
  const result = await bridge().calls['inbox:approve'](id);
  if (result.ok)
    showToast({
      tone: 'neutral',
      title: t('inbox.done.approved', { name }),
      text: t('inbox.done.approvedText'),
    });
  else if (!isDeclined(result.error)) showFailure(t('inbox.done.approveFailed'), result.error);
}

/** Removes the link between the name in a delivery and its order. */
async function forgetName({ id, orderName }: DeliveryView): Promise<void> {
  const t = translateNow();
  const result = await bridge().calls['inbox:unmap'](id);
  if (!result.ok) {
    showFailure(t('inbox.done.unmapFailed'), result.error);
    return;
  }
  showToast({
    tone: 'neutral',
    title: t('inbox.done.unmapped', { name: orderName }),
    text: t('inbox.done.unmappedText'),
  });
}
