import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { descriptors, handles } from '#test/integration/app/leftovers.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { ages } from '#test/support/ages/ages.ts';
import { noteDays } from '#test/support/seedRun.ts';
import type { Action } from './action.ts';
import { alertActions } from './alertActions.ts';
import { configurationActions } from './configurationActions.ts';
import { fileActions } from './fileActions.ts';
import { startFirst } from './firstStarts.ts';
import { invariants } from './invariants.ts';
import { Life } from './life.ts';
import { pushActions } from './pushActions.ts';
import { serverActions } from './serverActions.ts';
import { userActions } from './userActions.ts';
import { worldActions } from './worldActions.ts';

const actions: Readonly<Record<string, Action>> = {
  ...userActions,
  ...fileActions,
  ...configurationActions,
  ...serverActions,
  ...pushActions,
  ...alertActions,
  ...worldActions,
};

/** How often the invariants are looked at again before they count as broken, with time for what is still under way. */
const LOOKS = 60;

let authority: Promise<CertificateAuthority> | undefined;

class Step implements fc.AsyncCommand<Life, Life> {
  readonly #name: string;
  readonly #n: number;

  constructor(name: string, n: number) {
    this.#name = name;
    this.#n = n;
  }

  check(life: Life): boolean {
    return actions[this.#name]?.can?.(life) ?? true;
  }

  async run(life: Life): Promise<void> {
    await actions[this.#name]?.run(life, this.#n);
    await hold(life);
  }

  toString(): string {
    return `${this.#name} ${this.#n}`;
  }
}

/** Throws with the names of the invariants that do not hold, even after some time. */
async function hold(life: Life): Promise<void> {
  let broken: readonly string[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    await life.settle();
    broken = await brokenNow(life);
    if (broken.length === 0) break;
    await sleep(look);
  }
  if (broken.length > 0) throw new Error(broken.join('\n'));
  life.forget();
}

async function brokenNow(life: Life): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [name, problems] of Object.entries(invariants)) {
    const found = await problems(life);
    if (found.length > 0) broken.push(`Broken: ${name}: ${found.join('; ')}`);
  }
  return broken;
}

/** What this process has open or waits for: descriptors, sockets, child processes and timers. */
function held(): string[] {
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
  // Node keeps the one of its first watched folder.
  return [...descriptors().filter((one) => one !== 'anon_inode:inotify'), ...handles(), ...timers];
}

/** Waits until nothing more is held than before a life. */
async function released(before: readonly string[]): Promise<void> {
  let more: string[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    more = held();
    for (const one of before) if (more.includes(one)) more.splice(more.indexOf(one), 1);
    if (more.length === 0) return;
    await sleep(look * 5);
  }
  throw new Error(`Broken: nothing is held after the end: ${more.join(', ')}`);
}

const steps = Object.entries(actions).flatMap(([name, { weight = 1 }]) =>
  Array<fc.Arbitrary<Step>>(weight).fill(fc.nat(999).map((n) => new Step(name, n))),
);

/** Whether the app finds the data of an earlier version: in some lives. */
const starts = fc.constantFrom(null, null, null, ...ages.map(({ name }) => name));

/** Lives of a seed: their number, and the most steps of each. With others, a seed would mean other lives. */
const LIVES = 2;
const STEPS_MAX = 70;

/**
 * Lives some lives of random steps. A failure has its seed, and the shortest sequence of steps that was found.
 * @param shrinksForMs how long a shorter sequence with the same failure is looked for, ms; 0: not at all
 */
export async function live(seed: number, shrinksForMs: number): Promise<void> {
  let shrinksUntil = Number.POSITIVE_INFINITY;
  await fc.assert(
    fc.asyncProperty(
      starts,
      fc.commands(steps, { maxCommands: STEPS_MAX, size: 'max' }),
      async (age, commands) => {
        // A life that is under way must end before the next one begins.
        fc.pre(performance.now() < shrinksUntil);
        try {
          await liveOnce(age, (life) => fc.asyncModelRun(() => ({ model: life, real: life }), commands));
        } catch (error) {
          shrinksUntil = Math.min(shrinksUntil, performance.now() + shrinksForMs);
          noteDays(`seed ${seed}: ${error}`);
          throw error;
        }
      },
    ),
    { seed, numRuns: LIVES },
  );
}

/** Lives these steps. @param line their names and numbers, as a failure prints them @param age as `startFirst` has it */
export async function liveSteps(line: string, age: string | null = null): Promise<void> {
  await liveOnce(age, async (life) => {
    for (const [, name = '', n] of line.matchAll(/(\w+) (\d+)/gu)) {
      const step = new Step(name, Number(n));
      if (step.check(life)) await step.run(life);
    }
  });
}

async function liveOnce(age: string | null, run: (life: Life) => Promise<void>): Promise<void> {
  authority ??= CertificateAuthority.create(Date.now());
  const given = await authority;
  const before = held();
  const life = await Life.begin(given);
  try {
    await startFirst(life, age);
    await run(life);
  } finally {
    await life.end();
  }
  await released(before);
}
