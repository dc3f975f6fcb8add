import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ExportBundle, pathInTarget } from '#main/deployment/export/exportDestination.ts';
import type { ExportFs } from '#main/deployment/export/exportFs.ts';
import { bundleOf, fileNames } from './bundles.ts';
import { failingAt, forEachStep, hookedFs, systemError, watchedFs } from './faultyFs.ts';
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
} from './fixtures.ts';
import { destinationOn } from './hiddenMemory.ts';

const withoutLinks = hookedFs(exportFs, (call, path) => {
  if (call === 'link') throw systemError('EPERM', path);
});

/** As on macOS and Windows: a directory that is held has its path, and no descriptor. */
const heldByPath: ExportFs = {
  ...exportFs,
  hold: async (path) => ({ ...(await exportFs.hold(path)), path }),
};

interface Situation {
  readonly title: string;
  readonly fs: ExportFs;
  readonly prepare: (root: string) => void;
  readonly bundles: readonly ExportBundle[];
  /** What may be in the folder after a failure. */
  readonly before: string;
}

const situations: readonly Situation[] = [
  { title: 'a new folder', fs: exportFs, prepare: () => {}, bundles: [bundleOf('a')], before: 'none' },
  {
    title: 'two new folders',
    fs: exportFs,
    prepare: () => {},
    bundles: [bundleOf('a'), bundleOf('b')],
    before: 'none',
  },
  {
    title: 'a folder with a previous set',
    fs: exportFs,
    prepare: (root) => placeFormer(root, 'a'),
    bundles: [bundleOf('a')],
    before: 'old',
  },
  {
    title: 'a folder with a previous set on a file system without hard links',
    fs: withoutLinks,
    prepare: (root) => placeFormer(root, 'a'),
    bundles: [bundleOf('a')],
    before: 'old',
  },
  {
    title: 'a folder with a previous set, held by its path',
    fs: heldByPath,
    prepare: (root) => placeFormer(root, 'a'),
    bundles: [bundleOf('a')],
    before: 'old',
  },
  {
    title: 'a folder with files of others',
    fs: exportFs,
    prepare: (root) => {
      placeFormer(root, 'a', []);
      writeFileSync(join(root, 'a', 'nginx.conf'), 'theirs');
    },
    bundles: [bundleOf('a')],
    before: 'none',
  },
  {
    title: 'a folder with files of others on a file system without hard links',
    fs: withoutLinks,
    prepare: (root) => {
      placeFormer(root, 'a', []);
      writeFileSync(join(root, 'a', 'nginx.conf'), 'theirs');
    },
    bundles: [bundleOf('a')],
    before: 'none',
  },
  {
    title: 'the target itself',
    fs: exportFs,
    prepare: () => {},
    bundles: [{ ...bundleOf('a'), folder: '' }],
    before: 'none',
  },
  {
    title: 'the target itself with a previous set',
    fs: exportFs,
    prepare: (root) => placeFormer(root, ''),
    bundles: [{ ...bundleOf('a'), folder: '' }],
    before: 'old',
  },
];

function pathsIn(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, encoding: 'utf8' });
  } catch {
    // A bundle written in parallel may have just moved a directory; the next step checks again.
    return [];
  }
}

function expectPrivateKeysOnly(root: string): void {
  for (const path of pathsIn(root).filter((candidate) => candidate.endsWith('privkey.pem'))) {
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    // The mode of a link has no meaning.
    if (stats?.isFile()) expect((stats.mode & 0o777).toString(8), path).toBe(shownMode('600'));
  }
}

async function run(situation: Situation, failing: number) {
  const root = temporaryDirectory();
  situation.prepare(root);
  const before = treeOf(root);
  const { fs, calls, isNew } = failingAt(situation.fs, failing);
  const watched = watchedFs(fs, () => expectPrivateKeysOnly(root), isNew);
  const destination = destinationOn(root, watched);
  const result = await exportTo(destination, situation.bundles);
  return { root, before, calls, ...result };
}

// On Windows the fault of each call takes longer.
describe.each(situations)('writing into $title', { timeout: 300_000 }, (situation) => {
  test('succeeds without a fault', async () => {
    const { root, outcomes } = await run(situation, 0);
    for (const { orderId, folder } of situation.bundles) {
      const files = fileNames.map((name) => pathInTarget({ folder }, name));
      const [previous = null] = generationsIn(root, folder);
      expect(outcomes.get(orderId)).toEqual({ kind: 'written', previous, files });
      expect(previous !== null).toBe(situation.before === 'old');
      if (previous !== null) expect(setIn(root, join(folder, previous))).toBe('old');
      expect(setIn(root, folder)).toBe('new');
    }
    expect(temporaryOf(treeOf(root))).toEqual([]);
  });

  test('leaves the complete previous or new set, no temporary file and no readable key, for any failed call', async () => {
    await forEachStep(async (failing) => {
      const { root, before, calls, outcomes, whole, review } = await run(situation, failing);
      const at = `call ${failing}, ${calls[failing - 1]}`;
      const after = treeOf(root);
      expect(temporaryOf(after), at).toEqual([]);
      expectPrivateKeysOnly(root);
      for (const { orderId, folder } of situation.bundles) {
        const written = outcomes.get(orderId)?.kind === 'written';
        expect(setIn(root, folder), at).toBe(written ? 'new' : situation.before);
      }
      if (![...outcomes.values()].some(({ kind }) => kind === 'written')) expect(after, at).toEqual(before);
      const refused = situation.bundles.filter(
        ({ orderId }) => review.ok && !review.value.orders.get(orderId)?.ok,
      );
      // Every bundle has an outcome, unless the whole export failed.
      expect(whole === null ? outcomes.size + refused.length : situation.bundles.length, at).toBe(
        situation.bundles.length,
      );
      return calls.length >= failing;
    });
  });
});
