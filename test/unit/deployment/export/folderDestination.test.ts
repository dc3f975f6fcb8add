import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BundleOutcome } from '#main/deployment/export/exportDestination.ts';
import type { ExportFile, ExportFs } from '#main/deployment/export/exportFs.ts';
import { FolderDestination } from '#main/deployment/export/folderDestination.ts';
import { HiddenNames } from '#main/deployment/export/hiddenNames.ts';
import { Repairs } from '#main/deployment/export/repairs.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { err } from '#shared/result.ts';
import { bundleOf, fileNames } from './bundles.ts';
import { hookedFs, systemError } from './faultyFs.ts';
import {
  describeError,
  exportFs,
  exportTo,
  failureOf,
  generationsIn,
  placeFormer,
  setIn,
  temporaryDirectory,
  treeOf,
} from './fixtures.ts';
import { destinationOn, remembered, repairAll, startedOn } from './hiddenMemory.ts';

function modeOf(...path: string[]): string {
  return (lstatSync(join(...path)).mode & 0o7777).toString(8);
}

/** A file system that shows modes as a FAT volume does. */
function withoutModes(refuses: boolean): ExportFs {
  const open = (file: ExportFile): ExportFile => ({
    ...file,
    facts: async () => ({ ...(await file.facts()), mode: 0o755 }),
    setMode: async (mode) => (refuses ? Promise.reject(systemError('EPERM')) : file.setMode(mode)),
  });
  return {
    ...exportFs,
    facts: async (path) => ({ ...(await exportFs.facts(path)), mode: 0o777 }),
    hold: async (path) => {
      const directory = await exportFs.hold(path);
      const setMode = refuses ? () => Promise.reject(systemError('EPERM', path)) : directory.setMode;
      return { ...directory, facts: { ...directory.facts, mode: 0o777 }, setMode };
    },
    createUnnamed: async () => null,
    createFile: async (path) => open(await exportFs.createFile(path)),
  };
}

describe('modes', () => {
  test(
    'are 0600 for the key, 0644 for the rest and 0700 for the folder, with any umask',
    needsPosix,
    async () => {
      for (const umask of [0o000, 0o022, 0o077, 0o777]) {
        const root = temporaryDirectory();
        const former = process.umask(umask);
        try {
          await exportTo(destinationOn(root), [bundleOf('a')]);
        } finally {
          process.umask(former);
        }
        expect(modeOf(root, 'a')).toBe('700');
        expect(fileNames.map((name) => modeOf(root, 'a', name))).toEqual(['600', '644', '644', '644']);
      }
    },
  );

  test('let a group read a key if wanted, and enter its new folder', needsPosix, async () => {
    const root = temporaryDirectory();
    const [key, ...rest] = bundleOf('a').files;
    if (key === undefined) throw new Error('no key');
    const { outcomes } = await exportTo(destinationOn(root), [
      { ...bundleOf('a'), files: [{ ...key, mode: 0o640 }, ...rest] },
    ]);
    expect(outcomes.get('a')?.kind).toBe('written');
    expect(modeOf(root, 'a')).toBe('750');
    expect(modeOf(root, 'a', 'privkey.pem')).toBe('640');
  });

  test('of a key that others could read become 0600 when it is replaced', needsPosix, async () => {
    const root = temporaryDirectory();
    placeFormer(root, 'a');
    chmodSync(join(root, 'a', 'privkey.pem'), 0o644);
    await exportTo(destinationOn(root), [bundleOf('a')]);
    expect(modeOf(root, 'a', 'privkey.pem')).toBe('600');
  });

  test.each([true, false])(
    'that are not kept cause a warning, and files are written after the answer (refused: %s)',
    async (refuses) => {
      const root = temporaryDirectory();
      const { review, outcomes } = await exportTo(destinationOn(root, withoutModes(refuses)), [
        bundleOf('a'),
      ]);
      expect(review.ok && review.value.warnings).toContainEqual({ kind: 'modeNotKept' });
      expect(outcomes.get('a')?.kind).toBe('written');
    },
  );

  test('that are not kept although the probe succeeded leave no key behind', needsPosix, async () => {
    const root = temporaryDirectory();
    const fs: ExportFs = {
      ...exportFs,
      async createFile(path) {
        const file = await exportFs.createFile(path);
        return { ...file, facts: async () => ({ ...(await file.facts()), mode: 0o644 }) };
      },
    };
    const { outcomes } = await exportTo(destinationOn(root, fs), [bundleOf('a')]);
    expect(failureOf(outcomes.get('a'))).toBe('modeNotKept privkey.pem');
    expect(treeOf(root)).toEqual([]);
  });
});

