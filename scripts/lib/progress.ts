import { duration, say, showStatus } from './terminal.ts';

/** Milliseconds that each step takes. */
export type StepTimes = Readonly<Record<string, number>>;

const linesEveryMs = 30_000;

/**
 * Estimates the remaining time of a run. The steps of a lane run one after the other, the lanes in parallel. A step is
 * expected to take as long as last time, until its own progress says more.
 */
export class Progress {
  readonly #lanes: readonly (readonly string[])[];
  readonly #expected: StepTimes;
  readonly #now: () => number;
  readonly #running = new Map<string, { readonly since: number; share: number }>();
  readonly #took = new Map<string, number>();

  /**
   * @param expected milliseconds that each step took last time; of a step that is not in it, its own pace alone counts
   * @param now a clock in milliseconds that never goes back
   */
  constructor(lanes: readonly (readonly string[])[], expected: StepTimes, now = () => performance.now()) {
    this.#lanes = lanes;
    this.#expected = expected;
    this.#now = now;
  }

  start(step: string): void {
    this.#running.set(step, { since: this.#now(), share: 0 });
  }

  /** @param share finished part of the step, 0 to 1 */
  update(step: string, share: number): void {
    const running = this.#running.get(step);
    if (running !== undefined) running.share = share;
  }

  end(step: string): void {
    const running = this.#running.get(step);
    if (running === undefined) return;
    this.#running.delete(step);
    this.#took.set(step, this.#now() - running.since);
  }

  /** Milliseconds that each finished step took. */
  get took(): StepTimes {
    return Object.fromEntries(this.#took);
  }

  /** Remaining milliseconds: those of the longest lane. `null`: a step has no pace yet, and has used up what it took last time. */
  get leftMs(): number | null {
    const left = this.#lanes.map((lane) => lane.map((step) => this.#leftOf(step)));
    if (left.flat().includes(null)) return null;
    return Math.max(0, ...left.map((lane) => lane.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)));
  }

  /** The running steps with their progress, and the remaining time if it is known. */
  get line(): string {
    const parts = [...this.#running].map(([step, { share }]) => `${step} ${Math.floor(share * 100)} %`);
    const left = this.leftMs;
    return `${parts.join(', ')}${left === null ? '' : `: about ${duration(left)} left`}`;
  }

  #leftOf(step: string): number | null {
    if (this.#took.has(step)) return 0;
    const expected = this.#expected[step] ?? null;
    const running = this.#running.get(step);
    if (running === undefined) return expected;
    const elapsed = this.#now() - running.since;
    if (running.share === 0) return expected === null || elapsed > expected ? null : expected - elapsed;
    const ownPace = elapsed / running.share;
    // The first files say little about the rest: until half of them are done, last time's pace counts too.
    const trust = Math.min(1, 2 * running.share);
    return (1 - running.share) * ((expected ?? ownPace) * (1 - trust) + ownPace * trust);
  }
}

/**
 * Shows the progress until the returned function is called: in the last line of a terminal, otherwise as a line every
 * 30 s.
 */
export function showProgress(progress: Progress): () => void {
  let saidAt = performance.now();
  const timer = setInterval(() => {
    if (!showStatus(progress.line) && performance.now() - saidAt >= linesEveryMs) {
      saidAt = performance.now();
      say(progress.line);
    }
  }, 1_000);
  return () => {
    clearInterval(timer);
    showStatus('');
  };
}
