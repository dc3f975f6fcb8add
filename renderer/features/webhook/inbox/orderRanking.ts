import { compareNames } from '#shared/domain/arrangement.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';

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