describe('existing files', () => {
  test('are named, and all kept if the user wants that', async () => {
    const root = temporaryDirectory();
    placeFormer(root, 'a', ['cert.pem']);
    const before = treeOf(root);
    const result = await exportTo(destinationOn(root), [bundleOf('a'), bundleOf('b')], { conflicts: 'keep' });
    expect(result.review.ok && result.review.value.orders.get('a')).toEqual({
      ok: true,
      value: ['cert.pem'],
    });
    expect(result.outcomes.get('a')).toEqual({ kind: 'kept' });
    expect(treeOf(root).filter((line) => line.startsWith('a'))).toEqual(before);
    expect(setIn(root, 'b')).toBe('new');
  });

  test('are replaced if the user wants that, and other files are kept', async () => {
    const root = temporaryDirectory();
    placeFormer(root, 'a');
    writeFileSync(join(root, 'a', 'nginx.conf'), 'theirs');
    const { outcomes } = await exportTo(destinationOn(root), [bundleOf('a')]);
    expect(outcomes.get('a')?.kind).toBe('written');
    expect(setIn(root, 'a')).toBe('new');
    expect(readFileSync(join(root, 'a', 'nginx.conf'), 'utf8')).toBe('theirs');
  });

  test('are not replaced if they appeared after the question', async () => {
    const root = temporaryDirectory();
    const { outcomes } = await exportTo(destinationOn(root), [bundleOf('a')], {
      between: () => placeFormer(root, 'a', ['cert.pem']),
    });
    expect(failureOf(outcomes.get('a'))).toBe('exists cert.pem');
    expect(setIn(root, 'a', ['cert.pem'])).toBe('old');
    expect(setIn(root, 'a', ['privkey.pem'])).toBe('none');
  });

  test('are not replaced if they changed after the question', async () => {
    const root = temporaryDirectory();
    placeFormer(root, 'a');
    const { outcomes } = await exportTo(destinationOn(root), [bundleOf('a')], {
      between: () => writeFileSync(join(root, 'a', 'privkey.pem'), 'somebody renewed it'),
    });
    expect(failureOf(outcomes.get('a'))).toBe('changed privkey.pem');
    expect(readFileSync(join(root, 'a', 'privkey.pem'), 'utf8')).toBe('somebody renewed it');
    expect(setIn(root, 'a', ['cert.pem'])).toBe('old');
  });

  test.each(fileNames)(
    'are not replaced if %s appears between the last check and the switch',
    async (name) => {
      const root = temporaryDirectory();
      placeFormer(root, 'a', []);
      const fs = hookedFs(exportFs, (call, path) => {
        if (call === 'link' && path === join(root, 'a', name)) writeFileSync(path, contentOfSomebody);
      });
      const { outcomes } = await exportTo(destinationOn(root, fs), [bundleOf('a')]);
      expect(failureOf(outcomes.get('a'))).toBe(`exists ${name}`);
      expect(treeOf(root)).toHaveLength(2);
      expect(readFileSync(join(root, 'a', name), 'utf8')).toBe(contentOfSomebody);
    },
  );

  test.each([
    ['the code of this system', null],
    ['EPERM, as on Windows', 'EPERM'],
  ])('in a folder that appears during the switch of a new one are kept: %s', async (_, code) => {
    const root = temporaryDirectory();
    const fs = hookedFs(exportFs, (call, path) => {
      if (call !== 'rename' || path !== join(root, 'a')) return;
      placeFormer(root, 'a');
      if (code !== null) throw systemError(code, path);
    });
    const { outcomes } = await exportTo(destinationOn(root, fs), [bundleOf('a')]);
    expect(failureOf(outcomes.get('a'))).toBe('exists a');
    expect(setIn(root, 'a')).toBe('old');
    expect(treeOf(root)).toHaveLength(5);
  });
});

