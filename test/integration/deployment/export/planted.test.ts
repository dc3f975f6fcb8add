import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeExportFs } from '#main/deployment/export/nodeExportFs.ts';
import { bundleOf, contentOf, fileNames } from '#test/unit/deployment/export/bundles.ts';
import { forEachStep, hookedFs } from '#test/unit/deployment/export/faultyFs.ts';
import {
  exportTo,
  placeFormer,
  setIn,
  temporaryDirectory,
  treeOf,
} from '#test/unit/deployment/export/fixtures.ts';
import {
  destinationOn,
  remembered,
  repairAll,
  startedOn,
} from '#test/unit/deployment/export/hiddenMemory.ts';
import { copyOf } from '#test/unit/deployment/export/killedStates.ts';
import { linkInto } from '#test/unit/deployment/export/olderLinks.ts';
import { bundleIn, restoreIn, writeInto } from '#test/unit/deployment/export/switchScenarios.ts';

const stage = '.notafter-0123456789abcdef01234567.tmp';
const generation = '.notafter-0123456789abcdef01234567.generation';

/** Another folder, with files that exports must not touch. */
function elsewhere(): string {
  const path = temporaryDirectory();
  placeFormer(path, '');
  writeFileSync(join(path, 'id_ed25519'), 'a key', { mode: 0o600 });
  return path;
}

/** Leaves a write in a folder that has not ended, so that a start repairs it. */
function interruptedIn(root: string, folder: string): void {
  const ownership = { owner: process.getuid?.() ?? null, keepsModes: true };
  startedOn(root).names.begin([{ folder, id: 'f'.repeat(24), names: [], ownership, inode: null }]);
}

/** Every operation that touches a folder: review, two exports, restore, removal of the backup, repair. */
async function useFolder(root: string): Promise<void> {
  await destinationOn(root).review([]);
  for (const set of ['old', 'new']) await exportTo(destinationOn(root), [bundleOf('a', set)]);
  await restoreIn(nodeExportFs, root, { names: fileNames });
  await repairAll(root);
}

test('a planted stage with a link in it empties no other folder (attack a)', async () => {
  const root = temporaryDirectory();
  const other = elsewhere();
  for (const folder of [root, join(root, 'a')]) {
    mkdirSync(join(folder, stage), { recursive: true });
    symlinkSync(other, join(folder, stage, generation));
  }
  const trees = () => ({ target: treeOf(root), elsewhere: treeOf(other) });
  const before = trees();
  await destinationOn(root).review([bundleOf('a')]);
  expect(trees()).toEqual(before);
  await useFolder(root);
  expect(treeOf(other)).toEqual(before.elsewhere);
  expect(readdirSync(join(root, stage))).toEqual([generation]);
});

test.each(['.decided.json', '.journal.json'])(
  'a planted %s that names a link as its source empties no other folder (attack b)',
  async (journalName) => {
    const root = temporaryDirectory();
    const other = elsewhere();
    placeFormer(root, 'a');
    symlinkSync(other, join(root, 'a', generation));
    mkdirSync(join(root, 'a', stage));
    const journal = { version: 2, names: fileNames, leaves: [], enters: [], source: generation };
    const rest = { current: null, formerCurrents: [], previous: null };
    writeFileSync(join(root, 'a', stage, journalName), JSON.stringify({ ...journal, ...rest }));
    const before = treeOf(other);
    await useFolder(root);
    expect(treeOf(other)).toEqual(before);
    expect(readdirSync(join(root, 'a', stage))).toEqual([journalName]);
  },
);

test('a link with the name of a generation empties no other folder when files are replaced (attack c)', async () => {
  const root = temporaryDirectory();
  const other = elsewhere();
  placeFormer(root, 'a');
  symlinkSync(other, join(root, 'a', generation));
  const before = treeOf(other);
  const { outcomes } = await exportTo(destinationOn(root), [bundleOf('a')]);
  expect(outcomes.get('a')?.kind).toBe('written');
  expect(treeOf(other)).toEqual(before);
  await useFolder(root);
  expect(treeOf(other)).toEqual(before);
  expect(readdirSync(join(root, 'a'))).toContain(generation);
});

test('a planted journal with the digest of a file does not remove it (attack d)', async () => {
  const root = temporaryDirectory();
  placeFormer(root, 'a');
  mkdirSync(join(root, 'a', stage));
  const digest = createHash('sha256').update(contentOf('old', 'cert.pem')).digest('hex');
  const enters = [{ name: 'cert.pem', digest }];
  const journal = { version: 2, names: ['cert.pem'], leaves: ['chain.pem'], enters, source: stage };
  const rest = { current: null, formerCurrents: [], previous: null };
  writeFileSync(join(root, 'a', stage, '.journal.json'), JSON.stringify({ ...journal, ...rest }));
  const before = treeOf(root);
  await destinationOn(root).review([bundleOf('a')]);
  interruptedIn(root, join(root, 'a'));
  await repairAll(root);
  expect(treeOf(root)).toEqual(before);
  await exportTo(destinationOn(root), [bundleOf('b')]);
  expect(setIn(root, 'a')).toBe('old');
});

