import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CopyBook } from '#main/deployment/copies/copyBook.ts';
import type { StoredCopyBundle } from '#main/deployment/copies/copyRecord.ts';
import type { WrittenBundle } from '#main/deployment/export/writtenBundle.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { copyBundle, FakeCopyRepository, leafFacts, writtenBundle } from './copyFixtures.ts';

function setUp(repository = new FakeCopyRepository()) {
  let ids = 0;
  const { logger, lines } = createRecordingLogger();
  const newId = () => {
    ids += 1;
    return `copy-${ids}`;
  };
  const open = () => new CopyBook({ repository, clock: createFakeTime(9).clock, newId, logger });
  return { book: open(), open, repository, lines };
}

function pathsOf(book: CopyBook): string[] {
  return book.list().flatMap(({ files }) => files.map(({ path }) => path));
}

describe('the register', () => {
  it('takes what was written, with names in the place of templates, and gives it back after a restart', () => {
    const { book, open } = setUp();
    expect(book.take([writtenBundle(['key.pem'])])).toEqual(['copy-1']);
    const [bundle] = book.list();
    expect(bundle).toMatchObject({
      id: 'copy-1',
      orderId: 'a',
      writtenAt: 9,
      keepFresh: false,
      files: [{ path: '/t/a/key.pem', spec: { name: 'key.pem', format: 'pem' } }],
    });
    expect(open().list()).toEqual(book.list());
  });

  it('tells whose files are other ones, written or put back', () => {
    const { book } = setUp();
    const told: (readonly string[])[] = [];
    book.onDidWrite((orderIds) => told.push(orderIds));
    book.take([writtenBundle(['key.pem'])]);
    book.setKeepFresh('copy-1', true);
    book.take([writtenBundle(['key.pem'], { former: '.f' }), writtenBundle(['chain.pem'])]);
    book.putBack('copy-1', { former: null, files: [] }, true);
    book.take([]);
    expect(told).toEqual([['a'], ['a'], ['a']]);
  });

  it('knows files that are written anew as the same copy, and keeps it fresh on', () => {
    const { book } = setUp();
    book.take([writtenBundle(['key.pem'])]);
    book.setKeepFresh('copy-1', true);
    expect(book.take([writtenBundle(['key.pem', 'more.pem'], { presetId: 'nginx' })])).toEqual(['copy-1']);
    expect(book.list()).toMatchObject([
      { id: 'copy-1', keepFresh: true, presetId: 'nginx', files: [{}, {}] },
    ]);
    book.take([writtenBundle(['key.pem', 'more.pem'], {}, { format: 'pkcs12' })]);
    expect(book.find('copy-1')?.keepFresh).toBe(false);
  });

  it('knows of what a copy replaced what it was itself, and runs its command on', () => {
    const { book, open } = setUp();
    book.take([writtenBundle(['key.pem'])]);
    book.setCommand('copy-1', ['/bin/true', '']);
    const leaf = leafFacts({ fingerprint256: 'newer', notBefore: 1500, notAfter: 3000 });
    book.take([writtenBundle(['key.pem', 'more.pem'], { former: '.f', presetId: 'nginx', leaf })]);
    expect(book.find('copy-1')).toMatchObject({
      command: ['/bin/true', ''],
      fingerprint256: 'newer',
      former: {
        directory: '.f',
        record: {
          presetId: 'pem',
          fingerprint256: 'former',
          notBefore: 1000,
          notAfter: 2000,
          chainComplete: true,
          writtenAt: 9,
          files: [{ name: 'key.pem', spec: { name: 'key.pem' } }],
        },
      },
    });
    expect(open().list()).toEqual(book.list());
    book.take([writtenBundle(['key.pem', 'more.pem'])]);
    expect(book.find('copy-1')).toMatchObject({ former: null, command: ['/bin/true', ''] });
  });

  it('has no record of files that it did not know, nor a command for another order', () => {
    const { book } = setUp();
    book.take([writtenBundle(['key.pem'], { former: '.f' })]);
    expect(book.find('copy-1')?.former).toEqual({ directory: '.f', record: null });
    book.setCommand('copy-1', ['/bin/true']);
    book.take([writtenBundle(['key.pem'], { orderId: 'b', former: '.g' })]);
    expect(book.find('copy-2')).toMatchObject({ former: { directory: '.g', record: null }, command: null });
  });

  it('does not take files that another hand changed for those that it knew', () => {
    const { book } = setUp();
    book.take([writtenBundle(['key.pem'])]);
    book.take([writtenBundle(['key.pem'], { former: '.f' })], (id) => id === 'copy-1');
    expect(book.find('copy-1')?.former).toEqual({ directory: '.f', record: null });
  });

  it('does not take another order for the same copy', () => {
    const { book } = setUp();
    book.take([writtenBundle(['key.pem'])]);
    expect(book.take([writtenBundle(['key.pem'], { orderId: 'b' })])).toEqual(['copy-2']);
    expect(book.list()).toMatchObject([{ id: 'copy-2', orderId: 'b' }]);
  });

  it('never has a path in two bundles, and is on disk as in memory, whatever is exported over what', () => {
    const names = ['a.pem', 'b.pem', 'c.pem'];
    const written = fc
      .tuple(fc.subarray(names, { minLength: 1 }), fc.constantFrom('x', 'y'), fc.constantFrom('', 'f'))
      .map(([files, orderId, folder]): WrittenBundle => writtenBundle(files, { orderId, folder }));
    fc.assert(
      fc.property(fc.array(fc.array(written, { maxLength: 2 }), { maxLength: 6 }), (exports) => {
        const { book, open } = setUp();
        for (const each of exports) book.take(each);
        const paths = pathsOf(book);
        expect(new Set(paths).size).toBe(paths.length);
        const all = exports
          .flat()
          .flatMap(({ folder, files }) => files.map(({ name }) => `/t/${folder}/${name}`));
        expect(new Set(paths)).toEqual(new Set(all.map((path) => path.replace('//', '/'))));
        const byId = (book: CopyBook) => book.list().toSorted((a, b) => (a.id < b.id ? -1 : 1));
        expect(byId(open())).toEqual(byId(book));
        const last = exports.at(-1)?.at(-1);
        if (last !== undefined)
          expect(
            book
              .list()
              .at(-1)
              ?.files.map(({ name }) => name),
          ).toEqual(last.files.map(({ name }) => name));
      }),
    );
  });

  it('says when a copy cannot be stored, and knows it for the session', () => {
    const { book, repository, lines } = setUp();
    repository.failure = { kind: 'storage', reason: 'full', detail: '' };
    book.take([writtenBundle(['key.pem'])]);
    expect(book.list()).toHaveLength(1);
    expect(lines).toHaveLength(1);
    expect(book.setKeepFresh('copy-1', true)).toMatchObject({ ok: false });
    expect(book.forget(['copy-1'])).toMatchObject({ ok: false });
    expect(book.list()).toMatchObject([{ keepFresh: false }]);
  });

  it('forgets what is there, and cannot keep fresh what is not, nor what takes a passphrase', () => {
    const { book, repository } = setUp();
    book.take([writtenBundle(['key.p12'], {}, { format: 'pkcs12' })]);
    for (const id of ['copy-1', 'nobody'])
      expect(book.setKeepFresh(id, true)).toEqual({ ok: false, error: { kind: 'unknownId' } });
    expect(book.forget(['copy-1', 'nobody'])).toEqual({ ok: true, value: null });
    expect(book.list()).toEqual([]);
    expect(repository.stored.size).toBe(0);
  });

  it('leaves out what is stored and cannot be used', () => {
    const repository = new FakeCopyRepository();
    const good = copyBundle(['key.pem']);
    const spoiled: StoredCopyBundle[] = [
      { ...good, id: 'b', agreed: 'no list' },
      { ...good, id: 'c', files: good.files.map((file) => ({ ...file, spec: { format: 'other' } })) },
      { ...good, id: 'd', files: [] },
    ];
    repository.all = () => [good, ...spoiled] as ReturnType<FakeCopyRepository['all']>;
    const { book, lines } = setUp(repository);
    expect(book.list().map(({ id }) => id)).toEqual([good.id]);
    expect(lines).toHaveLength(1);
  });

  it.each([
    { former: undefined },
    { former: { directory: '../other', record: null } },
    { former: { directory: '..', record: null } },
    { former: { directory: '.f', record: { files: [] } } },
    { command: undefined },
    { command: [] },
    { command: ['true'] },
    { command: ['/bin/true', 1] },
  ])('keeps a copy without what is stored of it and cannot be used: %j', (spoiled) => {
    const repository = new FakeCopyRepository();
    const good = copyBundle(['key.pem'], {
      former: { directory: '.f', record: null },
      command: ['/bin/true'],
    });
    repository.all = () => [{ ...good, ...spoiled }] as ReturnType<FakeCopyRepository['all']>;
    const { book, lines } = setUp(repository);
    const [field = ''] = Object.keys(spoiled);
    expect(book.list()).toEqual([{ ...good, [field]: null }]);
    expect(lines).toHaveLength(1);
  });
});
