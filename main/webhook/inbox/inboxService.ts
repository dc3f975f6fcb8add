import type { OrdersChange } from '#main/orders/orders/orderService.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { type DeliveryView, isTrusted, isWaiting } from '#shared/domain/delivery.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { type ChainCheck, leafNames } from './chainCheck.ts';
import type { DeliveryKeys } from './deliveryKeys.ts';
import { DeliveryReconciler } from './deliveryReconciler.ts';
import type { DeliveryRecord, InboxRepository } from './deliveryRecord.ts';
import type { DeliveryStore } from './deliveryStore.ts';
import { InboxViews, isOpen, toView } from './inboxViews.ts';
import { OrderNameResolver, type OrderNames } from './orderNames.ts';
import { PushDeliveryValidator } from './pushDeliveryValidator.ts';
import type { PushOrders } from './pushOrders.ts';
import { VerdictWriter } from './verdictWriter.ts';

interface InboxServicePorts {
  readonly store: DeliveryStore;
  readonly repository: Pick<InboxRepository, 'setVerdicts'>;
  readonly keys: Pick<DeliveryKeys, 'remove'>;
  readonly names: OrderNames;
  readonly pushOrders: PushOrders;
  /** The pulled orders alone. */
  readonly orders: { get(id: string): OrderRow | null; readonly onDidChange: Event<OrdersChange> };
  /** Asks the service for these orders as soon as may be. */
  readonly askFor: (orderIds: readonly string[]) => void;
  /** Measures chains by what those of push-only orders have to lead to. */
  readonly checkChain: ChainCheck;
  /** Asks the person whether a delivery may count though the service is not asked. Errors: those of `AskConsent`. */
  readonly confirmApproval: (delivery: DeliveryView) => Promise<Result<null>>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/**
 * The inbox: what deliveries count for, and what the person can do about those that wait. A delivery is a hint. It
 * changes nothing by itself: the service is asked, or the rules of a push-only order decide.
 */
export class InboxService implements Disposable {
  readonly #ports: InboxServicePorts;
  readonly #views: InboxViews;
  readonly #writer: VerdictWriter;
  readonly #validator: PushDeliveryValidator;
  readonly #resolver: OrderNameResolver;
  readonly #reconciler: DeliveryReconciler;
  readonly #changed = new Emitter<void>('inboxService.changed');
  readonly #subscription: Disposable;

  /** Anything in the inbox changed. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: InboxServicePorts) {
    const { store, repository, logger, pushOrders, clock } = ports;
    this.#ports = ports;
    this.#views = new InboxViews(store);
    this.#writer = new VerdictWriter(store, repository, logger);
    this.#validator = new PushDeliveryValidator(store, pushOrders, ports.checkChain, clock);
    this.#resolver = new OrderNameResolver(ports.names, (id) => ports.orders.get(id), pushOrders);
    this.#reconciler = new DeliveryReconciler({
      ...ports,
      views: this.#views,
      writer: this.#writer,
      validator: this.#validator,
      resolver: this.#resolver,
    });
    this.#subscription = store.onDidChange(() => this.#changed.fire());
  }

  /** Takes up what a former session left. To be called once, when orders can be asked for. */
  start(): void {
    this.#reconciler.start();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#reconciler.dispose();
  }

  /** What the window shows: those that wait first, then the newest; at most `INBOX_SHOWN_MAX`. */
  list(): readonly DeliveryView[] {
    return this.#views.shown();
  }

  /** Every delivery that needs a person, oldest first. */
  waiting(): readonly DeliveryView[] {
    return this.#views.open().filter(isWaiting).map(toView);
  }

  /** Every delivery that is not settled, those that the service is being asked about too; oldest first. */
  open(): readonly DeliveryView[] {
    return this.#views.open().map(toView);
  }

