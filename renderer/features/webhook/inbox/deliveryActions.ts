import { type DeliveryView, isTrusted } from '#shared/domain/delivery.ts';

/** What can be done with a delivery. */
export type DeliveryAction = 'export' | 'map' | 'approve' | 'recheck' | 'showOrder' | 'unmap' | 'discard';

/** Whether the delivery's private key is still here. */
export function hasKey({ key }: Pick<DeliveryView, 'key'>): boolean {
  return key === 'vault' || key === 'memory';
}

/** Whether discarding does something: of one that an order has its certificate from, only the key can go. */
export function isDiscardable(delivery: Pick<DeliveryView, 'verdict' | 'key'>): boolean {
  const { kind } = delivery.verdict;
  return kind === 'accepted' ? hasKey(delivery) : kind !== 'discarded';
}

/**
 * What can be done with a delivery, the most advisable first. `hasOrder`: its order is among the orders. Nothing that is
 * not trusted can be exported, and nothing that the service contradicts can be accepted without it.
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
