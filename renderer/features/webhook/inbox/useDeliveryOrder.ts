import { useMemo } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import { needsAttention } from '#shared/domain/copy.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { type OrderSuggestion, suggestedOrder, waitsForOrder } from '#shared/domain/orderSuggestion.ts';

/** The order that a delivery's name is linked to; undefined when there is no link or the order was removed. */
export function useDeliveryOrder({ orderId }: Pick<DeliveryView, 'orderId'>): OrderRow | undefined {
  return useApp(({ orders }) => (orderId === null ? undefined : orders.get(orderId)));
}

/** Whether all exported files of its order have this certificate already: nothing is left to export. */
export function useIsExported({ orderId, leaf }: Pick<DeliveryView, 'orderId' | 'leaf'>): boolean {
  return useApp(({ orders, copies }) => {
    const current = orderId === null ? undefined : orders.get(orderId)?.fingerprint256;
    if (current !== leaf.fingerprint256) return false;
    const own = copies.filter((copy) => copy.orderId === orderId);
    return own.length > 0 && !own.some(needsAttention);
  });
}

/** The order that a delivery that waits for its order looks like, if there is exactly one. */
export function useSuggestedOrder(delivery: DeliveryView): OrderSuggestion | null {
  const orders = useApp((app) => app.orders);
  const { orderName, leaf, verdict } = delivery;
  const isUnlinked = waitsForOrder({ verdict });
  return useMemo(
    () => (isUnlinked ? suggestedOrder(orders, { orderName, leaf }) : null),
    [isUnlinked, orders, orderName, leaf],
  );
}
