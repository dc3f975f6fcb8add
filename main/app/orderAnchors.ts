import { anyOf, type TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ConnectionParts } from './connectionParts.ts';

/**
 * Gives the roots that an order's certificates should lead to; `null` (the order is gone): those of the system. The same
 * roots are the same object for as long as the connections stay.
 */
export type OrderAnchors = (order: Pick<OrderRow, 'source'> | null) => TrustAnchors;

/**
 * Finds the roots of orders. A private authority is one that the user gave to a connection; for a push-only order those
 * of all connections count.
 */
export function orderAnchors({
  connections,
  trust,
}: Pick<ConnectionParts, 'connections' | 'trust'>): OrderAnchors {
  let known: { readonly all: readonly TrustAnchors[]; readonly together: TrustAnchors } | null = null;
  const ofEveryConnection = (): TrustAnchors => {
    const own = connections.list().map(({ id }) => trust.anchorsFor(connections.find(id)));
    const all = [...new Set([trust.anchorsFor(null), ...own])];
    if (known?.all.length !== all.length || !known.all.every((anchors, index) => anchors === all[index]))
      known = { all, together: anyOf(all) };
    return known.together;
  };
  return (order) => {
    if (order === null) return trust.anchorsFor(null);
    const { source } = order;
    return source.kind === 'push'
      ? ofEveryConnection()
      : trust.anchorsFor(connections.find(source.connectionId));
  };
}
