import type { DeliveryView } from './delivery.ts';
import { isPushOnly, type OrderRow, serviceKey } from './order.ts';

/** The one order that a delivery belongs to by its looks: a hint for the user, never a proof. */
export interface OrderSuggestion {
  readonly row: OrderRow;
  /** How many names the order's certificate and the delivered one have, if all are the same; else 0. */
  readonly sameNames: number;
}

/**
 * The order whose certificate has exactly the delivered names, or else the order with the delivery's name; `null` when
 * there is none or several. Push-only orders are left out: the service does not check what is linked to them.
 */
export function suggestedOrder(
  orders: ReadonlyMap<string, OrderRow>,
  { orderName, leaf }: Pick<DeliveryView, 'orderName' | 'leaf'>,
): OrderSuggestion | null {
  const leafNames = new Set(leaf.subjectAltNames);
  const wanted = orderName.toLowerCase();
  const sameNames: OrderRow[] = [];
  const sameName: OrderRow[] = [];
  for (const row of orders.values()) {
    if (isPushOnly(row)) continue;
    const domains = new Set(row.domains);
    if (
      domains.size > 0 &&
      domains.size === leafNames.size &&
      [...leafNames].every((leafName) => domains.has(leafName))
    )
      sameNames.push(row);
    if ([row.serviceName, row.alias, serviceKey(row)].some((text) => text?.toLowerCase() === wanted))
      sameName.push(row);
  }
  const [byNames, ...othersByNames] = sameNames;
  if (byNames !== undefined && othersByNames.length === 0) return { row: byNames, sameNames: leafNames.size };
  const candidates = sameNames.length > 0 ? sameName.filter((row) => sameNames.includes(row)) : sameName;
  const [byName, ...othersByName] = candidates;
  if (byName === undefined || othersByName.length > 0) return null;
  return { row: byName, sameNames: sameNames.length > 0 ? leafNames.size : 0 };
}

/** Whether a delivery waits for the user to say which order it belongs to. */
export function waitsForOrder({ verdict }: Pick<DeliveryView, 'verdict'>): boolean {
  return (
    verdict.kind === 'waiting' &&
    (verdict.reason.kind === 'unknownName' || verdict.reason.kind === 'orderGone')
  );
}

/** More deliveries than this are not compared with all orders: somebody floods the inbox. */
const COMPARED_MAX = 20;

/** The newest delivery that waits to be linked to each order, by the order's id. Only the newest deliveries count. */
export function deliveriesToLink(
  deliveries: readonly DeliveryView[],
  orders: ReadonlyMap<string, OrderRow>,
): ReadonlyMap<string, DeliveryView> {
  const found = new Map<string, DeliveryView>();
  const waiting = deliveries.filter(waitsForOrder).sort((one, other) => other.receivedAt - one.receivedAt);
  for (const delivery of waiting.slice(0, COMPARED_MAX)) {
    const suggestion = suggestedOrder(orders, delivery);
    if (suggestion !== null && !found.has(suggestion.row.id)) found.set(suggestion.row.id, delivery);
  }
  return found;
}
