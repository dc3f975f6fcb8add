import type { Scheduler } from '#main/platform/time.ts';

/** A scheduler whose time goes on only when a test says so. */
export class ManualScheduler implements Scheduler {
  #now = 0;
  readonly #pending = new Set<{ readonly at: number; readonly run: () => void }>();

  /** How many things are still to run. */
  get pending(): number {
    return this.#pending.size;
  }

  after(delayMs: number, run: () => void): { dispose(): void } {
    const entry = { at: this.#now + Math.max(0, delayMs), run };
    this.#pending.add(entry);
    return { dispose: () => this.#pending.delete(entry) };
  }

  /** Lets `ms` milliseconds pass and runs what becomes due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#pending].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#now = due.at;
      this.#pending.delete(due);
      due.run();
    }
    this.#now = end;
  }
}