const contentOfSomebody = 'not ours';

describe('an obstacle', () => {
  const elsewhere = () => {
    const path = temporaryDirectory();
    writeFileSync(join(path, 'privkey.pem'), 'elsewhere');
    return path;
  };

  test.for<readonly [string, string, (path: string, to: string) => void]>([
    ['a link in place of the folder', 'symlink a', (path: string, to: string) => symlinkSync(to, path)],
    ['a dangling link', 'symlink a', (path: string) => symlinkSync('/nowhere/at/all', path)],
    ['a file in place of the folder', 'notADirectory a', (path: string) => writeFileSync(path, 'x')],
    [
      'a link in place of a file',
      'symlink privkey.pem',
      (path: string, to: string) => {
        mkdirSync(path);
        symlinkSync(join(to, 'privkey.pem'), join(path, 'privkey.pem'));
      },
    ],
    [
      'a directory in place of a file',
      'notRegular cert.pem',
      (path: string) => mkdirSync(join(path, 'cert.pem'), { recursive: true }),
    ],
    [
      'a folder writable by every user',
      'writableByOthers a',
      (path: string) => {
        mkdirSync(path);
        chmodSync(path, 0o777);
      },
    ],
  ])('%s is refused in the review, and right before the switch', async ([, expected, obstruct], { skip }) => {
    skip(needsPosix.skip && /^(?:symlink|writableByOthers) /u.test(expected), needsPosix.meta.skipReason);
    const target = elsewhere();
    for (const early of [true, false]) {
      const root = temporaryDirectory();
      const place = () => obstruct(join(root, 'a'), target);
      let placed = early;
      if (early) place();
      const fs = hookedFs(exportFs, (call) => {
        // After staging, before the last check.
        if (call === 'fsyncDirectory' && !placed) {
          placed = true;
          place();
        }
      });
      const { review, outcomes } = await exportTo(destinationOn(root, fs), [bundleOf('a')]);
      const reviewed = review.ok ? review.value.orders.get('a') : undefined;
      const refusal = reviewed?.ok === false ? describeError(reviewed.error) : failureOf(outcomes.get('a'));
      expect(refusal).toBe(expected);
      expect(treeOf(root).join()).not.toMatch('.notafter');
      expect(readFileSync(join(target, 'privkey.pem'), 'utf8')).toBe('elsewhere');
    }
  });

  test('a folder that replaced the chosen one is detected', async () => {
    const root = join(temporaryDirectory(), 'chosen');
    mkdirSync(root);
    const { outcomes } = await exportTo(destinationOn(root), [bundleOf('a')], {
      between: () => {
        renameSync(root, `${root}-moved`);
        mkdirSync(root);
      },
    });
    expect(failureOf(outcomes.get('a'))).toBe('changed chosen');
    expect(treeOf(root)).toEqual([]);
  });

  test('a folder that replaced the one reviewed before is refused, as bundles of both are written together', async () => {
    const root = join(temporaryDirectory(), 'chosen');
    mkdirSync(root);
    const destination = destinationOn(root);
    expect((await destination.review([bundleOf('a')])).ok).toBe(true);
    renameSync(root, `${root}-moved`);
    mkdirSync(root);
    const second = await destination.review([bundleOf('b')]);
    expect(second.ok ? null : describeError(second.error)).toBe('changed chosen');
    const outcomes: BundleOutcome[] = [];
    await destination.write([bundleOf('a')], {
      conflicts: 'replace',
      signal: new AbortController().signal,
      onOutcome: (_id, outcome) => outcomes.push(outcome),
    });
    expect(outcomes.map(failureOf)).toEqual(['changed chosen']);
    expect(treeOf(root)).toEqual([]);
  });

  test('a missing target, or one that is no folder, fails the whole export', async () => {
    const root = temporaryDirectory();
    writeFileSync(join(root, 'file'), 'x');
    const gone = await exportTo(destinationOn(join(root, 'gone')), [bundleOf('a')]);
    expect(describeError(gone.whole)).toBe('notFound gone');
    const file = await exportTo(destinationOn(join(root, 'file')), [bundleOf('a')]);
    expect(describeError(file.whole)).toBe('notADirectory file');
  });

  test('a target behind a link is used', needsPosix, async () => {
    const root = temporaryDirectory();
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), join(root, 'link'));
    await exportTo(destinationOn(join(root, 'link')), [bundleOf('a')]);
    expect(setIn(join(root, 'real'), 'a')).toBe('new');
  });

  test('names that lead out of the folder are refused', async () => {
    for (const folder of ['..', '../b', 'a/b', '.', 'con', 'a:b', 'A', 'a.', '/etc']) {
      const root = temporaryDirectory();
      const { review } = await exportTo(destinationOn(root), [{ ...bundleOf('a'), folder }]);
      const refusal = review.ok ? review.value.orders.get('a') : undefined;
      expect(refusal?.ok === false && describeError(refusal.error)).toBe(`outside ${folder}`);
    }
  });
});

