import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ExportDestination } from '#main/deployment/export/exportDestination.ts';
import type { ExportFs } from '#main/deployment/export/exportFs.ts';
import { bundleOf } from './bundles.ts';
import { forEachStep, hookedFs, runUntil, systemError } from './faultyFs.ts';
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
  const start = async (last: number) => {
    const root = temporaryDirectory();
    prepare(root);
    const before = treeOf(root);
    const end = await runUntil(base, last, (fs) => exportTo(destinationOn(root, fs), [bundleOf('a')]));
    return { root, before, end };
  };

  test('leaves one complete set or a journal, and the next start repairs it to one complete set', async () => {
    const seen: string[] = [];
    await forEachStep(async (last) => {
      const run = await start(last);
      const found = setIn(run.root, 'a');
      if (found !== former && found !== 'new')
        expect(journalled(run.root, 'a'), `${last} ${found}`).toBe(true);
      await repairAll(run.root, base);
      const repaired = setIn(run.root, 'a');
      seen[last] = repaired;
      const tree = withoutProbe(treeOf(run.root));
      expect(temporaryOf(tree), String(last)).toEqual([]);
      if (repaired === 'new' && former === 'old')
        expect(generationsIn(run.root, 'a').map((name) => setIn(run.root, `a/${name}`))).toEqual(['old']);
      if (repaired === 'new')
        expect(tree.find((line) => line.startsWith('a/privkey.pem'))).toContain(` ${shownMode('600')} `);
      else expect(tree, String(last)).toEqual(run.before);
      return run.end === 'killed';
    });
    expect([...new Set(seen.slice(1))]).toEqual([former, 'new']);
  });

  test('is repaired even if the repair is killed too', async () => {
    await forEachStep(async (last) => {
      for (let second = 1; ; second += 1) {
        const run = await start(last);
        // In the other cases there are no previous files.
        if (!setIn(run.root, 'a').includes('+')) return run.end === 'killed';
        const repairEnd = await runUntil(base, second, (fs) => repairAll(run.root, fs));
        await repairAll(run.root, base);
        expect([former, 'new'], `${last} ${second}`).toContain(setIn(run.root, 'a'));
        expect(temporaryOf(treeOf(run.root))).toEqual([]);
        if (repairEnd === 'ended') return run.end === 'killed';
      }
    });
  }, 300_000);
});

test('a repair keeps files that were written after the kill', async () => {
  let tried = 0;
  await forEachStep(async (last) => {
    const root = temporaryDirectory();
    placeFormer(root, 'a');
    const end = await runUntil(exportFs, last, (fs) => exportTo(destinationOn(root, fs), [bundleOf('a')]));
    if (!setIn(root, 'a').includes('+')) return end === 'killed';
    tried += 1;
    writeFileSync(join(root, 'a', 'privkey.pem'), 'written by hand');
    await repairAll(root);
    expect(readFileSync(join(root, 'a', 'privkey.pem'), 'utf8')).toBe('written by hand');
    expect(setIn(root, 'a', ['fullchain.pem', 'cert.pem', 'chain.pem'])).toBe('old');
    return end === 'killed';
  });
  expect(tried).toBeGreaterThan(0);
});

test('a kill while writing a ZIP file leaves either the previous or the new file', async () => {
  const bundles = [bundleOf('a')];
  await forEachStep(async (last) => {
    const root = temporaryDirectory();
    const file = join(root, 'certificates.zip');
    writeFileSync(file, 'former');
    const destinationOn = (fs: ExportFs): ExportDestination => zipOn(file, fs);
    const end = await runUntil(exportFs, last, (fs) => exportTo(destinationOn(fs), bundles));
    const content = readFileSync(file);
    if (content.toString() !== 'former')
      expect(Object.keys(unzipSync(content)), String(last)).toHaveLength(4);
    await repairAll(root);
    expect(withoutProbe(treeOf(root)), String(last)).toHaveLength(1);
    expect(readFileSync(file).equals(content)).toBe(true);
    return end === 'killed';
  });
});
