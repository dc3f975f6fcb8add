import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { Result } from '#shared/result.ts';

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: (saved: Result<null>) => void;
  readonly reject: (bug: unknown) => void;
}

/** Items per transaction, as a write blocks the event loop. */
const MOST_AT_ONCE = 64;
/** Delay before a batch is written: much shorter than a transaction per item. */
const GATHER_MS = 3;

/** Combines writes into one transaction, since each transaction costs an fsync. */
export class GroupCommit<Item> {
  readonly #write: (items: readonly Item[]) => Result<null>;
  readonly #written: (items: readonly Item[]) => void;
  readonly #scheduler: Scheduler;
  #waiting: Waiting<Item>[] = [];
  #timer: Disposable | null = null;

  /** @param written called with the written items, in the same turn in which their promises are resolved */
  constructor(
    write: (items: readonly Item[]) => Result<null>,
    written: (items: readonly Item[]) => void,
    scheduler: Scheduler,
  ) {
    this.#write = write;
    this.#written = written;
    this.#scheduler = scheduler;
  }

  /** Settles when the item was written or refused. Rejects only for a bug of `write`. */
  add(item: Item): Promise<Result<null>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length === 1) this.#flushIn(GATHER_MS);
      else if (this.#waiting.length === MOST_AT_ONCE) this.#flushIn(0);
    });
  }

  #flushIn(delayMs: number): void {
    this.#timer?.dispose();
    this.#timer = this.#scheduler.after(delayMs, () => {
      this.#timer = null;
      const batch = this.#waiting.splice(0, MOST_AT_ONCE);
      if (this.#waiting.length > 0) this.#flushIn(0);
      this.#flush(batch);
    });
  }

  #flush(batch: readonly Waiting<Item>[]): void {
    const saved = this.#tryWrite(batch);
    if (saved?.ok === true || batch.length === 1) {
      if (saved !== null) this.#settle(batch, saved);
      return;
    }
    // Retries one by one, so that a bad row does not fail the others. Stops after the first error, as the disk then
    // refuses all.
    let refused: Result<null> | null = null;
    for (const waiting of batch) {
      const alone: Result<null> | null = refused ?? this.#tryWrite([waiting]);
      if (alone?.ok === false) refused = alone;
      if (alone !== null) this.#settle([waiting], alone);
    }
  }

  /** @returns `null` for a bug; if the batch has one item, its promise is rejected with the bug */
  #tryWrite(batch: readonly Waiting<Item>[]): Result<null> | null {
    try {
      return this.#write(batch.map(({ item }) => item));
    } catch (bug) {
      if (batch.length === 1) batch[0]?.reject(bug);
      return null;
    }
  }

  #settle(batch: readonly Waiting<Item>[], saved: Result<null>): void {
    for (const { resolve } of batch) resolve(saved);
    if (saved.ok) this.#written(batch.map(({ item }) => item));
  }
}
