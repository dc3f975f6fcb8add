import { beforeAll, expect, it } from 'vitest';
import { Dice } from '#test/integration/app/fuzz/dice.ts';
import { type ParserTarget, parserTargets } from '#test/support/parserTargets.ts';
import { soakCount } from '#test/support/soak.ts';

const now = Date.UTC(2026, 5, 15, 12);
const SEED = 20_261_126;
const TOTAL = soakCount(40_000);
/** Processor time of one input, in ms: more than ten times as much as the slowest real ones take. */
const BUDGET_MS = 50;
/** How often a slow input is read alone before it counts. */
const TRIES = 5;
/** The longest mutated input, in bytes. */
const MAX_BYTES = 256 * 1024;

/** Bytes that are lengths, tags, quotes or brackets somewhere. */
const telling = [
  0, 0x1f, 0x20, 0x22, 0x23, 0x24, 0x2c, 0x2d, 0x30, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7f, 0x80, 0x84, 0xa0,
  0xff,
];

/** One change of an input. */
function changed(bytes: Buffer, dice: Dice): Buffer {
  const at = dice.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + dice.below(200));
  const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (dice.below(8)) {
    case 0:
      return dice.flipped(bytes);
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, piece, piece, after]);
    case 3:
      return before;
    case 4:
      return Buffer.concat([before, Buffer.from([dice.oneOf(telling)]), piece.subarray(1), after]);
    case 5: {
      // A parser that is slow for some texts is so for long ones.
      const short = piece.subarray(0, 1 + dice.below(12));
      const times = dice.below(
        Math.max(1, Math.floor((MAX_BYTES - bytes.length) / Math.max(1, short.length))),
      );
      return Buffer.concat([
        before,
        ...Array.from({ length: dice.chance(0.05) ? times : dice.below(200) }, () => short),
        after,
      ]);
    }
    case 6:
      return Buffer.concat([before, Buffer.alloc(2 * dice.below(120), Buffer.from([0x30, 0x80])), after]);
    default:
      return Buffer.concat([
        before,
        Buffer.from([0x84, dice.below(256), dice.below(256), 0, 0]),
        piece,
        after,
      ]);
  }
}

/** Processor time of this thread, in ms. */
function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function timeOf({ read }: ParserTarget, input: Buffer): Promise<number> {
  const start = spent();
  await read(input);
  return spent() - start;
}

let targets: readonly ParserTarget[] = [];

beforeAll(async () => {
  targets = await parserTargets(now);
});

it('every parser reads a mutated input within its budget of time, and none throws', {
  timeout: 600_000,
}, async () => {
  const dice = new Dice(SEED);
  const found: { readonly target: string; readonly problem: string; readonly input: string }[] = [];
  let reads = 0;
  for (const target of targets) {
    const count = Math.ceil((TOTAL / targets.length) * (target.share ?? 1));
    for (let round = 0; round < count && found.length < 10; round += 1) {
      let input = dice.oneOf(target.seeds);
      for (let left = 1 + dice.below(4); left > 0; left -= 1) input = changed(input, dice);
      input = input.subarray(0, MAX_BYTES);
      reads += 1;
      const problem = await problemOf(target, input);
      if (problem !== null)
        found.push({ target: target.name, problem, input: input.subarray(0, 4000).toString('base64') });
    }
  }
  expect(found).toEqual([]);
  expect(reads).toBeGreaterThan(TOTAL * 0.9);
});

/** `null`: the input is read in time. */
async function problemOf(target: ParserTarget, input: Buffer): Promise<string | null> {
  try {
    let best = await timeOf(target, input);
    for (let more = 1; best > BUDGET_MS && more < TRIES; more += 1)
      best = Math.min(best, await timeOf(target, input));
    return best > BUDGET_MS ? `${Math.round(best)} ms` : null;
  } catch (error) {
    return String(error);
  }
}

it('every parser reads what is not mutated', async () => {
  for (const { read, seeds, name } of targets)
    for (const seed of seeds) expect(await read(seed), name).not.toMatchObject({ ok: false });
});

it('a slow input and a crash are problems', async () => {
  const slow = () => {
    const start = spent();
    while (spent() - start < 2 * BUDGET_MS);
  };
  const crash = () => {
    throw new RangeError('too much');
  };
  const problem = (read: () => unknown) => problemOf({ name: 'any', seeds: [], read }, Buffer.alloc(0));
  expect(await problem(slow)).toMatch(/^\d+ ms$/u);
  expect(await problem(crash)).toBe('RangeError: too much');
  expect(await problem(() => null)).toBeNull();
});