describe('a bundle directly in the target', () => {
  const names = (id: string) => [`${id}.key`, `${id}.crt`];
  const direct = (id: string, set = 'new') => ({ ...bundleOf(id, set, names(id)), folder: '' });

  test('is written into the target itself, beside other bundles and existing files', async () => {
    const root = temporaryDirectory();
    writeFileSync(join(root, 'other.txt'), 'mine');
    const ids = ['a', 'b', 'c'];
    const { outcomes } = await exportTo(
      destinationOn(root),
      ids.map((id) => direct(id)),
    );
    expect(outcomes.get('a')).toEqual({ kind: 'written', previous: null, files: names('a') });
    for (const id of ids) expect(setIn(root, '', names(id))).toBe('new');
    expect(readdirSync(root).sort()).toEqual([...ids.flatMap(names), 'other.txt'].sort());
  });

  test('replaces all existing files, or keeps them', async () => {
    const root = temporaryDirectory();
    await exportTo(destinationOn(root), [direct('a', 'old')]);
    const kept = await exportTo(destinationOn(root), [direct('a')], { conflicts: 'keep' });
    expect(kept.outcomes.get('a')?.kind).toBe('kept');
    expect(setIn(root, '', names('a'))).toBe('old');
    const replaced = await exportTo(destinationOn(root), [direct('a')]);
    expect(replaced.outcomes.get('a')?.kind).toBe('written');
    expect(setIn(root, '', names('a'))).toBe('new');
    const [former = ''] = generationsIn(root, '');
    expect(readdirSync(root).sort()).toEqual([...names('a'), former].sort());
    expect(setIn(root, former, names('a'))).toBe('old');
  });

  test('is replaced beside others that are replaced at the same time, and each keeps its previous files', async () => {
    const root = temporaryDirectory();
    const ids = ['a', 'b', 'c', 'd'];
    const all = (set: string) => ids.map((id) => direct(id, set));
    for (const set of ['first', 'second', 'third']) await exportTo(destinationOn(root), all(set));
    const kept = generationsIn(root, '');
    for (const id of ids) {
      expect(setIn(root, '', names(id))).toBe('third');
      expect(kept.filter((former) => setIn(root, former, names(id)) === 'second')).toHaveLength(1);
    }
    expect(readdirSync(root).sort()).toEqual([...ids.flatMap(names), ...kept].sort());
    expect(kept).toHaveLength(ids.length);
  });
});

