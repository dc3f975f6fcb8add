import type { OrderRow } from '#shared/domain/order.ts';
import { type AppDelta, type AppSnapshot, fromColumns } from '#shared/domain/snapshot.ts';

/** The renderer's form of main's state: orders as rows by id instead of columns, lists as sets. */
export interface Projection extends Omit<AppSnapshot, 'orders' | 'polling'> {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly polling: ReadonlySet<string>;
}

export function projectSnapshot(snapshot: AppSnapshot): Projection {
  return {
    ...snapshot,
    orders: new Map(fromColumns(snapshot.orders).map((row) => [row.id, row])),
    polling: new Set(snapshot.polling),
  };
}

/**
 * Applies one delta. An older or equal revision changes nothing and returns the same object; `'gap'`: a revision in
 * between was missed, so the snapshot has to be read again.
 */
export function applyDelta(known: Projection, delta: AppDelta): Projection | 'gap' {
  if (delta.revision <= known.revision) return known;
  if (delta.revision > known.revision + 1) return 'gap';
  const { orders, polling, locale, ...parts } = delta;
  return {
    ...known,
    ...parts,
    orders: orders === undefined ? known.orders : changedOrders(known.orders, orders),
    polling: polling === undefined ? known.polling : new Set(polling),
    app: locale === undefined ? known.app : { ...known.app, locale },
  };
}

function changedOrders(
  known: ReadonlyMap<string, OrderRow>,
  { upserts, removed }: NonNullable<AppDelta['orders']>,
): ReadonlyMap<string, OrderRow> {
  const orders = new Map(known);
  for (const id of removed) orders.delete(id);
  for (const row of fromColumns(upserts)) orders.set(row.id, row);
  return orders;
}
