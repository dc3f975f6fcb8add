import { sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCopyView } from '#main/deployment/copies/copyView.ts';
import { checkBundle, type FileChecks, type FileFinding } from '#main/deployment/copies/fileCheck.ts';
import { type CopyState, copyStates, worseState } from '#shared/domain/copy.ts';
import { contentOf, copyBundle, MemoryFs, newerLeaf, presentLeaf } from './copyFixtures.ts';

const names = ['key.pem', 'chain.pem'] as const;
const bundle = copyBundle(names);

function fresh(): MemoryFs {
  const fs = new MemoryFs();
  for (const { name, path } of bundle.files) fs.write(path, contentOf(name));
  return fs;
}

/** Changes of a file, and the expected result of the check. */
const deeds: Readonly<
  Record<
    string,
    { readonly act: (fs: MemoryFs, path: string, name: string) => void; readonly found: FileFinding }
  >
> = {
  nothing: { act: () => undefined, found: 'asWritten' },
  writeOther: { act: (fs, path, name) => fs.write(path, contentOf(name).toUpperCase()), found: 'changed' },
  writeShorter: { act: (fs, path) => fs.write(path, 'x'), found: 'changed' },
  writeSame: { act: (fs, path, name) => fs.write(path, contentOf(name)), found: 'asWritten' },
  remove: { act: (fs, path) => fs.remove(path), found: 'missing' },
  link: { act: (fs, path) => change(fs, path, { kind: 'symlink' }), found: 'changed' },
  folder: { act: (fs, path) => change(fs, path, { kind: 'directory' }), found: 'changed' },
  widen: { act: (fs, path) => change(fs, path, { mode: 0o644 }), found: 'wider' },
  narrow: { act: (fs, path) => change(fs, path, { mode: 0o400 }), found: 'asWritten' },
  refuse: { act: (fs, path) => change(fs, path, { refusal: 'facts' }), found: 'unreadable' },
};

function change(
  fs: MemoryFs,
  path: string,
  fields: Partial<NonNullable<ReturnType<MemoryFs['files']['get']>>>,
): void {
  const file = fs.find(path);
  if (file !== undefined) Object.assign(file, fields);
}

const deed = fc.constantFrom(...Object.keys(deeds));

function findings(checks: FileChecks): readonly (FileFinding | undefined)[] {
  return bundle.files.map(({ path }) => checks.get(path)?.finding);
}

describe('a check of a bundle', () => {
  it('detects every change of each file, for any result of the previous check', () => {
    return fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(deed, deed), { maxLength: 4 }), async (rounds) => {
        let before: FileChecks | null = null;
        for (const round of rounds) {
          // Every round starts with files as written.
          const fs = fresh();
          for (const [index, { path, name }] of bundle.files.entries())
            deeds[round[index] ?? '']?.act(fs, path, name);
          before = await checkBundle(fs, bundle, before);
          const isAnyLeft = fs.files.size > 0;
          const expected = round.map((each) => (isAnyLeft ? deeds[each]?.found : 'missing'));
          expect(findings(before)).toEqual(expected);
        }
      }),
    );
  });

  it('reads no file that did not change since the previous check', async () => {
    const fs = fresh();
    const first = await checkBundle(fs, bundle, null);
    expect(fs.reads).toHaveLength(2);
    await checkBundle(fs, bundle, first);
    expect(fs.reads).toHaveLength(2);
    fs.write('/t/a/key.pem', contentOf('key.pem'));
    await checkBundle(fs, bundle, first);
    expect(fs.reads.slice(2)).toEqual(['/t/a/key.pem']);
  });

  it('does not read files with another size', async () => {
    const fs = fresh();
    fs.write('/t/a/key.pem', 'x'.repeat(10_000_000));
    await checkBundle(fs, bundle, null);
    expect(fs.reads).toEqual(['/t/a/chain.pem']);
  });

  it('retries unreadable files', async () => {
    const fs = fresh();
    change(fs, '/t/a/key.pem', { refusal: 'read' });
    const first = await checkBundle(fs, bundle, null);
    expect(findings(first)).toEqual(['unreadable', 'asWritten']);
    change(fs, '/t/a/key.pem', { refusal: null });
    expect(findings(await checkBundle(fs, bundle, first))).toEqual(['asWritten', 'asWritten']);
  });

  it('treats no files as its own behind a link', async () => {
    const fs = fresh();
    fs.links.set('/t/a', '/elsewhere');
    expect(findings(await checkBundle(fs, bundle, null))).toEqual(['changed', 'changed']);
    expect(fs.reads).toEqual([]);
  });

  it('checks files behind links of an older version, and treats no other links as its own', async () => {
    const [before, now] = ['a', 'b'].map((digit) => `.notafter-${digit.repeat(24)}.generation`);
    const fs = new MemoryFs();
    const write = (name: string, path: string) => fs.writeLinked(`/t/a/${name}`, contentOf(name), path);
    const check = async (previous: FileChecks | null = null) => {
      const checks = await checkBundle(fs, bundle, previous);
      return { checks, found: findings(checks) };
    };
    for (const name of names) write(name, `/t/a/${before}/${name}`);
    const first = await check();
    expect(first.found).toEqual(['asWritten', 'asWritten']);
    await check(first.checks);
    expect(fs.reads).toHaveLength(2);
    // The same link, to another file with another content.
    for (const name of names) write(name, `/t/a/${now}/${name}`);
    fs.write(`/t/a/${now}/key.pem`, contentOf('key.pem').toUpperCase());
    expect((await check(first.checks)).found).toEqual(['changed', 'asWritten']);
    change(fs, `/t/a/${now}/chain.pem`, { mode: 0o644 });
    expect((await check()).found).toEqual(['changed', 'wider']);
    fs.files.delete(`/t/a/${now}/key.pem`);
    expect((await check()).found).toEqual(['missing', 'wider']);
    write('key.pem', '/t/a/elsewhere/key.pem');
    // A plain file in the place of a link.
    fs.write('/t/a/chain.pem', contentOf('chain.pem'));
    expect((await check()).found).toEqual(['changed', 'asWritten']);
    write('key.pem', `/t/b/${now}/key.pem`);
    expect((await check()).found).toEqual(['changed', 'asWritten']);
  });

  it('follows no links where none were made', async () => {
    const fs = fresh();
    fs.posix = false;
    const generation = `/t/a/.notafter-${'a'.repeat(24)}.generation`;
    fs.writeLinked('/t/a/key.pem', contentOf('key.pem'), `${generation}/key.pem`);
    expect(findings(await checkBundle(fs, bundle, null))).toEqual(['changed', 'asWritten']);
  });

  it('ignores modes on a file system known not to store them', async () => {
    const fs = fresh();
    change(fs, '/t/a/key.pem', { mode: 0o777 });
    const agreed = copyBundle(names, { agreed: ['modeNotKept'] });
    expect(findings(await checkBundle(fs, agreed, null))).toEqual(['asWritten', 'asWritten']);
  });

  it('rethrows a bug', async () => {
    const fs = fresh();
    fs.facts = () => Promise.reject(new TypeError('bug'));
    await expect(checkBundle(fs, bundle, null)).rejects.toThrow('bug');
  });
});

