import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { soakStride } from '#test/support/soak.ts';
import { bundleOf } from './bundles.ts';
import { hookedFs, systemError } from './faultyFs.ts';
import {
  exportFs,
  exportTo,
  generationsIn,
  placeFormer,
  setIn,
  shownMode,
  temporaryDirectory,
  temporaryOf,
  treeOf,
  withoutProbe,
} from './fixtures.ts';
import { destinationOn, repairAll, zipOn } from './hiddenMemory.ts';
import { killedStates } from './killedStates.ts';

const withoutLinks = hookedFs(exportFs, (call, path) => {
  if (call === 'link') throw systemError('EPERM', path);
});

function journalled(root: string, folder: string): boolean {
  const stages = readdirSync(join(root, folder)).filter((name) => name.startsWith('.notafter-'));
  return stages.some((stage) => existsSync(join(root, folder, stage, '.journal.json')));
}

describe.each([
  ['a new folder', exportFs, 'none', () => {}],
  ['a folder with a previous set', exportFs, 'old', (root: string) => placeFormer(root, 'a')],
  [
    'a folder with a previous set, without hard links',
    withoutLinks,
    'old',
    (root: string) => placeFormer(root, 'a'),
  ],
  [
    'a folder with other files',
    exportFs,
    'none',
    (root: string) => {
      placeFormer(root, 'a', []);
      writeFileSync(join(root, 'a', 'nginx.conf'), 'theirs');
    },
  ],
] as const)('a kill while writing into %s', (_, base, former, prepare) => {
  const kill = async () => {
    const root = temporaryDirectory();
    prepare(root);
    const before = treeOf(root);
    const states = await killedStates(root, base, (fs) => exportTo(destinationOn(root, fs), [bundleOf('a')]));
    return { before, states };
  };

  test('leaves one complete set or a journal, and the next start repairs it to one complete set', async () => {
    const { before, states } = await kill();
    const seen = states.map(async ({ root }, step) => {
      const found = setIn(root, 'a');
      if (found !== former && found !== 'new') expect(journalled(root, 'a'), `${step} ${found}`).toBe(true);
      await repairAll(root, base);
      const repaired = setIn(root, 'a');
      const tree = withoutProbe(treeOf(root));
      expect(temporaryOf(tree), String(step)).toEqual([]);
      if (repaired === 'new' && former === 'old')
        expect(generationsIn(root, 'a').map((name) => setIn(root, `a/${name}`))).toEqual(['old']);
      if (repaired === 'new')
        expect(tree.find((line) => line.startsWith('a/privkey.pem'))).toContain(` ${shownMode('600')} `);
      else expect(tree, String(step)).toEqual(before);
      return repaired;
    });
    expect([...new Set(await Promise.all(seen))]).toEqual([former, 'new']);
  });

  test('is repaired even if the repair is killed too', async () => {
    const { states } = await kill();
    // In the other cases there are no previous files.
    const mixed = [...states.entries()].filter(([, { root }]) => setIn(root, 'a').includes('+'));
    for (const [first, { root }] of mixed) {
      const repairs = await killedStates(root, base, (fs) => repairAll(root, fs), soakStride(3));
      const ends = repairs.map(async (state, second) => {
        await repairAll(state.root, base);
        expect([former, 'new'], `${first} ${second}`).toContain(setIn(state.root, 'a'));
        expect(temporaryOf(treeOf(state.root))).toEqual([]);
      });
      await Promise.all(ends);
    }
  }, 300_000);
});

test('a repair keeps files that were written after the kill', async () => {
  const folder = temporaryDirectory();
  placeFormer(folder, 'a');
  const states = await killedStates(folder, exportFs, (fs) =>
    exportTo(destinationOn(folder, fs), [bundleOf('a')]),
  );
  const mixed = states.filter(({ root }) => setIn(root, 'a').includes('+'));
  expect(mixed).not.toEqual([]);
  for (const { root } of mixed) {
    writeFileSync(join(root, 'a', 'privkey.pem'), 'written by hand');
    await repairAll(root);
    expect(readFileSync(join(root, 'a', 'privkey.pem'), 'utf8')).toBe('written by hand');
    expect(setIn(root, 'a', ['fullchain.pem', 'cert.pem', 'chain.pem'])).toBe('old');
  }
});

test('a kill while writing a ZIP file leaves either the previous or the new file', async () => {
  const folder = temporaryDirectory();
  const fileIn = (root: string) => join(root, 'certificates.zip');
  writeFileSync(fileIn(folder), 'former');
  const states = await killedStates(folder, exportFs, (fs) =>
    exportTo(zipOn(fileIn(folder), fs), [bundleOf('a')]),
  );
  for (const [step, { root }] of states.entries()) {
    const content = readFileSync(fileIn(root));
    if (content.toString() !== 'former')
      expect(Object.keys(unzipSync(content)), String(step)).toHaveLength(4);
    await repairAll(root);
    expect(withoutProbe(treeOf(root)), String(step)).toHaveLength(1);
    expect(readFileSync(fileIn(root)).equals(content)).toBe(true);
  }
});
