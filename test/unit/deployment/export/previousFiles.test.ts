import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { contentOf } from './bundles.ts';
import { hookedFs } from './faultyFs.ts';
import {
  describeError,
  exportFs,
  exportTo,
  failureOf,
  generationsIn,
  setIn,
  shownBits,
  temporaryDirectory,
  temporaryOf,
  treeOf,
} from './fixtures.ts';
import { destinationOn } from './hiddenMemory.ts';
import { linkInto } from './olderLinks.ts';
import { bundleIn, pair, writeInto } from './switchScenarios.ts';

/** A folder with the visible set `old` and the previous set `older`; returns the location of the latter. */
async function twice(): Promise<{ root: string; previous: string }> {
  const root = temporaryDirectory();
  await writeInto(exportFs, root, bundleIn('older'));
  const written = await writeInto(exportFs, root, bundleIn('old'));
  return { root, previous: written?.previous ?? '' };
}

/** As `twice`, and the files are links of an older version then. */
async function twiceLinked(): Promise<{ root: string; previous: string }> {
  const made = await twice();
  linkInto(made.root, pair);
  return made;
}

const current = (root: string) =>
  readdirSync(join(root, 'a')).find((name) => name.endsWith('.current')) ?? '';
const generation = (root: string) => readlinkSync(join(root, 'a', current(root)));

describe('links of an older version', needsPosix, () => {
  test('are followed for the verification', async () => {
    const { root } = await twiceLinked();
    const destination = destinationOn(root);
    await destination.review([]);
    const files = await destination.openWritten();
    expect(Buffer.from(await files.read('a/privkey.pem'))).toEqual(contentOf('old', 'privkey.pem'));
    await expect(files.read('a/gone.pem')).rejects.toThrow('notFound');
  });

  const obstacles: readonly [string, string, (root: string) => void][] = [
    ['to elsewhere', 'symlink privkey.pem', (root) => relink(root, 'privkey.pem', '/etc/hostname')],
    ['to a neighbour', 'symlink privkey.pem', (root) => relink(root, 'privkey.pem', 'fullchain.pem')],
    [
      'to another file',
      'symlink privkey.pem',
      (root) => relink(root, 'privkey.pem', `${current(root)}/fullchain.pem`),
    ],
    ['through a link to elsewhere', `symlink`, (root) => relink(root, current(root), '/etc')],
    [
      'to a file that is itself a link',
      'symlink privkey.pem',
      (root) => relink(join(root), `${generation(root)}/privkey.pem`, '/etc/hostname'),
    ],
    [
      'to a directory that became a link',
      'symlink privkey.pem',
      (root) => {
        const path = join(root, 'a', generation(root));
        renameSync(path, join(root, 'elsewhere'));
        symlinkSync('../elsewhere', path);
      },
    ],
    ['to nothing', 'symlink', (root) => rmSync(join(root, 'a', generation(root)), { recursive: true })],
  ];

  function relink(root: string, name: string, text: string): void {
    rmSync(join(root, 'a', name));
    symlinkSync(text, join(root, 'a', name));
  }

  test.each(obstacles)(
    '%s are refused, in the review and immediately before the switch',
    async (_, expected, obstruct) => {
      for (const early of [true, false]) {
        const { root } = await twiceLinked();
        if (early) obstruct(root);
        const { review, outcomes } = await exportTo(destinationOn(root), [bundleIn('new')], {
          between: () => !early && obstruct(root),
        });
        const found = review.ok ? review.value.orders.get('a') : undefined;
        const refusal = found?.ok === false ? describeError(found.error) : failureOf(outcomes.get('a'));
        expect(refusal).toMatch(expected);
        expect(temporaryOf(treeOf(root))).toEqual([]);
      }
    },
  );

  test('that replace a file during the switch are not replaced', async () => {
    const { root } = await twice();
    const elsewhere = join(temporaryDirectory(), 'theirs');
    writeFileSync(elsewhere, 'theirs');
    const fs = hookedFs(exportFs, (call, path) => {
      if (call !== 'rename' || !/\.tmp\/privkey\.pem$/.test(path)) return;
      rmSync(join(root, 'a', 'privkey.pem'));
      symlinkSync(elsewhere, join(root, 'a', 'privkey.pem'));
    });
    const { outcomes } = await exportTo(destinationOn(root, fs), [bundleIn('new')]);
    expect(failureOf(outcomes.get('a'))).toBe('symlink privkey.pem');
    expect(readlinkSync(join(root, 'a', 'privkey.pem'))).toBe(elsewhere);
    expect(readFileSync(elsewhere, 'utf8')).toBe('theirs');
    expect(setIn(root, 'a', ['fullchain.pem'])).toBe('old');
    expect(temporaryOf(treeOf(root))).toEqual([]);
  });

  test('are not written if their folder is removed after the review', async () => {
    const { root } = await twiceLinked();
    const { outcomes } = await exportTo(destinationOn(root), [bundleIn('new')], {
      between: () => rmSync(join(root, 'a'), { recursive: true }),
    });
    expect(failureOf(outcomes.get('a'))).toBe('changed a');
    expect(treeOf(root)).toEqual([]);
  });

  test('that were deleted leave no generation after the next write', async () => {
    const { root, previous } = await twiceLinked();
    for (const name of pair) rmSync(join(root, 'a', name));
    const planted = `.notafter-${'0'.repeat(12)}.current`;
    symlinkSync(`.notafter-${'0'.repeat(24)}.generation`, join(root, 'a', planted));
    const destination = destinationOn(root);
    await destination.review([bundleIn('any', ['other.pem'])]);
    expect(readdirSync(join(root, 'a'))).toHaveLength(4);
    await exportTo(destination, [bundleIn('any', ['other.pem'])]);
    expect(readdirSync(join(root, 'a')).sort()).toEqual([previous, planted, 'other.pem'].sort());
  });
});

