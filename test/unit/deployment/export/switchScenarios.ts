import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportBundle } from '#main/deployment/export/exportDestination.ts';
import type { ExportFs } from '#main/deployment/export/exportFs.ts';
import { bundleOf } from './bundles.ts';
import { hookedFs, systemError } from './faultyFs.ts';
import { exportFs, exportTo, generationsIn } from './fixtures.ts';
import { destinationOn } from './hiddenMemory.ts';
import { linkInto } from './olderLinks.ts';

/** Two files represent any number above one. */
export const pair = ['privkey.pem', 'fullchain.pem'] as const;

const withoutLinks = hookedFs(exportFs, (call, path) => {
  if (call === 'link') throw systemError('EPERM', path);
});

/** A bundle of the folder `a`. */
export function bundleIn(set: string, names: readonly string[] = pair): ExportBundle {
  return bundleOf('a', set, names);
}

/** As `bundleIn`, with another file of the set `same` in every write: an unchanged intermediate. */
function withSameChain(set: string): ExportBundle {
  const files = bundleIn('same', ['chain.pem']).files;
  const bundle = bundleIn(set);
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
  { names = pair }: { names?: readonly string[] } = {},
) {
  const used = new Set<string>();
  for (const name of await exportFs.list(join(root, 'a')))
    if (name.endsWith('.current')) used.add(await exportFs.readlink(join(root, 'a', name)));
  const [former = ''] = generationsIn(root, 'a').filter((name) => !used.has(name));
  const destination = destinationOn(root, fs);
  const bundle = bundleIn('any', names);
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

const write = (set: string, names?: readonly string[]) => (fs: ExportFs, root: string) =>
  writeInto(fs, root, bundleIn(set, names));

const prepared =
  (...writes: readonly ReturnType<typeof write>[]) =>
  async (root: string) => {
    for (const each of writes) await each(exportFs, root);
  };

/** As `prepared`, and the files are links of an older version then. */
const linked =
  (names: readonly string[], ...writes: readonly ReturnType<typeof write>[]) =>
  async (root: string) => {
    await prepared(...writes)(root);
    linkInto(root, names);
  };

const written = { before: { visible: 'old', previous: 'older' }, after: { visible: 'new', previous: 'old' } };
const swapped = {
  before: { visible: 'old', previous: 'older' },
  after: { visible: 'older', previous: 'old' },
};
export const [single] = pair;
export const longer = [...pair, 'chain.pem'];

export const scenarios: readonly Scenario[] = [
  {
    title: 'the second write of plain files',
    prepare: prepared(write('older'), write('old')),
    act: write('new'),
    ...written,
  },
  {
    title: 'the second write of plain files, one of which stays the same',
    prepare: async (root) => {
      for (const set of ['older', 'old']) await writeInto(exportFs, root, withSameChain(set));
    },
    act: (fs, root) => writeInto(fs, root, withSameChain('new')),
    ...written,
    names: { before: longer, after: longer },
  },
  {
    title: 'the second write of plain files without hard links',
    fs: withoutLinks,
    prepare: prepared(write('older'), write('old')),
    act: write('new'),
    ...written,
  },
  {
    title: 'the second write of a single file',
    prepare: prepared(write('older', [single]), write('old', [single])),
    act: write('new', [single]),
    ...written,
    names: { before: [single], after: [single] },
    isSeamless: true,
  },
  {
    title: 'the second write of a single file without hard links',
    fs: withoutLinks,
    prepare: prepared(write('older', [single]), write('old', [single])),
    act: write('new', [single]),
    ...written,
    names: { before: [single], after: [single] },
  },
  {
    title: 'a write of plain files over links',
    prepare: linked(pair, write('older'), write('old')),
    act: write('new'),
    ...written,
  },
  {
    title: 'a write of plain files over links without hard links',
    fs: withoutLinks,
    prepare: linked(pair, write('older'), write('old')),
    act: write('new'),
    ...written,
  },
  {
    title: 'a write of plain files over links, one of which is gone',
    prepare: async (root) => {
      await linked(pair, write('older'), write('old'))(root);
      rmSync(join(root, 'a', single));
    },
    act: write('new'),
    ...written,
    names: { before: ['fullchain.pem'], after: pair },
  },
  {
    title: 'a write of more plain files than there were links',
    prepare: linked(pair, write('older'), write('old')),
    act: write('new', longer),
    ...written,
    names: { before: pair, after: longer },
  },
  {
    title: 'a write of a single plain file over its links',
    prepare: linked([single], write('older', [single]), write('old', [single])),
    act: write('new', [single]),
    ...written,
    names: { before: [single], after: [single] },
  },
  {
    title: 'putting plain files back',
    prepare: prepared(write('older'), write('old')),
    act: (fs, root) => restoreIn(fs, root),
    ...swapped,
  },
  {
    title: 'putting a single plain file back',
    prepare: prepared(write('older', [single]), write('old', [single])),
    act: (fs, root) => restoreIn(fs, root, { names: [single] }),
    ...swapped,
    names: { before: [single], after: [single] },
    isSeamless: true,
  },
  {
    title: 'putting plain files back without hard links',
    fs: withoutLinks,
    prepare: prepared(write('older'), write('old')),
    act: (fs, root) => restoreIn(fs, root),
    ...swapped,
  },
  {
    title: 'putting plain files back in the place of links',
    prepare: linked(pair, write('older'), write('old')),
    act: (fs, root) => restoreIn(fs, root),
    ...swapped,
  },
  {
    title: 'putting files back that were links, in the place of plain ones',
    prepare: async (root) => {
      await linked(pair, write('older'))(root);
      await write('old')(exportFs, root);
    },
    act: (fs, root) => restoreIn(fs, root),
    ...swapped,
  },
  {
    title: 'putting plain files back of which there were more',
    prepare: async (root) => {
      await prepared(write('older', longer), write('old', longer))(root);
      rmSync(join(root, 'a', 'chain.pem'));
    },
    act: (fs, root) => restoreIn(fs, root, { names: longer }),
    ...swapped,
    names: { before: pair, after: longer },
  },
  {
    title: 'putting plain files back of which there were fewer',
    prepare: prepared(write('older'), write('old', longer)),
    act: (fs, root) => restoreIn(fs, root, { names: longer }),
    before: { visible: 'old', previous: 'older' },
    after: { visible: 'older', previous: 'old' },
    names: { before: longer, after: pair },
  },
];
