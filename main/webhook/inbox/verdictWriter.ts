import type { Logger } from '#main/platform/logger.ts';
import { ok, type Result } from '#shared/result.ts';
import type { InboxRepository, VerdictChange } from './deliveryRecord.ts';
import type { DeliveryStore } from './deliveryStore.ts';

interface VerdictWriterPorts {
  readonly store: DeliveryStore;
  readonly repository: Pick<InboxRepository, 'setVerdicts'>;
  readonly logger: Logger;
}

/** Writes the verdicts of one event in one transaction, then shows them. */
export class VerdictWriter {
  readonly #ports: VerdictWriterPorts;
  /** Verdicts that are shown but not stored, by delivery. */
  readonly #unstored = new Map<string, VerdictChange>();

  constructor(ports: VerdictWriterPorts) {
    this.#ports = ports;
  }

  /** Writes and shows verdicts. One that cannot be written is shown all the same, and written with the next ones. */
  write(changes: readonly VerdictChange[]): void {
    if (changes.length + this.#unstored.size === 0) return;
    const stored = this.#save(changes);
    if (!stored.ok) {
      this.#ports.logger.warn('Verdicts of deliveries were not stored', { error: stored.error.kind });
      for (const change of changes) if (this.#isNews(change)) this.#unstored.set(change.id, change);
    }
    this.show(changes);
  }

  /** As `write`, for decisions of the user: nothing is shown unless it was written. Error: `storage`. */
  writeOrFail(changes: readonly VerdictChange[]): Result<null> {
    const stored = this.#save(changes);
    if (stored.ok) this.show(changes);
    return stored;
  }

  /** Shows verdicts without writing them. */
  show(changes: readonly VerdictChange[]): void {
    const changed = changes.filter((change) => this.#isNews(change));
    // Read again, since the state of the key may have changed.
    this.#ports.store.update(
      changed.flatMap(({ id, orderId, verdict }) => {
        const record = this.#ports.store.get(id);
        return record === null ? [] : { ...record, orderId, verdict };
      }),
    );
  }

  #save(changes: readonly VerdictChange[]): Result<null> {
    const { store, repository } = this.#ports;
    const changed = new Map(this.#unstored);
    for (const change of changes) if (this.#isNews(change)) changed.set(change.id, change);
    const present = [...changed.values()].filter(({ id }) => store.get(id) !== null);
    const stored = present.length === 0 ? ok(null) : repository.setVerdicts(present);
    if (stored.ok) this.#unstored.clear();
    return stored;
  }

  #isNews({ id, orderId, verdict }: VerdictChange): boolean {
    const record = this.#ports.store.get(id);
    if (record === null) return false;
    return record.orderId !== orderId || JSON.stringify(record.verdict) !== JSON.stringify(verdict);
  }
}
