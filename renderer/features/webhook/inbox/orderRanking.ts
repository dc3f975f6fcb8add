import { compareNames } from '#shared/domain/arrangement.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { isPushOnly, type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';

/** An order that a delivery's name may be linked to. */
export interface OrderCandidate {
  readonly row: OrderRow;
  /** It has the delivery's name, or a name of its certificate. */
  readonly isLikely: boolean;
}

/** The orders that match a search (all of its words, ignoring case), the most likely for this delivery first. */
export function rankedOrders(
  orders: ReadonlyMap<string, OrderRow>,
  delivery: Pick<DeliveryView, 'orderName' | 'leaf'>,
  search: string,
): readonly OrderCandidate[] {
  const words = search
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const wanted = delivery.orderName.toLowerCase();
  const leafNames = new Set(delivery.leaf.subjectAltNames);
  const found: (OrderCandidate & { readonly title: string; readonly points: number })[] = [];
  for (const row of orders.values()) {
    const texts = [row.alias, row.serviceName, row.commonName, ...row.domains, serviceKey(row)].filter(
      (text) => text !== null,
    );
    const all = texts.join('\n').toLowerCase();
    if (!words.every((word) => all.includes(word))) continue;
    const hasName = [row.serviceName, row.alias, serviceKey(row)].some(
      (text) => text?.toLowerCase() === wanted,
    );
    const sharesName = row.domains.some((domain) => leafNames.has(domain));
    const points = (hasName ? 2 : 0) + (sharesName ? 1 : 0);
    found.push({ row, isLikely: points > 0, title: orderTitle(row), points });
  }
  return found.sort((a, b) => b.points - a.points || compareNames(a.title, b.title));
}

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