describe('the state of a bundle', () => {
  const state = fc.option(fc.constantFrom<CopyState>(...copyStates));

  it('is the worst of its files, in any order', () => {
    fc.assert(
      fc.property(fc.array(state), (states) => {
        const worst = states.reduce(worseState, null);
        expect(states.toReversed().reduce(worseState, null)).toBe(worst);
        const known = states.filter((each) => each !== null);
        expect(worst).toBe(copyStates.findLast((each) => known.includes(each)) ?? null);
      }),
    );
  });

  it('depends on the leaf of the order, unless a file has a worse state', async () => {
    const fs = fresh();
    const checked = { files: await checkBundle(fs, bundle, null), at: 5 };
    expect(toCopyView(bundle, presentLeaf, checked, '')).toMatchObject({ state: 'fresh', outdated: false });
    expect(toCopyView(bundle, newerLeaf, checked, '')).toMatchObject({ state: 'stale', outdated: true });
    change(fs, '/t/a/key.pem', { mode: 0o640 });
    const wider = { files: await checkBundle(fs, bundle, null), at: 5 };
    expect(toCopyView(bundle, newerLeaf, wider, '')).toMatchObject({
      state: 'wider',
      outdated: true,
      checkedAt: 5,
      files: [{ state: 'wider' }, { state: 'stale' }],
    });
    expect(toCopyView(bundle, newerLeaf, null, '')).toMatchObject({
      state: null,
      outdated: true,
      checkedAt: null,
    });
  });

  it.each([
    ['the same leaf', presentLeaf, false],
    ['no leaf', { fingerprint256: null, notBefore: null, notAfter: null }, false],
    ['an older leaf', { fingerprint256: 'older', notBefore: 500, notAfter: 1500 }, false],
    ['a reissue that keeps notAfter', { fingerprint256: 'again', notBefore: 1200, notAfter: 2000 }, true],
    [
      'a leaf that begins earlier and ends later',
      { fingerprint256: 'long', notBefore: 900, notAfter: 2001 },
      false,
    ],
    [
      'a leaf that begins later and ends earlier',
      { fingerprint256: 'short', notBefore: 1001, notAfter: 1500 },
      true,
    ],
  ])('detects whether %s is newer', (_name, leaf, outdated) => {
    expect(toCopyView(bundle, { ...leaf, chainEnd: null }, null, '').outdated).toBe(outdated);
  });

  it('detects that the order has a chain that expires later', () => {
    const ending = (at: number) => ({ chainEnd: { at, name: 'Issuing CA' } });
    const outdated = (inFiles: object, ofOrder: object) =>
      toCopyView({ ...bundle, ...inFiles }, { ...presentLeaf, ...ofOrder }, null, '').outdated;
    expect(outdated(ending(1500), {})).toBe(true);
    expect(outdated(ending(1500), ending(1600))).toBe(true);
    expect(outdated(ending(1500), ending(1500))).toBe(false);
    expect(outdated({}, ending(1500))).toBe(false);
  });

  it.each([
    ['/t', '~/a'],
    ['/t/a', '~'],
    ['/t/', '/t/a'],
    ['/', '/t/a'],
    ['', '/t/a'],
    ['/t/ab', '/t/a'],
  ])('shows its folder for the home %j: %s', (home, folder) => {
    const native = (path: string) => path.replaceAll('/', sep);
    expect(
      toCopyView({ ...bundle, target: native(bundle.target) }, presentLeaf, null, native(home)).folder,
    ).toBe(native(folder));
  });
});
