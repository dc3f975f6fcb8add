import type { OrdersChange, Renewal } from '#main/orders/orders/orderService.ts';
import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import type { Event } from '#main/platform/emitter.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { DeliveryVerdict } from '#shared/domain/delivery.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { DeliveryRecord, PushOrder } from './deliveryRecord.ts';
import type { DeliveryStore } from './deliveryStore.ts';
import { type InboxViews, isOpen } from './inboxViews.ts';
import type { OrderNameResolver, OrderNames } from './orderNames.ts';
import { PullChecks } from './pullChecks.ts';
import type { PushDeliveryValidator } from './pushDeliveryValidator.ts';
import type { PushOrders } from './pushOrders.ts';
import type { VerdictChange, VerdictWriter } from './verdictWriter.ts';

interface DeliveryReconcilerPorts {
  readonly store: DeliveryStore;
  readonly views: InboxViews;
  readonly names: OrderNames;
  readonly resolver: OrderNameResolver;
  readonly writer: VerdictWriter;
  readonly pushOrders: PushOrders;
  readonly validator: PushDeliveryValidator;
  /** The pulled orders alone. */
  readonly orders: { get(id: string): OrderRow | null; readonly onDidChange: Event<OrdersChange> };
  readonly askFor: (orderIds: readonly string[]) => void;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/** Finds out what deliveries count for: when they come, when orders change, and when the person says something new. */
export class DeliveryReconciler implements Disposable {
  readonly #ports: DeliveryReconcilerPorts;
  readonly #checks: PullChecks;
  readonly #subscriptions: readonly Disposable[];
  /** Ids of deliveries that came in this turn: they are judged together. */
  #fresh: string[] = [];
  #turn: Disposable | null = null;

  constructor(ports: DeliveryReconcilerPorts) {
    this.#ports = ports;
    this.#checks = new PullChecks({
      order: (id) => ports.orders.get(id),
      askFor: ports.askFor,
      unanswered: (orderId) => this.#unanswered(orderId),
      scheduler: ports.scheduler,
    });
    this.#subscriptions = [
      ports.store.onDidKeep((records) => this.#kept(records)),
      ports.orders.onDidChange(({ upserts, removed, renewed }) => {
        this.#ordersChanged([...upserts, ...removed]);
        this.#renewed(renewed);
      }),
      ports.pushOrders.onDidChange(({ upserts, removed }) => this.#namesChanged([...upserts, ...removed])),
    ];
  }

  /**
   * Takes up what a former session left: the service is asked again wherever its answer after the delivery is not known
   * for sure. It is where the leaves differed: an equal one now was given later.
   */
  start(): void {
    const { views, orders, writer, clock } = this.#ports;
    const answered: DeliveryRecord[] = [];
    const others: DeliveryRecord[] = [];
    for (const record of views.open()) {
      const { verdict } = record;
      const isAnswered = verdict.kind === 'waiting' && verdict.reason.kind === 'leafDiffers';
      const resolved = this.#ports.resolver.of(record.hookId, record.orderName);
      const isSame = resolved.kind === 'pulled' && resolved.order.id === record.orderId;
      (isAnswered && isSame ? answered : others).push(record);
    }
    writer.write(
      answered.flatMap((record) => {
        const order = orders.get(record.orderId ?? '');
        if (order === null) return [];
        this.#checks.watch(order.id);
        // With a failure since, what differed still does, as far as is known.
        const verdict = matchAgainstService(record.leaf, { ...order, failure: null }, clock.now());
        return { id: record.id, orderId: order.id, verdict };
      }),
    );
    this.reconcile(others);
  }

  /**
   * Judges deliveries from the beginning: for those of pulled orders the service is asked. Settled ones are passed over.
   * @param approvedId one for a push-only order that the person approved
   */
  reconcile(records: readonly DeliveryRecord[], approvedId: string | null = null): void {
    const { validator, writer, pushOrders, store } = this.#ports;
    const changes: VerdictChange[] = [];
    const toAsk = new Set<string>();
    const pushed = new Map<string, { readonly order: PushOrder; readonly deliveries: DeliveryRecord[] }>();
    for (const record of records.filter(isOpen)) {
      const { id } = record;
      const resolved = this.#ports.resolver.of(record.hookId, record.orderName);
      switch (resolved.kind) {
        case 'unknown':
          changes.push({ id, orderId: null, verdict: { kind: 'waiting', reason: { kind: 'unknownName' } } });
          break;
        case 'gone':
          changes.push(goneOf(id, resolved.orderId));
          break;
        case 'pulled':
          changes.push({ id, orderId: resolved.order.id, verdict: { kind: 'checking' } });
          toAsk.add(resolved.order.id);
          break;
        case 'pushed': {
          const { order } = resolved;
          const group = pushed.get(order.id) ?? { order, deliveries: [] };
          group.deliveries.push(record);
          pushed.set(order.id, group);
        }
      }
    }
    const accepted: string[] = [];
    for (const { order, deliveries } of pushed.values()) {
      const verdicts = validator.validate(order, deliveries, approvedId);
      changes.push(...verdicts.changes);
      accepted.push(...verdicts.acceptedIds);
    }
    writer.write(changes);
    pushOrders.accepted(accepted.flatMap((id) => store.get(id) ?? []));
    this.#checks.ask([...toAsk]);
  }

