import type { AuthorityRecords } from '#main/monitoring/authority/authorityRecords.ts';
import type { Deployments } from '#main/monitoring/places/deployments.ts';
import type { Annotations } from '#main/orders/annotations/annotations.ts';
import type { OrderFacts } from '#main/orders/list/orderIndex.ts';
import type { OrderService } from '#main/orders/list/orderService.ts';
import type { OrdersChange, RowPart } from '#main/orders/list/rowParts.ts';
import { LeadTimeCache } from '#main/orders/renewals/leadTimeCache.ts';
import { OrderHistories } from '#main/orders/renewals/orderHistories.ts';
import { disposeAll } from '#main/platform/disposable.ts';
import type { KeyedEvent } from '#main/platform/keyedEmitter.ts';
import { createSpanRepository } from '#main/storage/spanRepository.ts';
import type { PushOrders } from '#main/webhook/inbox/pushOrders.ts';
import type { OrderDetails, OrderRow } from '#shared/domain/order.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Base } from './base.ts';

/** All orders, pulled and push-only, as the list, the tray and the alerts show them. */
export interface OrderDirectory
  extends Pick<OrderService, 'addedAt' | 'add' | 'setAlias' | 'accepted' | 'accept' | 'remove' | 'restore'> {
  readonly onDidChange: KeyedEvent<RowPart, OrdersChange>;
  /** What the statuses of all orders that were not removed follow from. */
  facts(): Iterable<OrderFacts>;
  /** Every order that was not removed. */
  list(): readonly OrderRow[];
  get(id: string): OrderRow | null;
  /** Everything about one order. Errors: `unknownId`, `storage`. */
  details(id: string): Result<OrderDetails>;
  /** Sets the tags and the note of an order. Errors: `unknownId`, `invalidInput`, `storage`. */
  annotate(id: string, tagText: string, noteText: string): Result<null>;
  /** Changes tags of those of the orders that exist, all or none. Errors: `unknownId`, `invalidInput`, `storage`. */
  tag(ids: readonly string[], added: readonly string[], removed: readonly string[]): Result<null>;
}

/**
 * Combines both kinds; an id belongs to one of them. Lead times in rows are up to date when a change is reported; changes
 * of deployment facts, annotations and news are events of `deployments`, `annotations` and `authorities`.
 */
export function createOrderDirectory(
  pulled: OrderService,
  pushed: PushOrders,
  leads: Pick<LeadTimeCache, 'withLeads'>,
  deployments: Pick<Deployments, 'withFact'>,
  annotations: Pick<Annotations, 'annotated' | 'set' | 'tag'>,
  authorities: Pick<AuthorityRecords, 'withNews'>,
): OrderDirectory {
  const complete = (rows: readonly OrderRow[]): readonly OrderRow[] =>
    leads
      .withLeads(rows)
      .map((row) => annotations.annotated(authorities.withNews(deployments.withFact(row))));
  const ownerOf = (id: string) => (pushed.find(id) === null ? pulled : pushed);
  const onDidChange: OrderDirectory['onDidChange'] = (parts, listener) => {
    const subscriptions = [pulled.onDidChange(parts, listener), pushed.onDidChange(parts, listener)];
    return {
      dispose: () => {
        disposeAll(subscriptions);
      },
    };
  };
  return {
    onDidChange,
    *facts() {
      for (const order of pulled.facts()) yield authorities.withNews(deployments.withFact(order));
      for (const order of pushed.list()) yield authorities.withNews(deployments.withFact(order));
    },
    list: () => complete([...pulled.list(), ...pushed.list()]),
    get: (id) => {
      const order = pulled.get(id) ?? pushed.get(id);
      return order === null ? null : (complete([order])[0] ?? null);
    },
    addedAt: (id) => pulled.addedAt(id) ?? pushed.addedAt(id),
    add: (connectionId, text) => pulled.add(connectionId, text),
    details: (id) => ownerOf(id).details(id),
    annotate: (id, tagText, noteText) =>
      pulled.get(id) === null && pushed.get(id) === null
        ? err({ kind: 'unknownId' })
        : annotations.set(id, tagText, noteText),
    tag: (ids, added, removed) => {
      const known = ids.filter((id) => pulled.get(id) !== null || pushed.get(id) !== null);
      return known.length === 0 ? err({ kind: 'unknownId' }) : annotations.tag(known, added, removed);
    },
    setAlias: (id, text) => ownerOf(id).setAlias(id, text),
    // The names of a push-only order are approved with each delivery, so it has no accepted baseline.
    accepted: (id) => pulled.accepted(id),
    accept: (id, fingerprint256) => pulled.accept(id, fingerprint256),
    remove: (ids) => {
      const removed = pulled.remove(ids);
      return removed.ok ? pushed.remove(ids) : removed;
    },
    restore: (ids) => restoreEach(ids, pulled, pushed),
  };
}

function restoreEach(ids: readonly string[], pulled: OrderService, pushed: PushOrders): Result<null> {
  const results = [pulled.restore(ids), pushed.restore(ids)];
  const failed = results.find((result) => !result.ok && result.error.kind !== 'unknownId');
  if (failed !== undefined) return failed;
  return results.some(({ ok }) => ok) ? ok(null) : err({ kind: 'unknownId' });
}

export interface Renewals {
  readonly histories: OrderHistories;
  readonly leads: LeadTimeCache;
}

/** Creates the histories of all orders, and the lead times that follow from them. */
export function createRenewals(
  { lifetime, database, logger }: Pick<Base, 'lifetime' | 'database' | 'logger'>,
  pulled: OrderService,
  pushed: PushOrders,
): Renewals {
  const histories = new OrderHistories(createSpanRepository(database), () => pushed.histories());
  const leads = new LeadTimeCache({
    histories,
    order: (id) => pulled.get(id) ?? pushed.get(id),
    logger,
  });
  // Subscribed before every listener that reads lead times.
  lifetime.close(pulled.onDidChange('all', (change) => leads.ordersChanged(change)));
  lifetime.close(pushed.onDidChange('all', (change) => leads.ordersChanged(change)));
  return { histories, leads };
}
