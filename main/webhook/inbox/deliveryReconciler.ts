import type { OrderService } from '#main/orders/list/orderService.ts';
import type { Renewal } from '#main/orders/list/rowParts.ts';
import type { OrderPoller } from '#main/orders/polling/orderPoller.ts';
import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { type CertificateFacts, isOlder } from '#shared/domain/certificate.ts';
import type { DeliveryVerdict, WaitingReason } from '#shared/domain/delivery.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { ChainCheck } from './chainCheck.ts';
import type { DeliveryRecord, PushOrder, VerdictChange } from './deliveryRecord.ts';
import { type DeliveryStore, isOpen } from './deliveryStore.ts';
import { type OrderNames, resolveOrderName } from './orderNames.ts';
import type { PushOrders } from './pushOrders.ts';
import { validatePushDeliveries, validFrom } from './validatePushDelivery.ts';

export interface DeliveryReconcilerPorts {
  readonly store: DeliveryStore;
  readonly names: OrderNames;
  readonly pushOrders: PushOrders;
  readonly checkChain: ChainCheck;
  /** The pulled orders only. */
  readonly orders: Pick<OrderService, 'get' | 'onDidChange'>;
  readonly poller: Pick<OrderPoller, 'poll' | 'onDidPoll'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/** A pulled order with deliveries that wait for the service's answer. */
interface Check {
  isRequested: boolean;
  /** How many repeated polls were requested since the last delivery. */
  repeats: number;
  /** Limits the wait for an answer, or delays the next repeated poll. */
  timer: Disposable | null;
}

/** A service may deliver before its API gives the new leaf, and a poll in flight may have missed it. */
const REPEAT_AFTER_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS] as const;

/** A poll can be held up, for instance by a paused connection or a locked keychain. */
const ANSWER_WAIT_MS = 2 * MINUTE_MS;

/** Updates the verdicts of deliveries: when they arrive, when orders change or were polled, and when the user decides. */
export class DeliveryReconciler implements Disposable {
  readonly #ports: DeliveryReconcilerPorts;
  /** By order id. */
  readonly #checks = new Map<string, Check>();
  readonly #subscriptions: readonly Disposable[];
  /** Ids of the deliveries that arrived in this turn of the event loop: they are reconciled together. */
  #fresh: string[] = [];
  #turn: Disposable | null = null;
  /** Until the first delivery that waits for its time is valid. */
  #wake: Disposable | null = null;

