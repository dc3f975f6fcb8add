import { lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ExportFs } from '#main/deployment/export/exportFs.ts';
import { type IsNew, watchedFs } from './faultyFs.ts';
import { setIn, temporaryDirectory, temporaryOf, treeOf, withoutProbe } from './fixtures.ts';
import { copyOf, type FolderCopy, inodeOf } from './killedStates.ts';
import { pair, type Scenario, type Sets } from './switchScenarios.ts';

const everyName = [...pair, 'chain.pem'];

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The sets that are currently visible through the names of the files. */
function seen(root: string): string[] {
  const present = everyName.filter((name) => exists(join(root, 'a', name)));
  const sets = new Set(present.map((name) => setIn(root, 'a', [name])));
  // Files that are equal in every set are ignored.
  sets.delete('same');
  return [...sets];
}

/** What must hold at any time, also between two steps. */
function expectSound(root: string, isSeamless: boolean, folder: string | undefined, at: string): void {
  const sets = seen(root);
  expect(sets.length, `${at}: ${sets}`).toBeLessThanOrEqual(1);
  if (isSeamless) expect(sets, at).toHaveLength(1);
  if (folder !== undefined) expect(inodeOf(join(root, 'a')), at).toBe(folder);
  if (process.platform === 'win32') return;
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const stats = lstatSync(join(root, path));
    if (path.endsWith('privkey.pem') && stats.isFile()) expect(stats.mode & 0o777, at).toBe(0o600);
    if (/\.(generation|tmp)$/.test(path)) expect(stats.mode & 0o077, `${at} ${path}`).toBe(0);
  }
}

function setOf(root: string, folder: string, names: readonly string[]): string {
  const sets = setIn(root, folder, names).split('+');
  return sets.filter((set) => set !== 'same').join('+');
}

/** The sets in a folder after all work has ended. */
export function setsOf(root: string, names: readonly string[]): Sets {
  if (!exists(join(root, 'a'))) return { visible: 'none', previous: 'none' };
  const listed = readdirSync(join(root, 'a'));
  const currents = listed.filter((name) => name.endsWith('.current'));
  const used = currents.map((name) => readlinkSync(join(root, 'a', name)));
  const kept = listed.filter((name) => name.endsWith('.generation') && !used.includes(name));
  const former = kept.map((name) => setOf(root, `a/${name}`, readdirSync(join(root, 'a', name))));
  // No link is dangling or unused.
  expect(used.every((name) => listed.includes(name))).toBe(true);
  const linked = names.filter((name) =>
    lstatSync(join(root, 'a', name), { throwIfNoEntry: false })?.isSymbolicLink(),
  );
  expect(currents).toHaveLength(linked.length === 0 ? 0 : 1);
  return { visible: setOf(root, 'a', names), previous: former.join('+') || 'none' };
}

/** The initial state of every run of a scenario. */
export async function templateOf(scenario: Scenario): Promise<string> {
  const template = temporaryDirectory();
  await scenario.prepare(template);
  return template;
}

/** Starts a run in a copy of its initial state. */
export function start(template: string, isSeamless = false) {
  const { root } = copyOf(template);
  const folder = exists(join(root, 'a')) ? inodeOf(join(root, 'a')) : undefined;
  const watched = (fs: ExportFs, place: string, inode: string | undefined, isNew?: IsNew) =>
    watchedFs(fs, (call, path) => expectSound(place, isSeamless, inode, `${call} ${path}`), isNew);
  return {
    root,
    before: treeOf(root),
    watch: (fs: ExportFs, isNew?: IsNew) => watched(fs, root, folder, isNew),
    /** As `watch`, for a repair of a copy. */
    watchCopy: (fs: ExportFs, copy: FolderCopy) =>
      watched(fs, copy.root, folder && (copy.inodes.get(folder) ?? 'gone')),
  };
}

export function namesOf({ names }: Pick<Scenario, 'names'>, when: 'before' | 'after'): readonly string[] {
  return names?.[when] ?? pair;
}

/** Either nothing changed, or everything did. */
export function expectWhole(
  root: string,
  scenario: Pick<Scenario, 'before' | 'after' | 'names'>,
  before: readonly string[],
  at: string,
): 'before' | 'after' {
  const tree = withoutProbe(treeOf(root));
  expect(temporaryOf(tree), at).toEqual([]);
  if (seen(root).join() === (scenario.before.visible === 'none' ? '' : scenario.before.visible)) {
    expect(tree, at).toEqual(before);
    return 'before';
  }
  expect(setsOf(root, namesOf(scenario, 'after')), at).toEqual(scenario.after);
  expect(seen(root), at).toHaveLength(1);
  const extra = namesOf(scenario, 'before').filter((name) => !namesOf(scenario, 'after').includes(name));
  expect(
    extra.filter((name) => exists(join(root, 'a', name))),
    at,
  ).toEqual([]);
  return 'after';
}
