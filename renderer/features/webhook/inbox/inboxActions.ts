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

/** Does what was chosen for a delivery; where a question comes first, a dialog or main asks it. */
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

/** Asks the service, or the rules, once more. What comes of it is told by main; only a failure is said here. */
async function recheckDelivery(deliveryId: string): Promise<void> {
  const t = words();
  const result = await bridge().calls['inbox:recheck'](deliveryId);
  if (!result.ok && t !== null) showFailure('inbox.done.recheckFailed', result.error, t);
}

/** Has main ask whether a delivery counts without the service, and says what follows from that. */
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

/** Forgets which order the name in a delivery means, and says what follows from that. */
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
