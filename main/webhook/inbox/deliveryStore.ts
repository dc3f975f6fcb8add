import { Emitter } from '#main/platform/emitter.ts';
import type { DeliveryRecord } from './deliveryRecord.ts';

/** All deliveries in memory, oldest first. Changes are written to disk before they are made here. */
export class DeliveryStore {
  readonly #records: Map<string, DeliveryRecord>;
  readonly #kept = new Emitter<readonly DeliveryRecord[]>('deliveryStore.kept');
  readonly #changed = new Emitter<void>('deliveryStore.changed');

  /** Fires when deliveries were added. */
  readonly onDidKeep = this.#kept.event;
  /** Fires on every change, including additions. */
  readonly onDidChange = this.#changed.event;

  constructor(records: readonly DeliveryRecord[]) {
    this.#records = new Map(records.map((record) => [record.id, record]));
  }

  list(): readonly DeliveryRecord[] {
    return [...this.#records.values()];
  }

  get(id: string): DeliveryRecord | null {
    return this.#records.get(id) ?? null;
  }

  add(records: readonly DeliveryRecord[]): void {
    this.#put(records);
    this.#kept.fire(records);
    this.#changed.fire();
  }

  /** Replaces existing records; ignores removed ones. */
  update(records: readonly DeliveryRecord[]): void {
    const present = records.filter(({ id }) => this.#records.has(id));
    if (present.length === 0) return;
    this.#put(present);
    this.#changed.fire();
  }

  remove(ids: readonly string[]): void {
    const gone = ids.filter((id) => this.#records.delete(id));
    if (gone.length > 0) this.#changed.fire();
  }

  #put(records: readonly DeliveryRecord[]): void {
    for (const record of records) this.#records.set(record.id, record);
  }
}
