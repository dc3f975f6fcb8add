import { join, normalize } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredCopyBundle } from '#main/deployment/copies/copyRecord.ts';
import { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import type { WrittenBundle } from '#main/deployment/export/exportDestination.ts';
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
  const open = () => new CopyRegistry({ repository, clock: createFakeTime(9).clock, newId, logger });
  return { registry: open(), open, repository, lines };
}

function pathsOf(registry: CopyRegistry): string[] {
  return registry.list().flatMap(({ files }) => files.map(({ path }) => path));
}

describe('the registry', () => {
  it('registers written files, with names instead of templates, and returns them after a restart', () => {
    const { registry, open } = setUp();
    expect(registry.add([writtenBundle(['key.pem'])]).copyIds).toEqual(['copy-1']);
    const [bundle] = registry.list();
    expect(bundle).toMatchObject({
      id: 'copy-1',
      orderId: 'a',
      writtenAt: 9,
      autoRefresh: false,
      files: [{ path: normalize('/t/a/key.pem'), spec: { name: 'key.pem', format: 'pem' } }],
    });
    expect(open().list()).toEqual(registry.list());
  });

  it('reports the orders with new files, exported or restored', () => {
    const { registry } = setUp();
    const reported: (readonly string[])[] = [];
    registry.onDidWrite((orderIds) => reported.push(orderIds));
    registry.add([writtenBundle(['key.pem'])]);
    registry.setAutoRefresh(['copy-1'], true);
    registry.add([writtenBundle(['key.pem'], { previous: '.f' }), writtenBundle(['chain.pem'])]);
    registry.restored('copy-1', { previous: null, files: [] }, true);
    registry.add([]);
    expect(reported).toEqual([['a'], ['a'], ['a']]);
  });

  it('knows after a restart whose command did not run for the written files', () => {
    const { registry, open } = setUp();
    registry.add([writtenBundle(['key.pem']), writtenBundle(['chain.pem'])]);
    registry.setCommand(['copy-1'], ['/bin/true']);
    expect(open().leftDue()).toEqual([]);
    registry.add([writtenBundle(['key.pem'])]);
    expect(registry.leftDue()).toEqual([]);
    const restarted = open();
    expect(restarted.leftDue()).toMatchObject([{ id: 'copy-1', failedRun: { kind: 'due' } }]);
    restarted.setFailedRun('copy-1', null);
    expect(restarted.leftDue()).toEqual([]);
    expect(open().leftDue()).toEqual([]);
    registry.restored('copy-1', { previous: null, files: [] }, true);
    expect(open().leftDue()).toMatchObject([{ id: 'copy-1' }]);
  });

  it('keeps the id and automatic updates of a copy whose files are all replaced', () => {
    const { registry } = setUp();
    registry.add([writtenBundle(['key.pem'])]);
    registry.setAutoRefresh(['copy-1'], true);
    expect(registry.add([writtenBundle(['key.pem', 'more.pem'], { presetId: 'nginx' })]).copyIds).toEqual([
      'copy-1',
    ]);
    expect(registry.list()).toMatchObject([
      { id: 'copy-1', autoRefresh: true, presetId: 'nginx', files: [{}, {}] },
    ]);
    registry.add([writtenBundle(['key.pem', 'more.pem'], {}, { format: 'pkcs12' })]);
    expect(registry.find('copy-1')?.autoRefresh).toBe(false);
  });

  it('keeps what is known about a replaced copy, and its command', () => {
    const { registry, open } = setUp();
    registry.add([writtenBundle(['key.pem'])]);
    registry.setCommand(['copy-1'], ['/bin/true', '']);
    const leaf = leafFacts({ fingerprint256: 'newer', notBefore: 1500, notAfter: 3000 });
    registry.add([writtenBundle(['key.pem', 'more.pem'], { previous: '.f', presetId: 'nginx', leaf })]);
    expect(registry.find('copy-1')).toMatchObject({
      command: ['/bin/true', ''],
      fingerprint256: 'newer',
      previous: {
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
    expect(open().list()).toEqual(registry.list());
    registry.add([writtenBundle(['key.pem', 'more.pem'])]);
    expect(registry.find('copy-1')).toMatchObject({ previous: null, command: ['/bin/true', ''] });
  });

  it('has no record of unknown files, and no command for another order', () => {
    const { registry } = setUp();
    registry.add([writtenBundle(['key.pem'], { previous: '.f' })]);
    expect(registry.find('copy-1')?.previous).toEqual({ directory: '.f', record: null });
    registry.setCommand(['copy-1'], ['/bin/true']);
    registry.add([writtenBundle(['key.pem'], { orderId: 'b', previous: '.g' })]);
    expect(registry.find('copy-2')).toMatchObject({
      previous: { directory: '.g', record: null },
      command: null,
    });
  });

  it('has no record of replaced files changed by another program', () => {
    const { registry } = setUp();
    registry.add([writtenBundle(['key.pem'])]);
    registry.add([writtenBundle(['key.pem'], { previous: '.f' })], { isChanged: (id) => id === 'copy-1' });
    expect(registry.find('copy-1')?.previous).toEqual({ directory: '.f', record: null });
  });

  it('does not treat files of another order as the same copy', () => {
    const { registry } = setUp();
    registry.add([writtenBundle(['key.pem'])]);
    expect(registry.add([writtenBundle(['key.pem'], { orderId: 'b' })]).copyIds).toEqual(['copy-2']);
    expect(registry.list()).toMatchObject([{ id: 'copy-2', orderId: 'b' }]);
  });

  it('never has a path in two bundles, and is equal on disk and in memory, for any sequence of exports', () => {
    const names = ['a.pem', 'b.pem', 'c.pem'];
    const written = fc
      .tuple(fc.subarray(names, { minLength: 1 }), fc.constantFrom('x', 'y'), fc.constantFrom('', 'f'))
      .map(([files, orderId, folder]): WrittenBundle => writtenBundle(files, { orderId, folder }));
    fc.assert(
      fc.property(fc.array(fc.array(written, { maxLength: 2 }), { maxLength: 6 }), (exports) => {
        const { registry, open } = setUp();
        for (const each of exports) registry.add(each);
        const paths = pathsOf(registry);
        expect(new Set(paths).size).toBe(paths.length);
        const all = exports
          .flat()
          .flatMap(({ folder, files }) => files.map(({ name }) => join('/t', folder, name)));
        expect(new Set(paths)).toEqual(new Set(all));
        const byId = (registry: CopyRegistry) => registry.list().toSorted((a, b) => (a.id < b.id ? -1 : 1));
        expect(byId(open())).toEqual(byId(registry));
        const last = exports.at(-1)?.at(-1);
        if (last !== undefined)
          expect(
            registry
              .list()
              .at(-1)
              ?.files.map(({ name }) => name),
          ).toEqual(last.files.map(({ name }) => name));
      }),
    );
  });

  it('reports a copy that cannot be stored, and keeps it for the session', () => {
    const { registry, repository, lines } = setUp();
    repository.failure = { kind: 'storage', reason: 'full', detail: '' };
    registry.add([writtenBundle(['key.pem'])]);
    expect(registry.list()).toHaveLength(1);
    expect(lines).toHaveLength(1);
    expect(registry.setAutoRefresh(['copy-1'], true)).toMatchObject({ ok: false });
    expect(registry.forget(['copy-1'])).toMatchObject({ ok: false });
    expect(registry.list()).toMatchObject([{ autoRefresh: false }]);
  });

  it('forgets copies; refuses automatic updates for unknown copies and with a passphrase', () => {
    const { registry, repository } = setUp();
    registry.add([writtenBundle(['key.p12'], {}, { format: 'pkcs12' })]);
    for (const id of ['copy-1', 'nobody'])
      expect(registry.setAutoRefresh([id], true)).toEqual({ ok: false, error: { kind: 'unknownId' } });
    expect(registry.forget(['copy-1', 'nobody'])).toEqual({ ok: true, value: null });
    expect(registry.list()).toEqual([]);
    expect(repository.stored.size).toBe(0);
  });

  it('turns automatic updates on for all of several copies, or for none', () => {
    const { registry } = setUp();
    registry.add([
      writtenBundle(['a.pem'], { folder: 'a' }),
      writtenBundle(['b.pem'], { folder: 'b' }),
      writtenBundle(['c.p12'], { folder: 'c' }, { format: 'pkcs12' }),
    ]);
    const areOn = () => registry.list().map(({ autoRefresh }) => autoRefresh);
    expect(registry.setAutoRefresh(['copy-1', 'copy-3'], true)).toMatchObject({ ok: false });
    expect(areOn()).toEqual([false, false, false]);
    expect(registry.setAutoRefresh(['copy-1', 'copy-2'], true)).toEqual({ ok: true, value: null });
    expect(areOn()).toEqual([true, true, false]);
  });

  it('sets the command of all of several copies at once, or of none', () => {
    const { registry } = setUp();
    registry.add([writtenBundle(['a.pem'], { folder: 'a' }), writtenBundle(['b.pem'], { folder: 'b' })]);
    const commands = () => registry.list().map(({ command }) => command);
    let changes = 0;
    registry.onDidChange(() => {
      changes += 1;
    });
    expect(registry.setCommand(['copy-1', 'copy-9'], ['/bin/true'])).toMatchObject({ ok: false });
    expect(commands()).toEqual([null, null]);
    expect(registry.setCommand(['copy-1', 'copy-2'], ['/bin/true'])).toEqual({ ok: true, value: null });
    expect(commands()).toEqual([['/bin/true'], ['/bin/true']]);
    expect(changes).toBe(1);
  });

  it('skips invalid stored copies', () => {
    const repository = new FakeCopyRepository();
    const good = copyBundle(['key.pem']);
    const invalid: StoredCopyBundle[] = [
      { ...good, id: 'b', agreed: 'no list' },
      { ...good, id: 'c', files: good.files.map((file) => ({ ...file, spec: { format: 'other' } })) },
      { ...good, id: 'd', files: [] },
    ];
    repository.all = () => [good, ...invalid] as ReturnType<FakeCopyRepository['all']>;
    const { registry, lines } = setUp(repository);
    expect(registry.list().map(({ id }) => id)).toEqual([good.id]);
    expect(lines).toHaveLength(1);
  });

  it.each([
    { previous: undefined },
    { previous: { directory: '../other', record: null } },
    { previous: { directory: '..', record: null } },
    { previous: { directory: '.f', record: { files: [] } } },
    { command: undefined },
    { command: [] },
    { command: ['true'] },
    { command: ['/bin/true', 1] },
    { failedRun: undefined },
    { failedRun: { kind: 'running', startedAt: 1 } },
    { failedRun: { kind: 'ended', startedAt: 1, endedAt: 2, outcome: { kind: 'exited' } } },
  ])('keeps a copy without its invalid stored fields: %j', (invalid) => {
    const repository = new FakeCopyRepository();
    const good = copyBundle(['key.pem'], {
      previous: { directory: '.f', record: null },
      command: ['/bin/true'],
      failedRun: { kind: 'skipped', startedAt: 1 },
    });
    repository.all = () => [{ ...good, ...invalid }] as ReturnType<FakeCopyRepository['all']>;
    const { registry, lines } = setUp(repository);
    const [field = ''] = Object.keys(invalid);
    expect(registry.list()).toEqual([{ ...good, [field]: null }]);
    expect(lines).toHaveLength(1);
  });
});