describe('previous files', () => {
  test('are kept of the last write only, and separately for each bundle in the same folder', async () => {
    const root = temporaryDirectory();
    const write = (id: string, set: string) => {
      const { files } = bundleIn(set);
      const named = files.map((file) => ({ ...file, name: `${id}-${file.name}` }));
      return exportTo(destinationOn(root), [{ orderId: id, folder: '', files: named }]);
    };
    for (const set of ['older', 'old', 'new']) {
      await write('a', set);
      await write('b', set);
    }
    const kept = generationsIn(root, '').map((name) => readdirSync(join(root, name)).sort().join());
    expect(kept.sort()).toEqual(['a-fullchain.pem,a-privkey.pem', 'b-fullchain.pem,b-privkey.pem']);
    for (const name of generationsIn(root, '')) {
      const key = readdirSync(join(root, name)).find((file) => file.endsWith('privkey.pem')) ?? '';
      expect(readFileSync(join(root, name, key)).equals(contentOf('old', 'privkey.pem'))).toBe(true);
    }
  });

  test('keep their modes, in a directory that only their owner can access', needsPosix, async () => {
    const { root } = await twice();
    chmodSync(join(root, 'a', 'fullchain.pem'), 0o604);
    const written = await writeInto(exportFs, root, bundleIn('new'));
    const kept = join(root, 'a', written?.previous ?? '');
    expect(lstatSync(kept).mode & 0o777).toBe(0o700);
    expect(pair.map((name) => (lstatSync(join(kept, name)).mode & 0o777).toString(8))).toEqual([
      '600',
      '604',
    ]);
  });

  test('that change during the switch are not moved, and neither are the others', async () => {
    const { root } = await twice();
    const fs = hookedFs(exportFs, (call, path) => {
      if (call === 'rename' && /\.tmp[\\/]fullchain\.pem$/.test(path))
        writeFileSync(join(root, 'a', 'fullchain.pem'), 'by hand');
    });
    const { outcomes } = await exportTo(destinationOn(root, fs), [bundleIn('new')]);
    expect(failureOf(outcomes.get('a'))).toBe('changed fullchain.pem');
    expect(readFileSync(join(root, 'a', 'fullchain.pem'), 'utf8')).toBe('by hand');
    expect(setIn(root, 'a', ['privkey.pem'])).toBe('old');
    expect(temporaryOf(treeOf(root))).toEqual([]);
  });

  test('that change before a single file is replaced are not moved', async () => {
    const root = temporaryDirectory();
    await writeInto(exportFs, root, bundleIn('old', ['privkey.pem']));
    const fs = hookedFs(exportFs, (call, path) => {
      if (call === 'link' && path.endsWith('privkey.pem'))
        writeFileSync(join(root, 'a', 'privkey.pem'), 'by hand');
    });
    const { outcomes } = await exportTo(destinationOn(root, fs), [bundleIn('new', ['privkey.pem'])]);
    expect(failureOf(outcomes.get('a'))).toBe('changed privkey.pem');
    expect(readFileSync(join(root, 'a', 'privkey.pem'), 'utf8')).toBe('by hand');
    expect(readdirSync(join(root, 'a'))).toEqual(['privkey.pem']);
  });

  test('that are a mixture of files and links are not kept', needsPosix, async () => {
    const { root } = await twiceLinked();
    rmSync(join(root, 'a', 'privkey.pem'));
    writeFileSync(join(root, 'a', 'privkey.pem'), 'by hand', { mode: 0o600 });
    const written = await writeInto(exportFs, root, bundleIn('new'));
    expect(written).toMatchObject({ previous: null });
    expect(generationsIn(root, 'a')).toEqual([]);
    expect(setIn(root, 'a', pair)).toBe('new');
  });

  test('that cannot be kept do not prevent writing the new ones', async () => {
    const { root } = await twice();
    const fs = hookedFs(exportFs, (call, path) => {
      if (call === 'rename' && path.endsWith('.generation'))
        throw Object.assign(new Error('EIO'), { code: 'EIO', errno: -5 });
    });
    expect(await writeInto(fs, root, bundleIn('new'))).toMatchObject({ previous: null });
    expect(setIn(root, 'a', pair)).toBe('new');
    expect(readdirSync(join(root, 'a')).sort()).toEqual([...pair].sort());
  });
});

