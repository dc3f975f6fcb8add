import { type DeliveryView, hasKey, isTrusted, type WaitingReason } from '#shared/domain/delivery.ts';
import { waitsForOrder } from '#shared/domain/orderSuggestion.ts';

export type DeliveryAction = 'export' | 'map' | 'approve' | 'recheck' | 'showOrder' | 'unmap' | 'discard';

/** Whether discarding has an effect. For an accepted delivery it removes only the key. */
export function isDiscardable(delivery: Pick<DeliveryView, 'verdict' | 'key'>): boolean {
  const { kind } = delivery.verdict;
  return kind === 'accepted' ? hasKey(delivery) : kind !== 'discarded';
}

/**
 * The actions on a delivery, the recommended one first. `hasOrder`: its order exists. An untrusted delivery cannot be
 * exported, and one that the service contradicts cannot be accepted without it. What `isExported` is not to be exported
 * once more first of all.
 */
export function deliveryActions(
  delivery: DeliveryView,
  hasOrder: boolean,
  isExported = false,
): readonly DeliveryAction[] {
  const { verdict, orderId } = delivery;
  const actions: DeliveryAction[] = [];
  const canExport = isTrusted(delivery) && hasOrder && hasKey(delivery);
  if (canExport && !isExported) actions.push('export');
  if (verdict.kind === 'waiting') actions.push(...waitingActions[verdict.reason.kind]);
  if (hasOrder) actions.push('showOrder');
  if (canExport) actions.push('export');
  if (orderId !== null && verdict.kind !== 'discarded') actions.push('unmap');
  if (isDiscardable(delivery)) actions.push('discard');
  return [...new Set(actions)];
}

/**
 * The actions that are buttons; the menu has the others. A delivery without an order is to be linked, so that has one
 * button, and accepting it without the service has none.
 */
export function buttonActions(
  actions: readonly DeliveryAction[],
  delivery: Pick<DeliveryView, 'verdict'>,
): readonly DeliveryAction[] {
  if (!waitsForOrder(delivery)) return actions.slice(0, 2);
  return actions.filter((action) => action !== 'approve').slice(0, 1);
}

const waitingActions: Readonly<Record<WaitingReason['kind'], readonly DeliveryAction[]>> = {
  unknownName: ['map', 'approve'],
  orderGone: ['map', 'approve', 'recheck'],
  leafDiffers: ['recheck', 'map'],
  notAsked: ['recheck', 'map'],
  namesDiffer: ['discard', 'approve', 'recheck', 'map'],
  chainNotTrusted: ['recheck', 'map'],
  refused: ['discard', 'recheck', 'map'],
  olderLeaf: ['discard', 'approve', 'recheck', 'map'],
  expired: ['discard', 'map'],
  notYetValid: ['recheck', 'map'],
};