  constructor(ports: DeliveryReconcilerPorts) {
    this.#ports = ports;
    this.#subscriptions = [
      ports.store.onDidKeep((records) => this.#kept(records)),
      ports.orders.onDidChange(['existence', 'certificate', 'poll'], ({ upserts, removed, renewed }) => {
        this.#ordersChanged([...upserts, ...removed]);
        this.#renewed(renewed);
      }),
      ports.poller.onDidPoll((results) => this.#polled(results.map(({ orderId }) => orderId))),
      ports.pushOrders.onDidChange(['existence', 'certificate'], ({ upserts, removed }) =>
        this.#namesChanged([...upserts, ...removed]),
      ),
    ];
  }

  /**
   * Resumes deliveries left open by the previous run. Polls again unless an answer newer than the delivery is known. A
   * certificate that differed from the delivery was newer; if the two are equal now, the service gave it later.
   */
  start(): void {
    const { store, orders, clock } = this.#ports;
    const answered: DeliveryRecord[] = [];
    const others: DeliveryRecord[] = [];
    for (const record of store.open()) {
      const resolved = resolveOrderName(record, this.#ports);
      const isSame = resolved.kind === 'pulled' && resolved.order.id === record.orderId;
      (isSame && waitsFor('leafDiffers', record) ? answered : others).push(record);
    }
    store.writeVerdicts(
      answered.flatMap((record) => {
        const order = orders.get(record.orderId ?? '');
        if (order === null) return [];
        // From now on its polls count, without a request.
        this.#checkOf(order.id);
        // A failure since then says nothing about the certificate: it still differs.
        const verdict = matchAgainstService(record.leaf, { ...order, failure: null }, clock.now());
        return { id: record.id, orderId: order.id, verdict };
      }),
    );
    this.reconcile(others);
  }

  /**
   * Determines the verdicts of open deliveries from scratch; polls the pulled orders among theirs. Skips settled ones.
   * @param approvedId the delivery for a push-only order that the user approved
   */
  reconcile(records: readonly DeliveryRecord[], approvedId: string | null = null): void {
    const { pushOrders, store } = this.#ports;
    const changes: VerdictChange[] = [];
    const toPoll = new Set<string>();
    const pushed = new Map<string, { readonly order: PushOrder; readonly deliveries: DeliveryRecord[] }>();
    for (const record of records.filter(isOpen)) {
      const { id } = record;
      const resolved = resolveOrderName(record, this.#ports);
      switch (resolved.kind) {
        case 'unknown':
          changes.push({ id, orderId: null, verdict: { kind: 'waiting', reason: { kind: 'unknownName' } } });
          break;
        case 'gone':
          changes.push(goneOf(id, resolved.orderId));
          break;
        case 'pulled':
          changes.push({ id, orderId: resolved.order.id, verdict: { kind: 'checking' } });
          toPoll.add(resolved.order.id);
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
      const verdicts = validatePushDeliveries(order, deliveries, approvedId, this.#ports);
      changes.push(...verdicts.changes);
      accepted.push(...verdicts.acceptedIds);
    }
    store.writeVerdicts(changes);
    pushOrders.accepted(accepted.flatMap((id) => store.get(id) ?? []));
    this.#check([...toPoll]);
    this.#wakeWhenValid();
  }

  /** Deliveries whose certificate is not valid yet are judged again when it is: nothing but time is missing. */
  #wakeWhenValid(): void {
    const { store, clock, scheduler } = this.#ports;
    const early = () => store.open().filter((record) => waitsFor('notYetValid', record));
    const first = Math.min(...early().map(({ leaf }) => validFrom(leaf)));
    this.#wake?.dispose();
    this.#wake = null;
    if (first === Number.POSITIVE_INFINITY) return;
    this.#wake = scheduler.after(Math.max(MINUTE_MS, first - clock.now()), () =>
      this.reconcile(early().filter(({ leaf }) => validFrom(leaf) <= clock.now())),
    );
  }

  dispose(): void {
    disposeAll(this.#subscriptions);
    this.#turn?.dispose();
    this.#wake?.dispose();
    for (const orderId of [...this.#checks.keys()]) this.#endCheck(orderId);
  }

  /** Verdicts are determined after the sender got its answer; until then a known name is shown as `checking`. */
  #kept(records: readonly DeliveryRecord[]): void {
    this.#ports.store.showVerdicts(
      records.flatMap((record) => {
        const { id, hookId, orderName } = record;
        const orderId = this.#ports.names.get(hookId, orderName);
        const isUnknown = orderId === null || resolveOrderName(record, this.#ports).kind === 'unknown';
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
    const { store, orders } = this.#ports;
    const changes: VerdictChange[] = [];
    const returned: DeliveryRecord[] = [];
    for (const orderId of ids) {
      const open = store.openOf(orderId);
      const isGone = orders.get(orderId) === null;
      if (open.length === 0 || isGone) this.#endCheck(orderId);
      if (isGone) changes.push(...open.map(({ id }) => goneOf(id, orderId)));
      else returned.push(...open.filter((record) => waitsFor('orderGone', record)));
    }
    store.writeVerdicts(changes);
    this.reconcile(returned);
  }

  #polled(orderIds: readonly string[]): void {
    const { store, orders, clock } = this.#ports;
    const changes: VerdictChange[] = [];
    for (const orderId of orderIds) {
      const open = store.openOf(orderId).filter((record) => !waitsFor('orderGone', record));
      const order = orders.get(orderId);
      if (open.length === 0 || order === null || !this.#isAnswer(orderId)) continue;
      const matched = open.map(({ id, leaf }) => ({
        id,
        orderId,
        verdict: matchAgainstService(leaf, order, clock.now()),
      }));
      changes.push(...matched);
      if (matched.some((change) => waitsFor('leafDiffers', change))) this.#checkLater(orderId);
    }
    store.writeVerdicts(changes);
  }

  /** Deliveries of a certificate that was replaced are superseded. */
  #renewed(renewals: readonly Renewal[]): void {
    if (renewals.length === 0) return;
    const { store, clock } = this.#ports;
    const former = new Map(renewals.map(({ orderId, from }) => [orderId, from]));
    const at = clock.now();
    store.writeVerdicts(
      store
        .list()
        .filter(({ verdict }) => verdict.kind === 'confirmed')
        .filter(({ orderId, leaf }) => orderId !== null && former.get(orderId) === leaf.fingerprint256)
        .map(({ id, orderId }) => ({ id, orderId, verdict: { kind: 'superseded', at } })),
    );
  }

  /** Push-only orders were approved, removed or restored. */
  #namesChanged(orderIds: readonly string[]): void {
    const { store, names } = this.#ports;
    const changed = new Set(orderIds);
    this.reconcile(
      store.open().filter((record) => {
        const orderId = names.get(record.hookId, record.orderName);
        return orderId !== null && changed.has(orderId);
      }),
    );
  }

  /** Polls orders that new deliveries are for: each once, however many deliveries wait for it. */
  #check(orderIds: readonly string[]): void {
    const idle = orderIds.filter((orderId) => {
      const check = this.#checkOf(orderId);
      check.repeats = 0;
      return !check.isRequested;
    });
    this.#poll(idle);
  }

  /** Polls an order again later, up to three times; then only the regular polls are left. */
  #checkLater(orderId: string): void {
    const check = this.#checkOf(orderId);
    const delayMs = REPEAT_AFTER_MS[check.repeats];
    if (check.timer !== null || delayMs === undefined) return;
    check.repeats += 1;
    check.timer = this.#ports.scheduler.after(delayMs, () => {
      check.timer = null;
      this.#poll([orderId]);
    });
  }

  #poll(orderIds: readonly string[]): void {
    const { scheduler, poller } = this.#ports;
    for (const orderId of orderIds) {
      const check = this.#checkOf(orderId);
      check.isRequested = true;
      check.timer?.dispose();
      check.timer = scheduler.after(ANSWER_WAIT_MS, () => {
        check.timer = null;
        check.isRequested = false;
        this.#unanswered(orderId);
      });
    }
    if (orderIds.length > 0) void poller.poll(orderIds);
  }

  /** A poll of an order ended. @returns whether deliveries of that order were waiting for it */
  #isAnswer(orderId: string): boolean {
    const check = this.#checks.get(orderId);
    if (check?.isRequested === true) {
      check.isRequested = false;
      check.timer?.dispose();
      check.timer = null;
    }
    return check !== undefined;
  }