describe('a restore', () => {
  async function restore(root: string, previous: string, change: (root: string) => void = () => undefined) {
    const destination = destinationOn(root);
    const bundle = bundleIn('any');
    await destination.review([bundle]);
    change(root);
    const before = treeOf(root);
    const done = await destination.restore(bundle, previous);
    if (!done.ok) expect(treeOf(root)).toEqual(before);
    return done.ok ? done.value : describeError(done.error);
  }

  test('returns the restored files and the location of the others; and can be undone', async () => {
    const { root, previous } = await twice();
    const done = await restore(root, previous);
    if (done === null || typeof done === 'string') throw new Error(`${done}`);
    expect(done.files).toMatchObject([
      { name: 'fullchain.pem', size: contentOf('older', 'fullchain.pem').length, mode: shownBits(0o644) },
      { name: 'privkey.pem', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), mode: shownBits(0o600) },
    ]);
    expect(setIn(root, 'a', pair)).toBe('older');
    expect(setIn(root, `a/${done.previous}`, pair)).toBe('old');
    expect(generationsIn(root, 'a')).toEqual([done.previous]);
    await restore(root, done.previous ?? '');
    expect(setIn(root, 'a', pair)).toBe('old');
  });

  test('is refused if the previous files are gone, or were replaced', needsPosix, async () => {
    const { root, previous } = await twice();
    expect(await restore(root, `.notafter-${'0'.repeat(24)}.generation`)).toMatch(/^notFound /);
    for (const name of ['..', 'b', `.notafter-${'0'.repeat(24)}.tmp`, `../a/${previous}`])
      expect(await restore(root, name)).toBe(`outside ${name}`);
    const path = join(root, 'a', previous);
    const link = (at: string) => {
      renameSync(path, join(at, 'moved'));
      symlinkSync(join(at, 'moved'), path);
    };
    expect(await restore(root, previous, link)).toBe(`symlink ${previous}`);
    rmSync(path);
    mkdirSync(path);
    expect(await restore(root, previous)).toMatch(/^notFound /);
    symlinkSync('/etc/hostname', join(path, 'privkey.pem'));
    expect(await restore(root, previous)).toBe('symlink privkey.pem');
  });

  test('is refused if a file changed after the request, or another one is in the way', async () => {
    const { root, previous } = await twice();
    const edit = () => writeFileSync(join(root, 'a', 'privkey.pem'), 'by hand');
    expect(await restore(root, previous, edit)).toBe('changed privkey.pem');
    const longer = temporaryDirectory();
    const write = (set: string) => bundleIn(set, [...pair, 'chain.pem']);
    await writeInto(exportFs, longer, write('older'));
    const written = await writeInto(exportFs, longer, write('old'));
    // The current files are claimed to be only the pair.
    expect(await restore(longer, written?.previous ?? '')).toBe('exists chain.pem');
  });

  test('is refused if the folder is missing', async () => {
    const { root, previous } = await twice();
    const vanish = () => rmSync(join(root, 'a'), { recursive: true });
    expect(await restore(root, previous, vanish)).toBe(`notFound ${previous}`);
    expect(await restore(root, previous)).toBe(`notFound ${previous}`);
  });

  test('is refused for files that links lead to', needsPosix, async () => {
    const { root } = await twiceLinked();
    expect(await restore(root, generation(root))).toBe(`changed ${generation(root)}`);
  });
});

describe('removing previous files', () => {
  async function remove(root: string, name: string, folder = 'a') {
    const destination = destinationOn(root);
    await destination.review([]);
    const done = await destination.removePrevious(folder, name);
    return done.ok ? done.value : describeError(done.error);
  }

  test('deletes the directory, and can be repeated', async () => {
    const { root, previous } = await twice();
    expect(await remove(root, previous)).toBeNull();
    expect(await remove(root, previous)).toBeNull();
    expect(readdirSync(join(root, 'a')).sort()).toEqual([...pair].sort());
    expect(await remove(root, previous, 'gone')).toBeNull();
  });

  test('deletes nothing that is in use, has another name, or is behind a link', needsPosix, async () => {
    const { root, previous } = await twiceLinked();
    symlinkSync('a', join(root, 'b'));
    const before = treeOf(root);
    expect(await remove(root, generation(root))).toBe(`changed ${generation(root)}`);
    expect(await remove(root, 'privkey.pem')).toBe('outside privkey.pem');
    expect(await remove(root, `../a/${previous}`)).toBe(`outside ../a/${previous}`);
    expect(await remove(root, previous, 'b')).toBe('symlink b');
    expect(await remove(root, previous, '../a')).toBe('outside ../a');
    expect(treeOf(root)).toEqual(before);
    renameSync(join(root, 'a', previous), join(root, 'moved'));
    symlinkSync('../moved', join(root, 'a', previous));
    expect(await remove(root, previous)).toBe(`symlink ${previous}`);
    expect(readdirSync(join(root, 'moved')).sort()).toEqual([...pair].sort());
  });
});
