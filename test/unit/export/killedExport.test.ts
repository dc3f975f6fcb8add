import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ExportDestination } from '#main/export/exportDestination.ts';
import { type ExportFs, nodeExportFs } from '#main/export/exportFs.ts';
import { FolderDestination } from '#main/export/folderDestination.ts';
import { cleanLeftovers } from '#main/export/leftovers.ts';
import { ZipDestination } from '#main/export/zipDestination.ts';
import { bundleOf } from './bundles.ts';
import { hookedFs, runUntil, systemError } from './faultyFs.ts';
import {
  exportTo,
  generationsIn,
  placeFormer,
  setIn,
  temporaryDirectory,
  temporaryOf,
  treeOf,
} from './fixtures.ts';

const withoutLinks = hookedFs(nodeExportFs, (call, path) => {
  if (call === 'link') throw systemError('EPERM', path);
});

/** What a process that is started later does before it writes to the same place. */
async function repair(fs: ExportFs, root: string, folder: string): Promise<void> {
  const later = Date.now() + 1000;
  await cleanLeftovers(fs, root, later);
  await cleanLeftovers(fs, join(root, folder), later);
}

function journalled(root: string, folder: string): boolean {
  const stages = readdirSync(join(root, folder)).filter((name) => name.startsWith('.notafter-'));
  return stages.some((stage) => existsSync(join(root, folder, stage, '.journal.json')));
}

describe.each([
  ['a new folder', nodeExportFs, 'none', () => {}],
  ['a folder with a former set', nodeExportFs, 'old', (root: string) => placeFormer(root, 'a')],
  [
    'a folder with a former set, without hard links',
    withoutLinks,
    'old',
    (root: string) => placeFormer(root, 'a'),
  ],
  [
    'a folder with other files',
    nodeExportFs,
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
    const end = await runUntil(base, last, (fs) =>
      exportTo(new FolderDestination({ fs, folder: root, startedAt: 0 }), [bundleOf('a')]),
    );
    return { root, before, end };
  };

  test('leaves one whole set or a journal, and the next start makes it one whole set', async () => {
    const seen = new Set<string>();
    for (let last = 1, end = ''; end !== 'ended'; last += 1) {
      const run = await start(last);
      end = run.end;
      const found = setIn(run.root, 'a');
      if (found !== former && found !== 'new')
        expect(journalled(run.root, 'a'), `${last} ${found}`).toBe(true);
      await repair(base, run.root, 'a');
      const repaired = setIn(run.root, 'a');
      seen.add(repaired);
      const tree = treeOf(run.root);
      expect(temporaryOf(tree), String(last)).toEqual([]);
      if (repaired === 'new' && former === 'old')
        expect(generationsIn(run.root, 'a').map((name) => setIn(run.root, `a/${name}`))).toEqual(['old']);
      if (repaired === 'new') expect(tree.find((line) => line.startsWith('a/privkey.pem'))).toMatch(/ 600 /);
      else expect(tree, String(last)).toEqual(run.before);
    }
    expect([...seen]).toEqual([former, 'new']);
  });

  test('is repaired also when the repair is killed in its turn', async () => {
    for (let last = 1, end = ''; end !== 'ended'; last += 1) {
      for (let second = 1, repairEnd = ''; repairEnd !== 'ended'; second += 1) {
        const run = await start(last);
        end = run.end;
        // Elsewhere there is nothing to put back.
        if (!setIn(run.root, 'a').includes('+')) break;
        repairEnd = await runUntil(base, second, (fs) => repair(fs, run.root, 'a'));
        await repair(base, run.root, 'a');
        expect([former, 'new'], `${last} ${second}`).toContain(setIn(run.root, 'a'));
        expect(temporaryOf(treeOf(run.root))).toEqual([]);
      }
    }
  }, 60_000);
});

test('a repair leaves alone what somebody wrote after the kill', async () => {
  let tried = 0;
  for (let last = 1, end = ''; end !== 'ended'; last += 1) {
    const root = temporaryDirectory();
    placeFormer(root, 'a');
    end = await runUntil(nodeExportFs, last, (fs) =>
      exportTo(new FolderDestination({ fs, folder: root, startedAt: 0 }), [bundleOf('a')]),
    );
    if (!setIn(root, 'a').includes('+')) continue;
    tried += 1;
    writeFileSync(join(root, 'a', 'privkey.pem'), 'written by hand');
    await repair(nodeExportFs, root, 'a');
    expect(readFileSync(join(root, 'a', 'privkey.pem'), 'utf8')).toBe('written by hand');
    expect(setIn(root, 'a', ['fullchain.pem', 'cert.pem', 'chain.pem'])).toBe('old');
  }
  expect(tried).toBeGreaterThan(0);
});

test('a kill while writing a ZIP file leaves the former or the new one, whole', async () => {
  const bundles = [bundleOf('a')];
  for (let last = 1, end = ''; end !== 'ended'; last += 1) {
    const root = temporaryDirectory();
    const file = join(root, 'certificates.zip');
    writeFileSync(file, 'former');
    const destinationOn = (fs: ExportFs): ExportDestination =>
      new ZipDestination({ fs, file, startedAt: 0, now: Date.now });
    end = await runUntil(nodeExportFs, last, (fs) => exportTo(destinationOn(fs), bundles));
    const content = readFileSync(file);
    if (content.toString() !== 'former')
      expect(Object.keys(unzipSync(content)), String(last)).toHaveLength(4);
    await cleanLeftovers(nodeExportFs, root, Date.now() + 1000);
    expect(treeOf(root), String(last)).toHaveLength(1);
    expect(readFileSync(file).equals(content)).toBe(true);
  }
});
