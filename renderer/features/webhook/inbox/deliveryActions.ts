import { type DeliveryView, isTrusted } from '#shared/domain/delivery.ts';

/** An action on a delivery. */
export type DeliveryAction = 'export' | 'map' | 'approve' | 'recheck' | 'showOrder' | 'unmap' | 'discard';

/** Whether the delivery's private key is still stored. */
export function hasKey({ key }: Pick<DeliveryView, 'key'>): boolean {
  return key === 'vault' || key === 'memory';
}

/** Whether discarding has an effect. For an accepted delivery it removes only the key. */
export function isDiscardable(delivery: Pick<DeliveryView, 'verdict' | 'key'>): boolean {
  const { kind } = delivery.verdict;
  return kind === 'accepted' ? hasKey(delivery) : kind !== 'discarded';
}

/**
 * The actions on a delivery, the recommended one first. `hasOrder`: its order exists. An untrusted delivery cannot be
 * exported, and one that the service contradicts cannot be accepted without it.
 */
export function deliveryActions(delivery: DeliveryView, hasOrder: boolean): readonly DeliveryAction[] {
  const { verdict, orderId } = delivery;
  const actions: DeliveryAction[] = [];
  if (isTrusted(delivery) && hasOrder && hasKey(delivery)) actions.push('export');
  if (verdict.kind === 'waiting') actions.push(...waitingActions(verdict.reason.kind));
  if (hasOrder) actions.push('showOrder');
  if (orderId !== null && verdict.kind !== 'discarded') actions.push('unmap');
  if (isDiscardable(delivery)) actions.push('discard');
  return [...new Set(actions)];
}

type WaitingKind = Extract<DeliveryView['verdict'], { readonly kind: 'waiting' }>['reason']['kind'];

const waiting: Readonly<Record<WaitingKind, readonly DeliveryAction[]>> = {
  unknownName: ['map', 'approve'],
  orderGone: ['map', 'approve', 'recheck'],
  leafDiffers: ['recheck', 'map'],
  notAsked: ['recheck', 'map'],
  namesDiffer: ['discard', 'approve', 'recheck', 'map'],
  chainNotTrusted: ['recheck', 'map'],
  refused: ['discard', 'recheck', 'map'],
  notAfterBack: ['discard', 'approve', 'recheck', 'map'],
  expired: ['discard', 'map'],
  notYetValid: ['recheck', 'map'],
};

function waitingActions(kind: WaitingKind): readonly DeliveryAction[] {
  return waiting[kind];
}
