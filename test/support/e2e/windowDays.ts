import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { saveScreenshot } from '#scripts/screenshot.ts';
import { noteDays } from '../seedRun.ts';
import { configurationActions } from './configurationActions.ts';
import { endpointActions } from './endpointActions.ts';
import { frameActions } from './frameActions.ts';
import { inboxActions } from './inboxActions.ts';
import { listActions } from './listActions.ts';
import { outsideActions } from './outsideActions.ts';
import { reviewActions } from './reviewActions.ts';
import { brokenNow } from './windowInvariants.ts';
import { WindowLife } from './windowLife.ts';
import { untilQuiet, type WindowAction } from './windowSteps.ts';

const actions: Readonly<Record<string, WindowAction>> = {
  ...listActions,
  ...frameActions,
  ...outsideActions,
  ...inboxActions,
  ...endpointActions,
  ...reviewActions,
  ...configurationActions,
};

/** How long an invariant may be broken before it counts, ms: what main says takes its way to every surface. */
const SETTLES_MS = 12_000;

class Step implements fc.AsyncCommand<WindowLife, WindowLife> {
  readonly #name: string;
  readonly #n: number;

  constructor(name: string, n: number) {
    this.#name = name;
    this.#n = n;
  }

  check(life: WindowLife): boolean {
    return actions[this.#name]?.can?.(life) ?? true;
  }

  async run(life: WindowLife): Promise<void> {
    try {
      noteDays(`${this}`);
      await actions[this.#name]?.run(life, this.#n);
      await hold(life);
    } catch (error) {
      noteDays(String(error));
      await picture(`${this}`);
      throw error;
    }
  }

  toString(): string {
    return `${this.#name} ${this.#n}`;
  }
}

/** Throws with the names of the invariants that do not hold, even after some time. */
async function hold(life: WindowLife): Promise<void> {
  const endsAt = performance.now() + SETTLES_MS;
  for (;;) {
    await untilQuiet(life);
    // A process may end while it is looked at.
    const broken = await brokenNow(life).catch((error: unknown) => [inspect(error)]);
    if (broken.length === 0) return;
    if (performance.now() > endsAt) throw new Error(broken.join('\n'));
    await life.page.waitForTimeout(300);
  }
}

const { NOTAFTER_TEST_OUT: folder } = process.env;

/** Saves what is on the screen after a step that failed. */
async function picture(step: string): Promise<void> {
  if (folder !== undefined) await saveScreenshot(join(folder, `days-${step.replaceAll(' ', '-')}.png`));
}

const steps = Object.entries(actions).flatMap(([name, { weight = 1 }]) =>
  Array<fc.Arbitrary<Step>>(weight).fill(fc.noShrink(fc.nat(999)).map((n) => new Step(name, n))),
);

/**
 * Lives a life of random steps in real windows. A failure has its seed, and the shortest sequence of steps that was found.
 * @param stepsMax the most steps; with another number, a seed is another life
 * @param shrinksForMs how long a shorter sequence with the same failure is looked for, ms
 */
export async function liveInWindow(seed: number, stepsMax: number, shrinksForMs: number): Promise<void> {
  let shrinksUntil = Number.POSITIVE_INFINITY;
  const lives = fc.noBias(fc.commands(steps, { maxCommands: stepsMax, size: 'max' }));
  await fc.assert(
    fc.asyncProperty(lives, async (commands) => {
      // Each try starts a real app.
      fc.pre(performance.now() < shrinksUntil);
      noteDays(`seed ${seed}`);
      const life = await WindowLife.begin();
      let hasFailed = true;
      try {
        await fc.asyncModelRun(() => ({ model: life, real: life }), commands);
        hasFailed = false;
      } finally {
        if (hasFailed) shrinksUntil = Math.min(shrinksUntil, performance.now() + shrinksForMs);
        await life.end(hasFailed);
      }
    }),
    { seed, numRuns: 1 },
  );
}

/** Lives these steps. @param line their names and numbers, as a failure prints them */
export async function liveStepsInWindow(line: string): Promise<void> {
  const life = await WindowLife.begin();
  let hasFailed = true;
  try {
    for (const [, name = '', n] of line.matchAll(/(\w+) (\d+)/gu)) {
      const step = new Step(name, Number(n));
      if (step.check(life)) await step.run(life);
    }
    hasFailed = false;
  } finally {
    await life.end(hasFailed);
  }
}
