import { anyOf, type TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ConnectionParts } from './connectionParts.ts';

/** What an order's certificates should lead to. The same roots are the same object as long as connections stay. */
export type OrderAnchors = (order: Pick<OrderRow, 'connectionId' | 'pushOnly'>) => TrustAnchors;

/**
 * Finds the roots of orders. A private authority is one that the person gave to a connection; who pushes an order has
 * none, so those of all connections count for it.
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
  return ({ connectionId, pushOnly }) =>
    pushOnly ? ofEveryConnection() : trust.anchorsFor(connections.find(connectionId));
}
