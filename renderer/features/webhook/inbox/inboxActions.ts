import { bridge } from '#renderer/bridge.ts';
import { currentApp, localeOf } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { openDialog, revealOrder } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { type AppError, isDeclined } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import type { Translate } from '#shared/i18n/types.ts';
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
  const t = words();
  const result = await bridge().calls['inbox:recheck'](deliveryId);
  if (!result.ok && t !== null) showFailure('inbox.done.recheckFailed', result.error, t);
}

/** Accepts a delivery without the service, after main's native confirmation. */
async function approveDelivery({ id, orderName: name }: DeliveryView): Promise<void> {
  const t = words();
  if (t === null) return;
  const result = await bridge().calls['inbox:approve'](id);
  if (result.ok)
    showToast({
      tone: 'neutral',
      title: t('inbox.done.approved', { name }),
      text: t('inbox.done.approvedText'),
    });
  else if (!isDeclined(result.error)) showFailure('inbox.done.approveFailed', result.error, t);
}

/** Removes the link between the name in a delivery and its order. */
async function forgetName({ id, orderName }: DeliveryView): Promise<void> {
  const t = words();
  if (t === null) return;
  const result = await bridge().calls['inbox:unmap'](id);
  if (!result.ok) {
    showFailure('inbox.done.unmapFailed', result.error, t);
    return;
  }
  showToast({
    tone: 'neutral',
    title: t('inbox.done.unmapped', { name: orderName }),
    text: t('inbox.done.unmappedText'),
  });
}

function words(): Translate | null {
  const app = currentApp();
  return app === null ? null : translatorOf(localeOf(app));
}

function showFailure(
  title: 'inbox.done.approveFailed' | 'inbox.done.recheckFailed' | 'inbox.done.unmapFailed',
  error: AppError,
  t: Translate,
): void {
  const { title: what, next } = describeError(error, t);
  showToast({ tone: 'danger', title: t(title), text: `${what}. ${next}` });
}