  dispose(): void {
    disposeAll(this.#subscriptions);
    this.#turn?.dispose();
    this.#checks.dispose();
  }

  /** The sender is answered first: a verdict has time. Nobody sees an unknown name meanwhile where it is known. */
  #kept(records: readonly DeliveryRecord[]): void {
    this.#ports.writer.show(
      records.flatMap(({ id, hookId, orderName }) => {
        const orderId = this.#ports.names.get(hookId, orderName);
        const isUnknown = orderId === null || this.#ports.resolver.of(hookId, orderName).kind === 'unknown';
        return isUnknown ? [] : { id, orderId, verdict: { kind: 'checking' } };
      }),
    );
    this.#fresh.push(...records.map(({ id }) => id));
    this.#turn ??= this.#ports.scheduler.after(0, () => {
      this.#turn = null;
      const ids = this.#fresh;
      this.#fresh = [];
      this.reconcile(ids.flatMap((id) => this.#ports.store.get(id) ?? []));
    });
  }

  #ordersChanged(ids: readonly string[]): void {
    const { views, orders, writer, clock } = this.#ports;
    const changes: VerdictChange[] = [];
    const returned: DeliveryRecord[] = [];
    for (const orderId of ids) {
      const open = views.openOf(orderId);
      if (open.length === 0) {
        this.#checks.forget(orderId);
        continue;
      }
      const order = orders.get(orderId);
      if (order === null) {
        this.#checks.forget(orderId);
        changes.push(...open.map(({ id }) => goneOf(id, orderId)));
        continue;
      }
      returned.push(...open.filter(isOrphan));
      if (!this.#checks.isAnswered(orderId)) continue;
      const judged = open
        .filter((record) => !isOrphan(record))
        .map(({ id, leaf }) => ({ id, orderId, verdict: matchAgainstService(leaf, order, clock.now()) }));
      changes.push(...judged);
      if (judged.some(({ verdict }) => isDifferent(verdict))) this.#checks.repeat(orderId);
    }
    writer.write(changes);
    this.reconcile(returned);
  }

  /** What was confirmed as the former leaf of an order is not what anybody should deploy now. */
  #renewed(renewals: readonly Renewal[]): void {
    if (renewals.length === 0) return;
    const { store, writer, clock } = this.#ports;
    const former = new Map(renewals.map(({ orderId, from }) => [orderId, from]));
    const at = clock.now();
    writer.write(
      store
        .list()
        .filter(({ verdict }) => verdict.kind === 'confirmed')
        .filter(({ orderId, leaf }) => orderId !== null && former.get(orderId) === leaf.fingerprint256)
        .map(({ id, orderId }) => ({ id, orderId, verdict: { kind: 'superseded', at } })),
    );
  }

  /** What the person has approved, removed or restored may settle what waits. */
  #namesChanged(orderIds: readonly string[]): void {
    const { views, names } = this.#ports;
    const changed = new Set(orderIds);
    this.reconcile(
      views.open().filter((record) => {
        const orderId = names.get(record.hookId, record.orderName);
        return orderId !== null && changed.has(orderId);
      }),
    );
  }

  #unanswered(orderId: string): void {
    const { views, writer } = this.#ports;
    writer.write(
      views
        .openOf(orderId)
        .filter(({ verdict }) => verdict.kind === 'checking')
        .map(({ id }) => ({
          ...{ id, orderId },
          verdict: { kind: 'waiting', reason: { kind: 'notAsked', error: null } },
        })),
    );
  }
}

function goneOf(id: string, orderId: string): VerdictChange {
  return { id, orderId, verdict: { kind: 'waiting', reason: { kind: 'orderGone' } } };
}

function isOrphan({ verdict }: Pick<DeliveryRecord, 'verdict'>): boolean {
  return verdict.kind === 'waiting' && verdict.reason.kind === 'orderGone';
}

function isDifferent(verdict: VerdictChange['verdict']): boolean {
  return verdict.kind === 'waiting' && verdict.reason.kind === 'leafDiffers';
}

/** What the service said of an order when it was last asked. */
type ServiceAnswer = Pick<OrderRow, 'failure' | 'fingerprint256' | 'notBefore' | 'notAfter'>;

/**
 * What a delivery counts for after the service was asked for its order. Only to be called with an answer that came after
 * the delivery: a leaf that the service gave before it says nothing of it.
 * @param now Unix ms
 */
export function matchAgainstService(
  leaf: CertificateFacts,
  answer: ServiceAnswer,
  now: number,
): DeliveryVerdict {
  const { failure, fingerprint256, notBefore, notAfter } = answer;
  if (failure !== null || fingerprint256 === null || notBefore === null || notAfter === null) {
    return { kind: 'waiting', reason: { kind: 'notAsked', error: failure } };
  }
  if (fingerprint256 === leaf.fingerprint256) return { kind: 'confirmed', at: now };
  return isSuperseded(leaf, { notBefore, notAfter })
    ? { kind: 'superseded', at: now }
    : { kind: 'waiting', reason: { kind: 'leafDiffers', fingerprint256, notAfter } };
}

/**
 * Whether the service has a newer leaf than the delivered one. The beginning decides: lifetimes get shorter, so that an
 * old leaf may well end after the new one that the service is about to give.
 */
function isSuperseded(
  delivered: CertificateFacts,
  given: { readonly notBefore: number; readonly notAfter: number },
): boolean {
  if (given.notBefore !== delivered.notBefore) return given.notBefore > delivered.notBefore;
  return given.notAfter > delivered.notAfter;
}
