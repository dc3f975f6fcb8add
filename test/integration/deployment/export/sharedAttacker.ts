import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as soon } from 'node:timers/promises';
import { fileNames } from '#test/unit/deployment/export/bundles.ts';
import { actAs } from './sharedUser.ts';

/** An action of the other user in the folder. */
export interface AttackerRequest {
  readonly act: 'plant' | 'steal' | 'race' | 'rest';
  readonly root: string;
  /** A folder of the other user, elsewhere. */
  readonly other: string;
  /** Numbers that decide what is planted, and how. */
  readonly dice: readonly number[];
}

/** A limit, because each swap leaves something in the folder, which is searched. */
const mostSwaps = 200;

let isRacing = false;
let race: Promise<void> = Promise.resolve();
let count = 0;

const hidden = (name: string) => name.startsWith('.notafter-');

/** Ignores errors: a folder with the sticky bit refuses many of these actions. */
function tried(step: () => void): void {
  try {
    step();
  } catch {
    // The step was refused.
  }
}

function hexOf(seed: number, length: number): string {
  return seed.toString(16).padStart(length, '0').slice(-length);
}

/** A forged journal that refers to other folders. */
function journalOf([pick = 0, seed = 0]: readonly number[], other: string): string {
  const generation = `.notafter-${hexOf(seed, 24)}.generation`;
  const current = { name: `.notafter-${hexOf(seed, 12)}.current`, from: generation, to: generation };
  const journal = {
    version: 2,
    names: fileNames,
    leaves: pick % 2 === 0 ? fileNames : [],
    enters: fileNames.map((name) => ({ name, digest: pick % 3 === 0 ? null : '0'.repeat(64) })),
    source: generation,
    current: pick % 5 === 0 ? current : null,
    formerCurrents: pick % 7 === 0 ? [current.name] : [],
    previous: pick % 4 === 0 ? 'aside' : null,
  };
  return pick % 11 === 0 ? other : JSON.stringify(journal);
}

/** @returns inodes of the created hidden directories */
function plant({ root, other, dice }: AttackerRequest): string[] {
  const made: string[] = [];
  const [where = 0, what = 0, seed = 0, pick = 0] = dice;
  const wanted = [root, join(root, 'a'), join(root, 'b')][where % 3] ?? root;
  tried(() => mkdirSync(wanted, { mode: 0o777 }));
  // Not through the user's own links.
  const folder = lstatSync(wanted).isDirectory() ? wanted : root;
  const present = readdirSync(root).filter(hidden);
  const id = hexOf(seed, 24);
  const end = ['tmp', 'generation'][pick % 2] ?? 'tmp';
  // Sometimes an existing name, as after it was moved away.
  const name = pick % 3 === 0 ? (present[seed % (present.length || 1)] ?? '') : `.notafter-${id}.${end}`;
  const path = join(folder, name || `.notafter-${id}.${end}`);
  const current = `.notafter-${hexOf(seed, 12)}.current`;
  const makeDirectory = () => {
    mkdirSync(path);
    chmodSync(path, 0o777);
    made.push(`${lstatSync(path, { bigint: true }).ino}`);
  };
  const steps: readonly (() => void)[] = [
    () => symlinkSync(other, path),
    () => symlinkSync(join(other, 'privkey.pem'), path),
    () => linkSync(join(other, 'cert.pem'), path),
    () => {
      makeDirectory();
      symlinkSync(other, join(path, `.notafter-${id}.generation`));
      for (const each of fileNames) writeFileSync(join(path, each), 'planted');
    },
    () => {
      makeDirectory();
      const journal = ['.journal.json', '.decided.json'][pick % 2] ?? '';
      writeFileSync(join(path, journal), journalOf([pick, seed], other));
      symlinkSync(other, join(folder, `.notafter-${id}.generation`));
    },
    () => {
      symlinkSync(other, join(folder, `.notafter-${id}.generation`));
      symlinkSync(`.notafter-${id}.generation`, join(folder, current));
      for (const each of fileNames) tried(() => symlinkSync(`${current}/${each}`, join(folder, each)));
    },
    () => {
      for (const each of fileNames) tried(() => symlinkSync(join(other, each), join(folder, each)));
    },
    () => symlinkSync(other, join(root, ['a', 'b'][pick % 2] ?? 'a')),
    () => symlinkSync(join(other, 'cert.pem'), join(root, 'all.zip')),
  ];
  tried(steps[what % steps.length] ?? (() => undefined));
  return made;
}

/** Replaces an existing entry with something else. */
function steal({ root, other, dice }: AttackerRequest): void {
  const [which = 0, what = 0] = dice;
  const names = readdirSync(root).filter((name) => hidden(name) || /^[ab]$/.test(name));
  const name = names[which % (names.length || 1)];
  if (name === undefined) return;
  const path = join(root, name);
  tried(() => {
    count += 1;
    renameSync(path, join(root, `moved-${count}`));
    const ends = [
      () => symlinkSync(other, path),
      () => mkdirSync(path, { mode: 0o777 }),
      () => renameSync(join(root, 'theirs'), path),
    ];
    ends[what % ends.length]?.();
  });
}

await actAs(async (request: AttackerRequest) => {
  const { act, dice } = request;
  if (act === 'plant') return plant(request);
  if (act === 'steal') return steal(request);
  isRacing = act === 'race';
  await race;
  if (!isRacing) return null;
  race = (async () => {
    for (let turn = 0; isRacing && turn < mostSwaps; turn += 1) {
      tried(() => steal({ ...request, dice: [turn, dice[1] ?? 0] }));
      await soon();
    }
  })();
  return null;
});
