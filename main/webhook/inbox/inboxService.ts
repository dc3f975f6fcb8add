import type { OrderList } from '#main/orders/list/orderList.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { type DeliveryView, type InboxCounts, isTrusted } from '#shared/domain/delivery.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { leafNames } from './chainCheck.ts';
import type { DeliveryKeys } from './deliveryKeys.ts';
import { DeliveryReconciler, type DeliveryReconcilerPorts } from './deliveryReconciler.ts';
import type { DeliveryRecord } from './deliveryRecord.ts';
import { type DeliveryStore, isOpen, toView } from './deliveryStore.ts';
import { resolveOrderName } from './orderNames.ts';
import { validatePushDeliveries } from './validatePushDelivery.ts';

interface InboxServicePorts extends DeliveryReconcilerPorts {
  readonly keys: Pick<DeliveryKeys, 'remove'>;
  readonly orderList: Pick<OrderList, 'remove'>;
  /** Asks the user whether to accept a delivery without asking the service. Errors: those of `AskConsent`. */
  readonly confirmApproval: (delivery: DeliveryView) => Promise<Result<null>>;
}

/**
 * The deliveries with their verdicts, and the user's actions on them. A delivery is only a hint: the service is polled
 * to confirm it, or the rules of a push-only order decide.
 */
export class InboxService implements Disposable {
  readonly #ports: InboxServicePorts;
  readonly #reconciler: DeliveryReconciler;

  /** Fires when a delivery was added, changed or removed. */
  readonly onDidChange: DeliveryStore['onDidChange'];

  constructor(ports: InboxServicePorts) {
    this.#ports = ports;
    this.#reconciler = new DeliveryReconciler(ports);
    this.onDidChange = ports.store.onDidChange;
  }

  /** Resumes the deliveries left open by the previous run. Call it once, when orders can be polled. */
  start(): void {
    this.#reconciler.start();
  }

  dispose(): void {
    this.#reconciler.dispose();
  }

  /** See `DeliveryStore.shown`. */
  list(): readonly DeliveryView[] {
    return this.#ports.store.shown();
  }