test('a file with wrong content is not put in place, and the reason is reported', async () => {
  const root = temporaryDirectory();
  placeFormer(root, 'a');
  const [key, ...rest] = bundleOf('a').files;
  if (key === undefined) throw new Error('no key');
  const read: string[] = [];
  const check = async (written: Uint8Array) => {
    read.push(Buffer.from(written).toString());
    return { kind: 'pkcs12', reason: 'differs' } as const;
  };
  const { outcomes } = await exportTo(destinationOn(root), [
    { ...bundleOf('a'), files: [{ ...key, check }, ...rest] },
  ]);
  expect(outcomes.get('a')).toEqual({ kind: 'failed', error: { kind: 'pkcs12', reason: 'differs' } });
  expect(read).toEqual([Buffer.from(key.content).toString()]);
  expect(setIn(root, 'a')).toBe('old');
});

describe('a folder that others can write to', needsPosix, () => {
  /** Every group except that of root has other members. */
  const shared: ExportFs = { ...exportFs, isSharedGroup: async (gid) => gid !== 0 };
  /** As if the directories at these paths belonged to others. */
  const ownedBy = (facts: { uid?: number; gid?: number }, isMeant: (path: string) => boolean): ExportFs => ({
    ...shared,
    facts: async (path) => ({ ...(await exportFs.facts(path)), ...(isMeant(path) ? facts : {}) }),
  });

  test('causes a warning, unless the sticky bit protects its content', async () => {
    const root = temporaryDirectory();
    const warningsFor = async (mode: number, fs: ExportFs = exportFs) => {
      chmodSync(root, mode);
      const review = await destinationOn(root, fs).review([]);
      return review.ok ? review.value.warnings.map(({ kind }) => kind) : null;
    };
    expect(await warningsFor(0o777)).toEqual(['writableByOthers']);
    expect(await warningsFor(0o1777)).toEqual([]);
    expect(await warningsFor(0o755)).toEqual([]);
    const ofGroup = ownedBy({ gid: 4_000_000 }, (path) => path === root);
    expect(await warningsFor(0o2775, ofGroup)).toEqual(['writableByOthers']);
    expect(await warningsFor(0o1775, ofGroup)).toEqual([]);
    expect(await warningsFor(0o755, ofGroup)).toEqual([]);
    expect(
      await warningsFor(
        0o775,
        ownedBy({ gid: 0 }, (path) => path === root),
      ),
    ).toEqual([]);
    // Its owner can change everything there, with any mode.
    const ofUser = ownedBy({ uid: 4_000_000 }, (path) => path === root);
    expect(await warningsFor(0o755, ofUser)).toEqual(['writableByOthers']);
    expect(await warningsFor(0o1777, ofUser)).toEqual(['writableByOthers']);
    expect(
      await warningsFor(
        0o755,
        ownedBy({ uid: 0 }, (path) => path === root),
      ),
    ).toEqual([]);
  });

  test.each([
    ['a group', { gid: 4_000_000 }, 0o775],
    ['its owner, in a folder with the sticky bit', { uid: 4_000_000 }, 0o755],
  ])('is refused for an order: %s', async (_, facts, mode) => {
    const root = temporaryDirectory();
    chmodSync(root, 0o1777);
    placeFormer(root, 'a');
    chmodSync(join(root, 'a'), mode);
    const before = treeOf(root);
    const fs = ownedBy(facts, (path) => path.endsWith('/a'));
    const { review } = await exportTo(destinationOn(root, fs), [bundleOf('a')]);
    const found = review.ok ? review.value.orders.get('a') : undefined;
    expect(found?.ok === false && describeError(found.error)).toBe('writableByOthers a');
    expect(treeOf(root)).toEqual(before);
  });
});

