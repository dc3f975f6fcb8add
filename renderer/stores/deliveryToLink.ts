import type { DeliveryView } from '#shared/domain/delivery.ts';
import { deliveriesToLink } from '#shared/domain/orderSuggestion.ts';
import { useApp } from './appStore.ts';
import { remembered } from './remembered.ts';

const toLink = remembered(deliveriesToLink);

/** The delivery that waits to be linked to an order; undefined when there is none. */
export function useDeliveryToLink(orderId: string): DeliveryView | undefined {
  return useApp(({ inbox, orders }) => toLink(inbox, orders).get(orderId));
}
