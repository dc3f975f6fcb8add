import { useApp } from '#renderer/stores/appStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { OrderRow } from '#shared/domain/order.ts';

/** The order that a delivery's name is linked to; undefined when there is no link or the order was removed. */
export function useDeliveryOrder({ orderId }: Pick<DeliveryView, 'orderId'>): OrderRow | undefined {
  return useApp(({ orders }) => (orderId === null ? undefined : orders.get(orderId)));
}
