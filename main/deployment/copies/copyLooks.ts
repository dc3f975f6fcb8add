import { Emitter } from '#main/platform/emitter.ts';
import type { Clock } from '#main/platform/time.ts';
import { forEachBounded } from '../export/bounded.ts';
import type { CopyBook } from './copyBook.ts';
import type { Looked } from './copyView.ts';
import { lookAtBundle } from './lookAtBundle.ts';
import type { LookFs } from './lookAtFile.ts';

/** Bundles that are looked at at once; each has one step of the file system under way. */
const concurrency = 16;

/** What was found of the copies since the start, and the looks themselves. */
export class CopyLooks {
  readonly #book: CopyBook;
  readonly #fs: LookFs;
  readonly #clock: Clock;
  readonly #looked = new Map<string, Looked>();
  readonly #changed = new Emitter<void>('copyLooks.changed');

  /** Fires when copies were looked at. */
  readonly onDidLook = this.#changed.event;

  constructor(book: CopyBook, fs: LookFs, clock: Clock) {
    this.#book = book;
    this.#fs = fs;
    this.#clock = clock;
  }

  /** What the last look found; `null` before it. */
  of(id: string): Looked | null {
    return this.#looked.get(id) ?? null;
  }

  /** Whether the last look found files that another hand changed. */
  isChanged(id: string): boolean {
    const sights = this.#looked.get(id)?.sights.values() ?? [];
    return [...sights].some(({ finding }) => finding === 'changed');
  }

  /** Looks at these bundles. Those that are gone are passed over. */
  async look(ids: readonly string[]): Promise<void> {
    await forEachBounded(ids, concurrency, async (id) => {
      const bundle = this.#book.find(id);
      if (bundle === null) return;
      const before = this.#looked.get(id)?.sights ?? null;
      const sights = await lookAtBundle(this.#fs, bundle, before);
      // It may have been written anew, or forgotten, in the meantime.
      if (this.#book.find(id)?.files === bundle.files)
        this.#looked.set(id, { sights, at: this.#clock.now() });
    });
    for (const id of this.#looked.keys()) if (this.#book.find(id) === null) this.#looked.delete(id);
    this.#changed.fire();
  }

  /** Forgets what was found of bundles whose files are other ones by now. */
  reset(ids: readonly string[]): void {
    for (const id of ids) this.#looked.delete(id);
  }
}
