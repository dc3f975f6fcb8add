import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { folderProblem } from '#main/platform/folderTrust.ts';
import { needs, needsPosix } from '#scripts/vitest/needs.ts';

const needsRoot = needs(process.getuid?.() === 0, 'only root can give files to other users');

/** The user `nobody`, and a group that is no user's own. */
const OTHER = 65_534;

/** In the folder for temporary files, where others can write too, but not change this folder. */
let home: string;
/** The data folder below. */
let data: string;

beforeEach(() => {
  home = mkdtempSync(join(realpathSync(tmpdir()), 'notafter-'));
  data = join(home, '.config', 'NotAfter');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  onTestFinished(() => rmSync(home, { recursive: true }));
});

describe('a data folder', needsPosix, () => {
  it.each([
    ['its own', () => data],
    ['one that is missing', () => join(data, 'later', 'deeper')],
    [
      'one that others can read',
      () => {
        for (const folder of [home, join(home, '.config'), data]) chmodSync(folder, 0o755);
        return data;
      },
    ],
    [
      'one behind links of the user, with relative and absolute targets',
      () => {
        symlinkSync('.config', join(home, 'relative'));
        symlinkSync(join(home, 'relative', '..', 'relative'), join(home, 'absolute'));
        return join(home, 'absolute', 'NotAfter');
      },
    ],
  ])('is the user’s: %s', (_what, path) => {
    expect(folderProblem(path(), 'data')).toBeNull();
  });

  it.each([0, 1, 2])('is not used if others can write to it, or to a folder above: %i', (above) => {
    const place = [data, join(home, '.config'), home][above] ?? '';
    chmodSync(place, 0o707);
    expect(folderProblem(data, 'data')).toEqual({ kind: 'writable', place });
    // What is missing could be created by others.
    expect(folderProblem(join(data, 'later'), 'data')).toEqual({ kind: 'writable', place });
  });

  it('is not used if it is open to all, although nobody can remove what others have in it', () => {
    chmodSync(data, 0o1777);
    expect(folderProblem(data, 'data')).toEqual({ kind: 'writable', place: data });
    expect(folderProblem(data, 'home')).toEqual({ kind: 'writable', place: data });
    expect(folderProblem(data, 'shared')).toBeNull();
    expect(folderProblem(join(data, 'later'), 'data')).toBeNull();
  });

  it.each([0, 1, 2])(
    'is not used if it, or a folder above, belongs to another user: %i',
    needsRoot,
    (above) => {
      const place = [data, join(home, '.config'), home][above] ?? '';
      chownSync(place, OTHER, OTHER);
      for (const use of ['data', 'home', 'shared'] as const)
        expect(folderProblem(data, use)).toEqual({ kind: 'foreign', place, owner: OTHER });
    },
  );

  it(
    'is not used behind a link of another user, or one that leads to another user’s folder',
    needsRoot,
    () => {
      const link = join(home, 'link');
      symlinkSync(data, link);
      lchownSync(link, OTHER, OTHER);
      expect(folderProblem(link, 'data')).toEqual({ kind: 'foreign', place: link, owner: OTHER });
      lchownSync(link, 0, 0);
      chownSync(data, OTHER, OTHER);
      expect(folderProblem(link, 'data')).toEqual({ kind: 'foreign', place: data, owner: OTHER });
    },
  );

  it('may be writable by the group of root or of this user alone, and by no other', needsRoot, () => {
    chmodSync(data, 0o770);
    expect(folderProblem(data, 'data')).toBeNull();
    chownSync(data, 0, OTHER);
    expect(folderProblem(data, 'data')).toEqual({ kind: 'writable', place: data });
  });

  it('is a folder', () => {
    const file = join(data, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')])
      expect(folderProblem(path, 'data')).toEqual({ kind: 'unusable', place: file, code: 'ENOTDIR' });
    const loop = join(data, 'loop');
    symlinkSync(loop, loop);
    expect(folderProblem(loop, 'data')).toEqual({ kind: 'unusable', place: loop, code: 'ELOOP' });
  });
});