  #unanswered(orderId: string): void {
    const { store } = this.#ports;
    store.writeVerdicts(
      store
        .openOf(orderId)
        .filter(({ verdict }) => verdict.kind === 'checking')
        .map(({ id }) => ({
          id,
          orderId,
          verdict: { kind: 'waiting', reason: { kind: 'notAsked', error: null } },
        })),
    );
  }

  #checkOf(orderId: string): Check {
    const check = this.#checks.get(orderId) ?? { isRequested: false, repeats: 0, timer: null };
    this.#checks.set(orderId, check);
    return check;
  }

  /** No delivery waits for this order any more. */
  #endCheck(orderId: string): void {
    this.#checks.get(orderId)?.timer?.dispose();
    this.#checks.delete(orderId);
  }
}

function goneOf(id: string, orderId: string): VerdictChange {
  return { id, orderId, verdict: { kind: 'waiting', reason: { kind: 'orderGone' } } };
}

function waitsFor(kind: WaitingReason['kind'], { verdict }: Pick<DeliveryRecord, 'verdict'>): boolean {
  return verdict.kind === 'waiting' && verdict.reason.kind === kind;
}

type ServiceAnswer = Pick<OrderRow, 'failure' | 'fingerprint256' | 'notBefore' | 'notAfter'>;

/** The verdict on a delivery after a poll of its order. An answer from before the delivery says nothing about it. */
export function matchAgainstService(
  leaf: CertificateFacts,
  { failure, fingerprint256, notBefore, notAfter }: ServiceAnswer,
  now: number,
): DeliveryVerdict {
  if (failure !== null || fingerprint256 === null || notBefore === null || notAfter === null) {
    return { kind: 'waiting', reason: { kind: 'notAsked', error: failure } };
  }
  if (fingerprint256 === leaf.fingerprint256) return { kind: 'confirmed', at: now };
  return isOlder(leaf, { fingerprint256, notBefore, notAfter })
    ? { kind: 'superseded', at: now }
    : { kind: 'waiting', reason: { kind: 'leafDiffers', fingerprint256, notAfter } };
}
