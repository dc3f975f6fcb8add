import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { actions } from './actions.ts';
import { invariants } from './invariants.ts';
import { Life } from './life.ts';

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
    const t0 = performance.now();
    await actions[this.#name]?.run(life, this.#n);
    const t1 = performance.now();
    await hold(life);
    if (process.env['DBG']) process.stderr.write(`${this} ${Math.round(t1 - t0)} + ${Math.round(performance.now() - t1)}\n`);
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

const steps = Object.entries(actions).flatMap(([name, { weight = 1 }]) =>
  Array<fc.Arbitrary<Step>>(weight).fill(fc.nat(999).map((n) => new Step(name, n))),
);

export interface LifeOptions {
  readonly seed: number;
  readonly lives: number;
  /** The most steps of a life. */
  readonly steps: number;
  /** How long a shorter sequence with the same failure is looked for, ms from now. */
  readonly shrinksForMs: number;
}

/** Lives some lives of random steps. A failure has its seed, and the shortest sequence of steps that was found. */
export async function live({ seed, lives, steps: most, shrinksForMs }: LifeOptions): Promise<void> {
  authority ??= CertificateAuthority.create(Date.now());
  const given = await authority;
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: most, size: 'max' }), async (commands) => {
      const life = await Life.begin(given);
      try {
        await fc.asyncModelRun(() => ({ model: life, real: life }), commands);
      } finally {
        await life.end();
      }
    }),
    {
      ...{ seed, numRuns: lives },
      ...(shrinksForMs === 0 ? { endOnFailure: true } : { interruptAfterTimeLimit: shrinksForMs }),
    },
  );
}