describe('many bundles', () => {
  const bundles = Array.from({ length: 150 }, (_, index) => bundleOf(`order-${index}`));

  test('are written, and a failed one does not affect the others', async () => {
    const root = temporaryDirectory();
    writeFileSync(join(root, 'order-77'), 'in the way');
    const { outcomes } = await exportTo(destinationOn(root), bundles);
    expect([...outcomes.values()].every(({ kind }) => kind === 'written')).toBe(true);
    expect(outcomes.size).toBe(149);
    expect(bundles.filter(({ orderId }) => setIn(root, orderId) === 'new')).toHaveLength(149);
  });

  test('that are cancelled are complete or missing, and leave nothing else', async () => {
    const root = temporaryDirectory();
    const abort = new AbortController();
    let renames = 0;
    const fs = hookedFs(exportFs, (call) => {
      if (call === 'rename') renames += 1;
      if (renames === 30) abort.abort();
    });
    const { outcomes } = await exportTo(destinationOn(root, fs), bundles, { signal: abort.signal });
    const written = bundles.filter(({ orderId }) => outcomes.get(orderId)?.kind === 'written');
    expect(outcomes.size).toBe(150);
    expect(written.length).toBeGreaterThan(0);
    expect(written.length).toBeLessThan(64);
    for (const { orderId } of bundles) {
      expect(setIn(root, orderId)).toBe(outcomes.get(orderId)?.kind === 'written' ? 'new' : 'none');
    }
    expect(treeOf(root)).toHaveLength(written.length * 5);
  });
});

describe('temporary files', () => {
  const names = ['.tmp', '.generation'].map((end) => `.notafter-0123456789abcdef01234567${end}`);

  test('that this app did not record are kept, of any kind', async () => {
    const root = temporaryDirectory();
    placeFormer(root, 'a');
    for (const name of names) {
      for (const path of [join(root, name), join(root, 'a', name)]) {
        mkdirSync(path);
        writeFileSync(join(path, 'privkey.pem'), 'a key');
      }
    }
    writeFileSync(join(root, '.notafter-notes.tmp'), 'mine');
    const before = treeOf(root).filter((line) => line.includes('.notafter-'));
    const { outcomes } = await exportTo(destinationOn(root), [bundleOf('a')]);
    expect(outcomes.get('a')?.kind).toBe('written');
    await repairAll(root);
    expect(treeOf(root)).toEqual(expect.arrayContaining(before));
  });

  test('that are recorded and cannot be removed do not prevent an export', async () => {
    const root = temporaryDirectory();
    const id = '0123456789abcdef01234567';
    const { names: hidden } = startedOn(root);
    const ownership = { owner: process.getuid?.() ?? null, keepsModes: true };
    hidden.begin([{ folder: root, id, names: ['privkey.pem'], ownership, inode: null }]);
    mkdirSync(join(root, names[0] ?? '', 'a directory of somebody'), { recursive: true });
    const { outcomes } = await exportTo(destinationOn(root), [bundleOf('a')]);
    expect(outcomes.get('a')?.kind).toBe('written');
    expect(remembered(root)).toHaveLength(1);
    rmSync(join(root, names[0] ?? ''), { recursive: true });
    await repairAll(root);
    expect(remembered(root)).toEqual([]);
  });

  test('cannot be created unless they are recorded first', async () => {
    const root = temporaryDirectory();
    placeFormer(root, 'a');
    const before = treeOf(root);
    const error = { kind: 'storage', reason: 'full', detail: '' } as const;
    const names = new HiddenNames({ all: () => [], save: () => err(error) });
    const repairs = new Repairs(exportFs, names);
    const destination = new FolderDestination({ fs: exportFs, folder: root, names, repairs });
    const { outcomes } = await exportTo(destination, [bundleOf('a'), bundleOf('b')]);
    for (const id of ['a', 'b']) expect(outcomes.get(id)).toEqual({ kind: 'failed', error });
    expect(treeOf(root)).toEqual(before);
  });
});

test('content that reads back differently is not put in place', async () => {
  const root = temporaryDirectory();
  placeFormer(root, 'a');
  const before = treeOf(root);
  const fs: ExportFs = {
    ...exportFs,
    async createFile(path) {
      const file = await exportFs.createFile(path);
      return {
        ...file,
        async read(position, length) {
          const found = await file.read(position, length);
          if (path.endsWith('chain.pem')) found[0] = 0;
          return found;
        },
      };
    },
  };
  const { outcomes } = await exportTo(destinationOn(root, fs), [bundleOf('a')]);
  expect(failureOf(outcomes.get('a'))).toMatch(/^changed (full)?chain.pem$/);
  expect(treeOf(root)).toEqual(before);
});
