import { duration, say, showStatus } from './terminal.ts';

/** How many milliseconds each step takes on a machine with two cores at rest, where it was never seen to run here. */
export type StepTimes = Readonly<Record<string, number>>;

const linesEveryMs = 30_000;

/**
 * Estimates how long a run still takes whose steps stand in lanes: those of one lane run one after the other, and the
 * lanes beside each other. A step takes as long as it did last time until its own progress says more.
 */
export class Progress {
  readonly #lanes: readonly (readonly string[])[];
  readonly #expected: StepTimes;
  readonly #now: () => number;
  readonly #running = new Map<string, { readonly since: number; share: number }>();
  readonly #took = new Map<string, number>();

  /**
   * @param expected how long each step took last time, in milliseconds
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

  /** @param share how much of the step is done, 0 to 1 */
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

  /** How long the steps that have ended took, in milliseconds. */
  get took(): StepTimes {
    return Object.fromEntries(this.#took);
  }

  /** How many milliseconds are left: those of the lane that takes longest. */
  get leftMs(): number {
    return Math.max(0, ...this.#lanes.map((lane) => lane.reduce((sum, step) => sum + this.#leftOf(step), 0)));
  }

  /** What runs and how far it is, and the time left. */
  get line(): string {
    const parts = [...this.#running].map(([step, { share }]) => `${step} ${Math.floor(share * 100)} %`);
    return `${parts.join(', ')}: about ${duration(this.leftMs)} left`;
  }

  #leftOf(step: string): number {
    if (this.#took.has(step)) return 0;
    const expected = this.#expected[step] ?? 0;
    const running = this.#running.get(step);
    if (running === undefined) return expected;
    const elapsed = this.#now() - running.since;
    if (running.share === 0) return Math.max(0, expected - elapsed);
    const ownPace = elapsed / running.share;
    // The first files say little about the rest: the pace of last time counts until half of them have ended.
    const trust = Math.min(1, 2 * running.share);
    return (1 - running.share) * (expected * (1 - trust) + ownPace * trust);
  }
}

/**
 * Shows the progress until the returned function is called: in the last line of a terminal, elsewhere in a line now and
 * then.
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
