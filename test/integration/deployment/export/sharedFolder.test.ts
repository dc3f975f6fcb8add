import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fileNames } from '#test/unit/deployment/export/bundles.ts';
import type { AttackerRequest } from './sharedAttacker.ts';
import type { VictimRequest } from './sharedVictim.ts';

const isRoot = process.getuid?.() === 0;
/** Two uids that no system assigns. */
const [victim, attacker] = [54_321, 54_322];

/** A process that answers requests, as another user. */
class User {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  readonly #lines: Interface;

  constructor(script: string, uid: number | null) {
    const args = [join(import.meta.dirname, script), uid === null ? 'same' : `${uid}`];
    this.#child = spawn(process.execPath, args, {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (this.#child.stdout === null) throw new Error('No output');
    this.#lines = createInterface({ input: this.#child.stdout });
    this.#answers = this.#lines[Symbol.asyncIterator]();
    onTestFinished(() => this.#end());
  }

  async answer(): Promise<unknown> {
    const { value, done } = await this.#answers.next();
    if (done === true) throw new Error('The process has ended');
    return JSON.parse(value);
  }

  async ask(request: VictimRequest | AttackerRequest): Promise<unknown> {
    this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
    return this.answer();
  }

  async #end(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.stdin?.end();
    await ended;
  }
}

/** Every path below a directory; links are not followed. */
function pathsBelow(root: string): string[] {
  return readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    const below = entry.isDirectory() ? pathsBelow(join(root, entry.name)) : [];
    return [entry.name, ...below.map((path) => join(entry.name, path))];
  });
}

/** Every path below a directory with everything that must not change: content, mode, owner and times. */
function stateOf(root: string): string[] {
  const paths = ['.', ...pathsBelow(root)];
  return paths.sort().map((path) => {
    const full = join(root, path);
    const { mode, uid, gid, mtimeNs, ino } = lstatSync(full, { bigint: true });
    const stats = lstatSync(full);
    const content = stats.isFile()
      ? readFileSync(full, 'base64')
      : stats.isSymbolicLink()
        ? readlinkSync(full)
        : '';
    return [path, mode, uid, gid, mtimeNs, ino, content].join(' ');
  });
}

/** The contents of the directories with these inodes, wherever they are now; `undefined` for removed ones. */
function contentsOf(root: string, inodes: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of pathsBelow(root)) {
    const inode = `${lstatSync(join(root, path), { bigint: true }).ino}`;
    if (inodes.includes(inode)) found.set(inode, readdirSync(join(root, path)).sort());
  }
  return found;
}

interface World {
  readonly shared: string;
  readonly home: string;
  readonly owner: number | null;
}

/** A folder shared by both users, and one of the victim with a key, an earlier export and a photo. */
function worldOf(mode: number, owner: number | null): World {
  const top = mkdtempSync(join(tmpdir(), 'shared-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  chmodSync(top, 0o755);
  const [shared, home] = [join(top, 'shared'), join(top, 'home')];
  mkdirSync(shared);
  mkdirSync(join(home, '.ssh'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, '.ssh', 'id_ed25519'), 'a key', { mode: 0o600 });
  for (const name of [...fileNames, 'summer.jpg']) writeFileSync(join(home, name), `my ${name}`);
  mkdirSync(join(shared, 'theirs'));
  for (const name of [...fileNames, 'summer.jpg']) writeFileSync(join(shared, 'theirs', name), `my ${name}`);
  const own = (path: string) => owner !== null && chownSync(path, owner, owner);
  for (const path of pathsBelow(home)) own(join(home, path));
  for (const name of readdirSync(join(shared, 'theirs'))) own(join(shared, 'theirs', name));
  for (const path of [home, join(shared, 'theirs')]) own(path);
  chmodSync(shared, mode);
  return { shared, home, owner };
}

const dice = fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 4 });
const victimActs = fc.constantFrom<VictimRequest['act']>(
  'review',
  'files',
  'direct',
  'zip',
  'restore',
  'removePrevious',
  'repair',
);
const stepsOf = (...acts: AttackerRequest['act'][]) =>
  fc.array(fc.record({ victim: victimActs, attacker: fc.constantFrom(...acts), dice }), {
    minLength: 3,
    maxLength: 8,
  });

/** Runs the steps, and checks after each that nothing else has changed. */
async function play(
  { shared, home }: World,
  users: { readonly victim: User; readonly attacker: User },
  steps: readonly { victim: VictimRequest['act']; attacker: AttackerRequest['act']; dice: number[] }[],
): Promise<void> {
  const before = stateOf(home);
  const photo = lstatSync(join(shared, 'theirs', 'summer.jpg')).ino;
  const planted: string[] = [];
  for (const step of steps) {
    const request = { root: shared, other: home, dice: step.dice };
    const made = await users.attacker.ask({ ...request, act: step.attacker });
    if (Array.isArray(made)) planted.push(...made);
    // What the attacker moves may change, and cannot be searched meanwhile.
    const contents = step.attacker === 'plant' ? contentsOf(shared, planted) : null;
    await users.victim.ask({ root: shared, act: step.victim });
    await users.attacker.ask({ ...request, act: 'rest' });
    expect(stateOf(home)).toEqual(before);
    if (contents !== null) expect(contentsOf(shared, planted)).toEqual(contents);
    const inodes = pathsBelow(shared).map((path) => lstatSync(join(shared, path)).ino);
    expect(inodes).toContain(photo);
  }
}

const runs = Number(process.env['FUZZ_RUNS'] ?? 8);
/** Every write waits for the disk, which other programs may keep busy. */
const timeoutMs = 240_000;

describe('a folder that two users share', () => {
  test.for([
    ['with the sticky bit', 0o1777],
    ['without the sticky bit', 0o777],
  ] as const)(
    '%s: whatever one of them plants and moves, nothing outside changes and nothing planted is trusted',
    { timeout: timeoutMs },
    async ([, mode], { skip }) => {
      if (!isRoot) skip('only root can act as two users');
      const users = {
        victim: new User('sharedVictim.ts', victim),
        attacker: new User('sharedAttacker.ts', attacker),
      };
      for (const user of Object.values(users)) expect(await user.answer()).toBe('ready');
      await fc.assert(
        fc.asyncProperty(stepsOf('plant', 'steal', 'race'), async (steps) => {
          await play(worldOf(mode, victim), users, steps);
        }),
        { numRuns: runs },
      );
    },
  );
});

test(
  'a folder with planted names, as from an archive: nothing outside changes, and none is trusted',
  async () => {
    const users = {
      victim: new User('sharedVictim.ts', null),
      attacker: new User('sharedAttacker.ts', null),
    };
    for (const user of Object.values(users)) expect(await user.answer()).toBe('ready');
    await fc.assert(
      fc.asyncProperty(stepsOf('plant'), async (steps) => {
        await play(worldOf(0o755, null), users, steps);
      }),
      { numRuns: runs },
    );
  },
  timeoutMs,
);
