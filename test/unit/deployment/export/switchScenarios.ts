import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportBundle } from '#main/deployment/export/exportDestination.ts';
import type { ExportFs } from '#main/deployment/export/exportFs.ts';
import type { PresetSwitching } from '#shared/domain/preset.ts';
import { bundleOf } from './bundles.ts';
import { hookedFs, systemError } from './faultyFs.ts';
import { exportFs, exportTo, generationsIn, placeFormer } from './fixtures.ts';
import { destinationOn } from './hiddenMemory.ts';

/** Two files represent any number above one. */
export const pair = ['privkey.pem', 'fullchain.pem'] as const;

const withoutLinks = hookedFs(exportFs, (call, path) => {
  if (call === 'link') throw systemError('EPERM', path);
});

/** A bundle of the folder `a`. */
export function bundleIn(
  set: string,
  switching: PresetSwitching,
  names: readonly string[] = pair,
): ExportBundle {
  return { ...bundleOf('a', set, names), switching };
}

/** As `bundleIn`, with another file of the set `same` in every write: an unchanged intermediate. */
function withSameChain(set: string, switching: PresetSwitching): ExportBundle {
  const files = bundleIn('same', switching, ['chain.pem']).files;
  const bundle = bundleIn(set, switching);
  // In the middle, between files that change.
  return { ...bundle, files: [...bundle.files.slice(0, 1), ...files, ...bundle.files.slice(1)] };
}

/** Writes one bundle. @returns whether it was written, and the directory with the previous files */
export async function writeInto(fs: ExportFs, root: string, bundle: ExportBundle) {
  const destination = destinationOn(root, fs);
  const outcome = (await exportTo(destination, [bundle])).outcomes.get('a');
  return outcome?.kind === 'written' ? outcome : null;
}

/** Swaps the files with the kept ones, of which there must be one set. */
export async function restoreIn(
  fs: ExportFs,
  root: string,
  { switching = 'rename', names = pair }: { switching?: PresetSwitching; names?: readonly string[] } = {},
) {
  const used = new Set<string>();
  for (const name of await exportFs.list(join(root, 'a')))
    if (name.endsWith('.current')) used.add(await exportFs.readlink(join(root, 'a', name)));
  const [former = ''] = generationsIn(root, 'a').filter((name) => !used.has(name));
  const destination = destinationOn(root, fs);
  const bundle = bundleIn('any', switching, names);
  const review = await destination.review([bundle]);
  if (!review.ok || !review.value.orders.get('a')?.ok) return null;
  const done = await destination.restore(bundle, former);
  return done.ok ? done.value : null;
}

/** The sets of the visible and the kept files; `none` if there are none. */
export interface Sets {
  readonly visible: string;
  readonly previous: string;
}

export interface Scenario {
  readonly title: string;
  readonly fs?: ExportFs;
  readonly prepare: (root: string) => unknown;
  /** Returns `null` if it failed. */
  readonly act: (fs: ExportFs, root: string) => Promise<unknown>;
  readonly before: Sets;
  readonly after: Sets;
  /** The visible names before and after, if they differ from the usual ones. */
  readonly names?: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** At no time is any file missing. */
  readonly isSeamless?: boolean;
}

const write =
  (set: string, switching: PresetSwitching, names?: readonly string[]) => (fs: ExportFs, root: string) =>
    writeInto(fs, root, bundleIn(set, switching, names));

const prepared =
  (...writes: readonly ReturnType<typeof write>[]) =>
  async (root: string) => {
    for (const each of writes) await each(exportFs, root);
  };

const written = { before: { visible: 'old', previous: 'older' }, after: { visible: 'new', previous: 'old' } };
const swapped = {
  before: { visible: 'old', previous: 'older' },
  after: { visible: 'older', previous: 'old' },
};
const [single] = pair;
const longer = [...pair, 'chain.pem'];

