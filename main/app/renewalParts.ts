import type { OrderService } from '#main/orders/orders/orderService.ts';
import { LeadBook } from '#main/orders/renewals/leadBook.ts';
import { OrderHistories } from '#main/orders/renewals/orderHistories.ts';
import { createSpanRepository } from '#main/storage/spanRepository.ts';
import type { PushOrders } from '#main/webhook/inbox/pushOrders.ts';
import type { Base } from './base.ts';

export interface RenewalParts {
  readonly histories: OrderHistories;
  readonly leads: LeadBook;
}

/** Builds what knows the former leaves of all orders, and from them when each is usually renewed. */
export function composeRenewals(
  { lifetime, database, logger }: Pick<Base, 'lifetime' | 'database' | 'logger'>,
  pulled: OrderService,
  pushed: PushOrders,
): RenewalParts {
  const histories = new OrderHistories(createSpanRepository(database), () => pushed.histories());
  const leads = new LeadBook({
    histories,
    orders: {
      list: () => [...pulled.list(), ...pushed.list()],
      get: (id) => pulled.get(id) ?? pushed.get(id),
    },
    logger,
  });
  // Subscribed before every listener that reads lead times.
  lifetime.close(pulled.onDidChange((change) => leads.ordersChanged(change)));
  lifetime.close(pushed.onDidChange((change) => leads.ordersChanged(change)));
  return { histories, leads };
}
