import { type Deployment, useDeployment } from '#renderer/features/deployment/steps/useDeployment.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { remembered } from '#renderer/stores/remembered.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { helpfulAction } from '#shared/domain/helpfulAction.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { deliveriesToLink } from '#shared/domain/orderSuggestion.ts';

const toLink = remembered(deliveriesToLink);

/** The delivery that waits to be linked to an order; undefined when there is none. */
function useDeliveryToLink(orderId: string): DeliveryView | undefined {
  return useApp(({ inbox, orders }) => toLink(inbox, orders).get(orderId));
}

/** What helps an order first, with what belongs to the order. */
export interface Help {
  /** `null`: nothing is left to do. */
  readonly action: HelpfulAction | null;
  readonly deployment: Deployment;
  /** The delivery that waits to be linked to the order. */
  readonly delivery: DeliveryView | undefined;
}

/** What helps an order first: the same in its row and in its details. */
export function useHelp(row: OrderRow): Help {
  const deployment = useDeployment(row);
  const delivery = useDeliveryToLink(row.id);
  const connection = useApp((app) => app.connections.find(({ id }) => id === sourceId(row)));
  const terms = useApp(({ settings }) => termsOf(settings));
  const now = useTimeOfData();
  const hasConsole = connection !== undefined && connection.consoleUrl !== null;
  const polling = connection?.polling.kind ?? 'active';
  const situation = { ...deployment, polling, hasDelivery: delivery !== undefined, hasConsole, terms };
  return { action: helpfulAction(row, situation, now), deployment, delivery };
}