export const scenarios: readonly Scenario[] = [
  {
    title: 'the second write of plain files',
    prepare: prepared(write('older', 'rename'), write('old', 'rename')),
    act: write('new', 'rename'),
    ...written,
  },
  {
    title: 'the second write of plain files, one of which stays the same',
    prepare: async (root) => {
      for (const set of ['older', 'old']) await writeInto(exportFs, root, withSameChain(set, 'rename'));
    },
    act: (fs, root) => writeInto(fs, root, withSameChain('new', 'rename')),
    ...written,
    names: { before: longer, after: longer },
  },
  {
    title: 'the second write of plain files without hard links',
    fs: withoutLinks,
    prepare: prepared(write('older', 'rename'), write('old', 'rename')),
    act: write('new', 'rename'),
    ...written,
  },
  {
    title: 'the second write of a single file',
    prepare: prepared(write('older', 'rename', [single]), write('old', 'rename', [single])),
    act: write('new', 'rename', [single]),
    ...written,
    names: { before: [single], after: [single] },
    isSeamless: true,
  },
  {
    title: 'the second write of a single file without hard links',
    fs: withoutLinks,
    prepare: prepared(write('older', 'rename', [single]), write('old', 'rename', [single])),
    act: write('new', 'rename', [single]),
    ...written,
    names: { before: [single], after: [single] },
  },
  {
    title: 'the first write of links into a new folder',
    prepare: () => undefined,
    act: write('new', 'link'),
    before: { visible: 'none', previous: 'none' },
    after: { visible: 'new', previous: 'none' },
  },
  {
    title: 'the first write of links into a folder with other files',
    prepare: (root) => {
      placeFormer(root, 'a', []);
      writeFileSync(join(root, 'a', 'nginx.conf'), 'theirs');
    },
    act: write('new', 'link'),
    before: { visible: 'none', previous: 'none' },
    after: { visible: 'new', previous: 'none' },
  },
  {
    title: 'a later write of links',
    prepare: prepared(write('older', 'link'), write('old', 'link')),
    act: write('new', 'link'),
    ...written,
    isSeamless: true,
  },
  {
    title: 'a later write of links, one of which is gone',
    prepare: async (root) => {
      await prepared(write('older', 'link'), write('old', 'link'))(root);
      rmSync(join(root, 'a', single));
    },
    act: write('new', 'link'),
    ...written,
    names: { before: ['fullchain.pem'], after: pair },
  },
  {
    title: 'a write of links over plain files',
    prepare: prepared(write('older', 'rename'), write('old', 'rename')),
    act: write('new', 'link'),
    ...written,
  },
  {
    title: 'a write of plain files over links',
    prepare: prepared(write('older', 'link'), write('old', 'link')),
    act: write('new', 'rename'),
    ...written,
  },
  {
    title: 'a write of more links than there were',
    prepare: prepared(write('older', 'link'), write('old', 'link')),
    act: write('new', 'link', longer),
    ...written,
    names: { before: pair, after: longer },
  },
  {
    title: 'putting plain files back',
    prepare: prepared(write('older', 'rename'), write('old', 'rename')),
    act: (fs, root) => restoreIn(fs, root),
    ...swapped,
  },
  {
    title: 'putting a single plain file back',
    prepare: prepared(write('older', 'rename', [single]), write('old', 'rename', [single])),
    act: (fs, root) => restoreIn(fs, root, { names: [single] }),
    ...swapped,
    names: { before: [single], after: [single] },
    isSeamless: true,
  },
  {
    title: 'putting plain files back without hard links',
    fs: withoutLinks,
    prepare: prepared(write('older', 'rename'), write('old', 'rename')),
    act: (fs, root) => restoreIn(fs, root),
    ...swapped,
  },
  {
    title: 'putting links back',
    prepare: prepared(write('older', 'link'), write('old', 'link')),
    act: (fs, root) => restoreIn(fs, root, { switching: 'link' }),
    ...swapped,
    isSeamless: true,
  },
  {
    title: 'putting plain files back in the place of links',
    prepare: prepared(write('older', 'rename'), write('old', 'link')),
    act: (fs, root) => restoreIn(fs, root),
    ...swapped,
  },
  {
    title: 'putting files back as links in the place of plain ones',
    prepare: prepared(write('older', 'link'), write('old', 'rename')),
    act: (fs, root) => restoreIn(fs, root, { switching: 'link' }),
    ...swapped,
  },
  {
    title: 'putting plain files back of which there were more',
    prepare: async (root) => {
      await prepared(write('older', 'rename', longer), write('old', 'rename', longer))(root);
      rmSync(join(root, 'a', 'chain.pem'));
    },
    act: (fs, root) => restoreIn(fs, root, { names: longer }),
    ...swapped,
    names: { before: pair, after: longer },
  },
  {
    title: 'putting plain files back of which there were fewer',
    prepare: prepared(write('older', 'rename'), write('old', 'rename', longer)),
    act: (fs, root) => restoreIn(fs, root, { names: longer }),
    before: { visible: 'old', previous: 'older' },
    after: { visible: 'older', previous: 'old' },
    names: { before: longer, after: pair },
  },
];
