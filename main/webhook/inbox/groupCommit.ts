import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { Result } from '#shared/result.ts';

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: (saved: Result<null>) => void;
  readonly reject: (bug: unknown) => void;
}

/** How much is one write: it blocks the event loop for as long as the disk takes. */
const MOST_AT_ONCE = 64;

/** So long the first one waits for others: much less than the disk takes for each that comes alone. */
const GATHER_MS = 3;

/** Writes what comes within a moment as one transaction, as the disk is waited for at every one. */
export class GroupCommit<Item> {
  readonly #write: (items: readonly Item[]) => Result<null>;
  readonly #written: (items: readonly Item[]) => void;
  readonly #scheduler: Scheduler;
  #waiting: Waiting<Item>[] = [];
  #timer: Disposable | null = null;

  /** @param written is told what was written, in the same turn as those who gave it */
  constructor(
    write: (items: readonly Item[]) => Result<null>,
    written: (items: readonly Item[]) => void,
    scheduler: Scheduler,
  ) {
    this.#write = write;
    this.#written = written;
    this.#scheduler = scheduler;
  }

  /** Settles when the item is on disk, or could not be written. Rejects only for a bug of the writer. */
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
    // Each alone: a row that cannot be written holds up no other. A disk that takes not even one is left in peace.
    let refused: Result<null> | null = null;
    for (const waiting of batch) {
      const alone: Result<null> | null = refused ?? this.#tryWrite([waiting]);
      if (alone?.ok === false) refused = alone;
      if (alone !== null) this.#settle([waiting], alone);
    }
  }

  /** `null`: a bug. One that a single item met is told to whoever gave it. */
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