  /** Whether the name of a hook's order means an order that is there. */
  isMapped(hookId: string, orderName: string): boolean {
    return ['pulled', 'pushed'].includes(this.#resolver.of(hookId, orderName).kind);
  }

  /**
   * Says which order, pulled or push-only, the name in a delivery means. All that is not settled under that name is
   * judged anew. Errors: `unknownId` (of either), `storage`.
   */
  map(deliveryId: string, orderId: string): Result<null> {
    const { store, names, orders, pushOrders } = this.#ports;
    const record = store.get(deliveryId);
    const order = orders.get(orderId) ?? pushOrders.find(orderId);
    if (record === null || order === null) return err({ kind: 'unknownId' });
    const { hookId, orderName } = record;
    return this.#afterwards(names.set(hookId, orderName, orderId), hookId, orderName);
  }

  /** Forgets what the name in a delivery means: what is not settled under it waits. Errors: `unknownId`, `storage`. */
  unmap(deliveryId: string): Result<null> {
    const record = this.#ports.store.get(deliveryId);
    if (record === null) return err({ kind: 'unknownId' });
    const { hookId, orderName } = record;
    return this.#afterwards(this.#ports.names.remove(hookId, orderName), hookId, orderName);
  }

  /** As `approve`, once the person agreed. Errors besides: those of `AskConsent`. */
  async askToApprove(deliveryId: string): Promise<Result<null>> {
    const { store, confirmApproval } = this.#ports;
    const record = store.get(deliveryId);
    if (record === null || !isOpen(record)) return this.approve(deliveryId);
    const consent = await confirmApproval(toView(record));
    return consent.ok ? this.approve(deliveryId) : consent;
  }

  /**
   * Takes the name in a delivery for a push-only order with the names of its leaf, and the delivery for that order. The
   * person's decision overrides other names (`namesDiffer`) and an earlier end (`notAfterBack`). It does not override a
   * chain that does not verify, or a leaf that is not valid now: the delivery then goes on waiting and says so, and the
   * names of an order that there is stay as they were. Errors: `unknownId` (not there, or settled), `invalidInput` when
   * the name means an order that the service can be asked for, `storage`.
   */
  approve(deliveryId: string): Result<null> {
    const { store, names, pushOrders } = this.#ports;
    const record = store.get(deliveryId);
    if (record !== null && isTrusted(record)) return ok(null);
    if (record === null || !isOpen(record)) return err({ kind: 'unknownId' });
    const { hookId, orderName } = record;
    const resolved = this.#resolver.of(hookId, orderName);
    if (resolved.kind === 'pulled') {
      return err({ kind: 'invalidInput', field: 'name', reason: 'alreadyExists' });
    }
    const approvedNames = leafNames(record.leaf);
    if (resolved.kind === 'pushed') {
      const { acceptedIds } = this.#validator.validate(resolved.order, [record], deliveryId);
      if (!acceptedIds.includes(deliveryId)) {
        this.#reconciler.reconcile([record]);
        return ok(null);
      }
    }
    const formerId = names.get(hookId, orderName);
    const approved = pushOrders.approve({ hookId, name: orderName }, approvedNames, formerId);
    if (!approved.ok) return approved;
    const named = approved.value === formerId ? ok(null) : names.set(hookId, orderName, approved.value);
    // Without the name nothing would ever be delivered for it.
    if (!named.ok) pushOrders.remove([approved.value]);
    return this.#afterwards(named, hookId, orderName, deliveryId);
  }

  /** Asks the service, or the rules, once more; of a settled one nothing. Error: `unknownId`. */
  recheck(deliveryId: string): Result<null> {
    const record = this.#ports.store.get(deliveryId);
    if (record === null) return err({ kind: 'unknownId' });
    this.#reconciler.reconcile([record]);
    return ok(null);
  }

  /**
   * Discards deliveries and removes their keys for good. One that a push-only order has its certificate from loses its
   * key alone: with its verdict, the order would lose the end that no later delivery may come before. Ids that are not
   * there are passed over. Errors: `unknownId` when none is, `storage`; keys may be removed then.
   */
  discard(deliveryIds: readonly string[]): Result<null> {
    const { store, keys, clock, pushOrders } = this.#ports;
    const records = deliveryIds.flatMap((id) => store.get(id) ?? []);
    if (records.length === 0) return err({ kind: 'unknownId' });
    const held = records.filter(({ key }) => key === 'vault' || key === 'memory').map(({ id }) => id);
    const removed = held.length === 0 ? ok(null) : keys.remove(held, 'gone');
    if (!removed.ok) return removed;
    const at = clock.now();
    const isDiscardable = ({ id, verdict }: DeliveryRecord) =>
      verdict.kind !== 'discarded' && !pushOrders.isNeeded(id);
    return this.#writer.writeOrFail(
      records
        .filter(isDiscardable)
        .map(({ id, orderId }) => ({ id, orderId, verdict: { kind: 'discarded', at } })),
    );
  }

  /** A hook was removed, and its names with it: what is not settled of it waits. */
  hookRemoved(hookId: string): void {
    this.#ports.names.forgetHook(hookId);
    this.#reconciler.reconcile(this.#views.open().filter((record) => record.hookId === hookId));
  }

  #afterwards(
    done: Result<null>,
    hookId: string,
    orderName: string,
    approvedId: string | null = null,
  ): Result<null> {
    if (done.ok) this.#reconciler.reconcile(this.#views.openNamed(hookId, orderName), approvedId);
    return done;
  }
}