test('a planted journal redirects none of our links, and removes no kept files (attack d)', async () => {
  const root = temporaryDirectory();
  for (const set of ['older', 'old']) await writeInto(nodeExportFs, root, bundleIn(set, fileNames));
  linkInto(root, fileNames);
  const [name = ''] = readdirSync(join(root, 'a')).filter((each) => each.endsWith('.current'));
  const generations = readdirSync(join(root, 'a')).filter((each) => each.endsWith('.generation'));
  const [from = '', to = ''] = generations;
  mkdirSync(join(root, 'a', stage));
  for (const [one, two] of [
    [from, to],
    [to, from],
  ]) {
    const current = { name, from: one, to: two };
    const journal = { version: 2, names: fileNames, leaves: [], enters: [], source: stage, current };
    const rest = { formerCurrents: [name], previous: null };
    for (const journalName of ['.decided.json', '.journal.json'])
      writeFileSync(join(root, 'a', stage, journalName), JSON.stringify({ ...journal, ...rest }));
    const before = treeOf(root);
    await destinationOn(root).review([bundleOf('a')]);
    interruptedIn(root, join(root, 'a'));
    await repairAll(root);
    expect(treeOf(root)).toEqual(before);
  }
});

test('a huge journal, planted or in our own directory, does not prevent exports', async () => {
  const root = temporaryDirectory();
  placeFormer(root, 'a');
  const ownership = { owner: process.getuid?.() ?? null, keepsModes: true };
  const ours = stage.replace('0', 'f');
  startedOn(root).names.begin([
    { folder: join(root, 'a'), id: 'f123456789abcdef01234567', names: [], ownership, inode: null },
  ]);
  for (const name of [stage, ours]) {
    mkdirSync(join(root, 'a', name), { mode: 0o700 });
    writeFileSync(join(root, 'a', name, '.decided.json'), '');
    // It uses no space on the disk.
    truncateSync(join(root, 'a', name, '.decided.json'), 3 * 1024 ** 3);
  }
  const { review, outcomes } = await exportTo(destinationOn(root), [bundleOf('a')]);
  expect(review.ok).toBe(true);
  expect(outcomes.get('a')?.kind).toBe('written');
});

/** What another user may put in place of our directory after renaming it. */
const swaps: readonly [string, (path: string, other: string) => void][] = [
  ['a link', (path, other) => symlinkSync(other, path)],
  ['another folder', (path, other) => renameSync(other, path)],
];

test.each(swaps)(
  '%s in place of our directory, at any step, loses no file and gets none',
  async (_, swap) => {
    const template = temporaryDirectory();
    for (const set of ['older', 'old']) await writeInto(nodeExportFs, template, bundleOf('a', set));
    await forEachStep(async (at) => {
      const { root } = copyOf(template);
      const other = join(elsewhere(), 'photos');
      placeFormer(other, '');
      writeFileSync(join(other, 'summer.jpg'), 'a photo');
      const before = treeOf(other);
      let steps = 0;
      let taken = '';
      const fs = hookedFs(nodeExportFs, (call) => {
        if (call === 'close') return;
        steps += 1;
        if (steps !== at) return;
        const inRoot = readdirSync(root).filter((name) => name.endsWith('.tmp'));
        const inFolder = readdirSync(join(root, 'a')).filter((name) => /\.(tmp|generation)$/.test(name));
        const [target] = [...inRoot, ...inFolder.map((name) => join('a', name))];
        if (target === undefined) return;
        taken = join(root, target);
        renameSync(taken, join(root, 'moved'));
        swap(taken, other);
      });
      await exportTo(destinationOn(root, fs), [bundleOf('a'), bundleOf('b')]);
      await repairAll(root);
      const now = [other, ...['tmp', 'generation'].map((end) => taken.replace(/[a-z]+$/, end))].find(
        (path) => {
          try {
            return readFileSync(join(path, 'summer.jpg'), 'utf8') === 'a photo';
          } catch {
            return false;
          }
        },
      );
      expect(now, `step ${at}`).toBeDefined();
      if (taken !== '') expect(treeOf(now ?? ''), `step ${at}, ${taken}`).toEqual(before);
      return steps >= at;
    });
  },
  300_000,
);

test('a review creates, removes and repairs nothing, even if there is something to repair', async () => {
  const root = temporaryDirectory();
  placeFormer(root, 'a');
  const ownership = { owner: process.getuid?.() ?? null, keepsModes: true };
  const entry = {
    folder: root,
    id: '0123456789abcdef01234567',
    names: ['privkey.pem'],
    ownership,
    inode: null,
  };
  startedOn(root).names.begin([entry]);
  mkdirSync(join(root, stage), { mode: 0o700 });
  writeFileSync(join(root, stage, 'privkey.pem'), 'a key');
  const calls: string[] = [];
  const fs = hookedFs(nodeExportFs, (call) => void calls.push(call));
  const before = treeOf(root);
  expect((await destinationOn(root, fs).review([bundleOf('a')])).ok).toBe(true);
  expect(treeOf(root)).toEqual(before);
  const changing = ['mkdir', 'create', 'link', 'unlink', 'rmdir', 'chmod'];
  expect(calls.filter((call) => changing.includes(call))).toEqual([]);
  // An export repairs it.
  await exportTo(destinationOn(root), [bundleOf('a')]);
  expect(readdirSync(root)).not.toContain(stage);
  expect(remembered(root).filter(({ isPending }) => isPending)).toEqual([]);
});