  counts(): InboxCounts {
    return { all: this.#ports.store.list().length, waiting: this.#ports.store.waiting().length };
  }

  /** The deliveries that need a decision of the user, oldest first. */
  waiting(): readonly DeliveryView[] {
    return this.#ports.store.waiting().map(toView);
  }

  /** The deliveries without a final verdict, oldest first. */
  open(): readonly DeliveryView[] {
    return this.#ports.store.open().map(toView);
  }

  /** Whether a name that a hook delivers is linked to an existing order. */
  isMapped(hookId: string, orderName: string): boolean {
    return ['pulled', 'pushed'].includes(resolveOrderName({ hookId, orderName }, this.#ports).kind);
  }

  /**
   * Links the name in a delivery to an order, pulled or push-only, and reconciles the open deliveries with that name.
   * Errors: `unknownId` (of either), `storage`.
   */
  map(deliveryId: string, orderId: string): Result<null> {
    const { store, names, orders, pushOrders } = this.#ports;
    const record = store.get(deliveryId);
    const order = orders.get(orderId) ?? pushOrders.find(orderId);
    if (record === null || order === null) return err({ kind: 'unknownId' });
    const { hookId, orderName } = record;
    return this.#afterwards(names.set(hookId, orderName, orderId), hookId, orderName);
  }

  /** Removes the link of the name in a delivery; open deliveries with that name wait. Errors: `unknownId`, `storage`. */
  unmap(deliveryId: string): Result<null> {
    const record = this.#ports.store.get(deliveryId);
    if (record === null) return err({ kind: 'unknownId' });
    const { hookId, orderName } = record;
    return this.#afterwards(this.#ports.names.remove(hookId, orderName), hookId, orderName);
  }

  /** As `approve`, after the user agreed. More errors: those of `AskConsent`. */
  async askToApprove(deliveryId: string): Promise<Result<null>> {
    const { store, confirmApproval } = this.#ports;
    const record = store.get(deliveryId);
    if (record === null || !isOpen(record)) return this.approve(deliveryId);
    const consent = await confirmApproval(toView(record));
    return consent.ok ? this.approve(deliveryId) : consent;
  }

  /**
   * Accepts a delivery for the push-only order of its name, which is created if there is none, and approves the names of its
   * leaf. See `PushRules.isApproved` for what this overrides; for another fault the delivery keeps waiting and the order stays.
   * Errors: `unknownId` (missing or settled), `invalidInput` if the name is linked to a pulled order, `storage`.
   */
  approve(deliveryId: string): Result<null> {
    const { store, names, pushOrders, orderList } = this.#ports;
    const record = store.get(deliveryId);
    if (record !== null && isTrusted(record)) return ok(null);
    if (record === null || !isOpen(record)) return err({ kind: 'unknownId' });
    const { hookId, orderName } = record;
    const resolved = resolveOrderName(record, this.#ports);
    if (resolved.kind === 'pulled') {
      return err({ kind: 'invalidInput', field: 'name', reason: 'alreadyExists' });
    }
    const linkedId = names.get(hookId, orderName);
    const linked = linkedId === null ? null : pushOrders.stored(linkedId);
    // A second order with this name would get the deliveries of the first one.
    const former = linked ?? pushOrders.named(hookId, orderName);
    const isAccepted =
      former === null ||
      validatePushDeliveries(former, [record], deliveryId, this.#ports).acceptedIds.includes(deliveryId);
    if (resolved.kind === 'pushed' && !isAccepted) {
      this.#reconciler.reconcile([record]);
      return ok(null);
    }
    // A removed order whose certificate this one can't replace comes back as it was.
    const approvedNames = isAccepted ? leafNames(record.leaf) : former.approvedNames;
    const approved = pushOrders.approve({ hookId, name: orderName }, approvedNames, former?.id ?? null);
    if (!approved.ok) return approved;
    const named = approved.value === linkedId ? ok(null) : names.set(hookId, orderName, approved.value);
    // Without the link no delivery would ever reach the order.
    if (!named.ok && former?.removedAt !== null) orderList.remove([approved.value]);
    return this.#afterwards(named, hookId, orderName, deliveryId);
  }

  /** Determines the verdict of an open delivery again. Error: `unknownId`. */
  recheck(deliveryId: string): Result<null> {
    const record = this.#ports.store.get(deliveryId);
    if (record === null) return err({ kind: 'unknownId' });
    this.#reconciler.reconcile([record]);
    return ok(null);
  }

  /**
   * Discards deliveries and deletes their keys. The current delivery of a push-only order only loses its key: later ones
   * are compared with it. Errors: `unknownId` if all are unknown, `storage` (keys may be deleted then).
   */
  discard(deliveryIds: readonly string[]): Result<null> {
    const { store, keys, clock, pushOrders } = this.#ports;
    const records = deliveryIds.flatMap((id) => store.get(id) ?? []);
    if (records.length === 0) return err({ kind: 'unknownId' });
    const removed = keys.remove(
      records.map(({ id }) => id),
      'gone',
    );
    if (!removed.ok) return removed;
    const at = clock.now();
    const isDiscardable = ({ id, verdict }: DeliveryRecord) =>
      verdict.kind !== 'discarded' && !pushOrders.isNeeded(id);
    const changes = records
      .filter(isDiscardable)
      .map(({ id, orderId }) => ({ id, orderId, verdict: { kind: 'discarded', at } as const }));
    return store.writeVerdictsOrFail(changes);
  }

  /** The clock was set: some deliveries and certificates were judged by a wrong time. */
  clockSet(): void {
    this.#reconciler.reconcile(this.#ports.store.open());
    this.#ports.pushOrders.judgeAgain();
  }

  /** A hook was removed, and its names with it: its open deliveries wait. */
  hookRemoved(hookId: string): void {
    this.#ports.names.forgetHook(hookId);
    this.#reconciler.reconcile(this.#ports.store.open().filter((record) => record.hookId === hookId));
  }

  #afterwards(
    done: Result<null>,
    hookId: string,
    orderName: string,
    approvedId: string | null = null,
  ): Result<null> {
    if (!done.ok) return done;
    const open = this.#ports.store.open();
    const named = open.filter((record) => record.hookId === hookId && record.orderName === orderName);
    this.#reconciler.reconcile(named, approvedId);
    return done;
  }
}
