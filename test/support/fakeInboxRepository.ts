import type { Sealed } from '#main/credentials/vault/vault.ts';
import type {
  DeliveryRecord,
  InboxRepository,
  NewDelivery,
  OrderName,
  PushOrder,
  SeenDelivery,
} from '#main/webhook/inbox/deliveryRecord.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** An inbox on a disk that a test can fill. Its contents survive a restart. */
export class FakeInboxRepository implements InboxRepository {
  readonly records = new Map<string, DeliveryRecord>();
  readonly keys = new Map<string, Sealed>();
  readonly orders = new Map<string, PushOrder>();
  names: readonly OrderName[] = [];
  seen: readonly SeenDelivery[] = [];
  isFull = false;
  /** How many deliveries each write of verdicts changed. */
  readonly verdictWrites: number[] = [];

  load(): DeliveryRecord[] {
    return [...this.records.values()];
  }

  loadSeen(): SeenDelivery[] {
    return [...this.seen];
  }

  loadNames(): OrderName[] {
    return [...this.names];
  }

  loadPushOrders(): PushOrder[] {
    return [...this.orders.values()];
  }

  keep(deliveries: readonly NewDelivery[]): Result<null> {
    return this.#write(() => {
      for (const { record, sealedKey, seen } of deliveries) {
        this.records.set(record.id, record);
        if (sealedKey !== null) this.keys.set(record.id, sealedKey);
        this.seen = [...this.seen, seen];
      }
    });
  }

  sealedKey(deliveryId: string): Result<Sealed | null> {
    return ok(this.keys.get(deliveryId) ?? null);
  }

  storeKeys(keys: readonly { readonly deliveryId: string; readonly sealed: Sealed }[]): Result<null> {
    return this.#write(() => {
      for (const { deliveryId, sealed } of keys) {
        this.keys.set(deliveryId, sealed);
        this.#change(deliveryId, { key: 'vault' });
      }
    });
  }

  setVerdicts(changes: readonly Pick<DeliveryRecord, 'id' | 'orderId' | 'verdict'>[]): Result<null> {
    return this.#write(() => {
      this.verdictWrites.push(changes.length);
      for (const { id, orderId, verdict } of changes) this.#change(id, { orderId, verdict });
    });
  }

  removeKeys(ids: readonly string[], key: DeliveryRecord['key']): Result<null> {
    return this.#write(() => {
      for (const id of ids) {
        this.keys.delete(id);
        this.#change(id, { key });
      }
    });
  }

  remove(ids: readonly string[]): Result<null> {
    return this.#write(() => {
      for (const id of ids) {
        this.records.delete(id);
        this.keys.delete(id);
      }
    });
  }

  forgetSeen(seen: readonly SeenDelivery[]): Result<null> {
    return this.#write(() => {
      this.seen = this.seen.filter((one) => !seen.includes(one));
    });
  }

  setName(name: OrderName): Result<null> {
    return this.#write(() => {
      this.names = [...this.#without(name.hookId, name.name), name];
    });
  }

  removeName(hookId: string, name: string): Result<null> {
    return this.#write(() => {
      this.names = this.#without(hookId, name);
    });
  }

  savePushOrder(order: PushOrder): Result<null> {
    return this.#write(() => {
      this.orders.set(order.id, order);
    });
  }

  vacuum(): Result<null> {
    return ok(null);
  }

  #without(hookId: string, name: string): OrderName[] {
    return this.names.filter((one) => one.hookId !== hookId || one.name !== name);
  }

  #change(id: string, change: Partial<DeliveryRecord>): void {
    const record = this.records.get(id);
    if (record !== undefined) this.records.set(id, { ...record, ...change });
  }

  #write(change: () => void): Result<null> {
    if (this.isFull) return err({ kind: 'storage', reason: 'full', detail: '' });
    change();
    return ok(null);
  }
}
