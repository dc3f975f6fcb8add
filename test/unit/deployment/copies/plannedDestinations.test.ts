import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import {
  type PlannedDestination,
  PlannedDestinations,
  type PlannedDestinationsPorts,
} from '#main/deployment/copies/plannedDestinations.ts';
import type { AppError } from '#shared/errors.ts';
import { err, firstError, ok, type Result } from '#shared/result.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { FakeCopyRepository, writtenBundle } from './copyFixtures.ts';

const planned: PlannedDestination = {
  ...{ id: 'p1', orderId: 'a', presetId: 'pem', parts: ['key', 'certificate'], target: '/t' },
  autoRefresh: true,
};
const full: AppError = { kind: 'storage', reason: 'full', detail: '' };

function setUp(stored: readonly object[] = [planned], change: Partial<PlannedDestinationsPorts> = {}) {
  const rows = new Map(stored.map((each) => [(each as PlannedDestination).id, each]));
  const failure: { error: AppError | null } = { error: null };
  const { logger, lines } = createRecordingLogger();
  let ids = 0;
  const newId = () => `new${++ids}`;
  const repository = new FakeCopyRepository();
  const registry = new CopyRegistry({
    ...{ repository, newId, logger },
    clock: { now: () => 5, monotonic: () => 5 },
  });
  const destinations = new PlannedDestinations({
    repository: {
      all: () => [...rows.values()] as never,
      save: (saved, removed) => {
        if (failure.error !== null) return err(failure.error);
        for (const id of removed) rows.delete(id);
        for (const each of saved) rows.set(each.id, each);
        return ok(null);
      },
    },
    hasPreset: (id) => id !== 'gone',
    makeFolder: async (path) => path,
    newId,
    logger,
    home: '/home/u',
    ...change,
  });
  let changes = 0;
  destinations.onDidChange(() => {
    changes += 1;
  });
  const write = (bundle = writtenBundle(['privkey.pem', 'fullchain.pem'])) => {
    const { wished, change: fulfilled } = destinations.planFulfilled([bundle]);
    const store = (save: () => Result<null>) => firstError([save, fulfilled.write]);
    const { copyIds, stored } = registry.add(wished, { store });
    if (stored.ok) fulfilled.take();
    return registry.find(copyIds[0] ?? '');
  };
  return { destinations, rows, failure, lines, registry, write, changes: () => changes };
}

it('shows destinations below the home folder with a tilde, and none whose preset is gone', () => {
  const { destinations } = setUp([
    { ...planned, target: `/home/u${sep}tls\u{202e}` },
    { ...planned, id: 'p2', presetId: 'gone' },
  ]);
  expect(destinations.views()).toEqual([
    {
      ...{ id: 'p1', orderId: 'a', presetId: 'pem', parts: ['key', 'certificate'] },
      ...{ folder: `~${sep}tls\\u{202e}`, autoRefresh: true },
    },
  ]);
});

it('skips stored destinations that it can’t use', () => {
  const { destinations, lines } = setUp([{ ...planned, parts: ['other'] }]);
  expect(destinations.list()).toEqual([]);
  expect(lines).toHaveLength(1);
});

describe('an export', () => {
  it('of the same order, preset and files to the same folder fulfils a destination', () => {
    const { destinations, rows, write, changes } = setUp();
    expect(write()).toMatchObject({ autoRefresh: true });
    expect({ listed: destinations.list(), stored: rows.size, changes: changes() }).toEqual({
      listed: [],
      stored: 0,
      changes: 1,
    });
  });

  it.each([
    ['order', writtenBundle(['privkey.pem', 'fullchain.pem'], { orderId: 'b' })],
    ['preset', writtenBundle(['privkey.pem', 'fullchain.pem'], { presetId: 'nginx' })],
    ['choice of files', writtenBundle(['privkey.pem'])],
    ['folder', writtenBundle(['privkey.pem', 'fullchain.pem'], { target: '/t/b' })],
  ])('of another %s fulfils none', (_, bundle) => {
    const { destinations, write } = setUp();
    expect(write(bundle)).toMatchObject({ autoRefresh: false });
    expect(destinations.list()).toHaveLength(1);
  });

  it('leaves files with a passphrase without automatic updates', () => {
    const { destinations, write } = setUp([{ ...planned, presetId: 'iis', parts: null }]);
    const bundle = writtenBundle(
      ['a.pfx'],
      { presetId: 'iis' },
      { format: 'pkcs12', parts: ['key', 'leaf'] },
    );
    expect(write(bundle)).toMatchObject({ autoRefresh: false });
    expect(destinations.list()).toEqual([]);
  });

  it('that can’t be stored as made leaves the destination planned', () => {
    const { destinations, failure, write } = setUp();
    failure.error = full;
    expect(write()).toMatchObject({ autoRefresh: true });
    expect(destinations.list()).toHaveLength(1);
  });
});

describe('the folder of a destination', () => {
  it('is created, and known by where its links lead', async () => {
    const { destinations, rows } = setUp([planned], { makeFolder: async () => '/data/t' });
    expect(await destinations.prepare('p1')).toEqual(ok('/data/t'));
    expect(rows.get('p1')).toMatchObject({ target: '/data/t' });
    expect(await destinations.prepare('other')).toEqual(ok(null));
  });

  it('says why it can’t be created', async () => {
    const makeFolder = async () => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES', errno: -13 });
    };
    const { destinations } = setUp([planned], { makeFolder });
    expect(await destinations.prepare('p1')).toMatchObject({
      error: { kind: 'fileSystem', reason: 'permission', name: 't' },
    });
  });
});

describe('a plan', () => {
  const { id: _, ...draft } = planned;

  it('changes what exists, adds the rest, and takes effect after it was stored', () => {
    const { destinations, rows } = setUp();
    const plan = destinations.plan(
      [
        { ...draft, autoRefresh: false },
        { ...draft, target: '/o' },
      ],
      [],
    );
    if (!plan.ok) throw new Error('not planned');
    plan.value.write();
    expect(destinations.list()).toEqual([planned]);
    plan.value.take();
    expect(destinations.list().map(({ id, target }) => `${id} ${target}`)).toEqual(['p1 /t', 'new1 /o']);
    expect(rows.get('p1')).toMatchObject({ autoRefresh: false });
  });

  it('has a limit for each order', () => {
    const { destinations } = setUp();
    const many = Array.from({ length: 100 }, (_each, index) => ({ ...draft, target: `/${index}` }));
    expect(destinations.plan(many.slice(1), [])).toMatchObject({ ok: true });
    expect(destinations.plan(many, ['p1'])).toMatchObject({ ok: true });
    expect(destinations.plan(many, [])).toMatchObject({ error: { field: 'destination', reason: 'tooMany' } });
  });
});

it('restores what was removed, unless it was planned again', () => {
  const { destinations, failure } = setUp();
  failure.error = full;
  expect(destinations.remove(['p1'])).toMatchObject({ ok: false });
  expect(destinations.list()).toHaveLength(1);
  failure.error = null;
  destinations.remove(['p1', 'unknown']);
  expect(destinations.list()).toEqual([]);
  expect(destinations.restore(['p1'])).toEqual(ok(null));
  expect(destinations.list()).toEqual([planned]);
  expect(destinations.restore(['p1'])).toMatchObject({ error: { kind: 'unknownId' } });
  destinations.remove(['p1']);
  const again = destinations.plan([{ ...planned }], []);
  if (again.ok) again.value.take();
  expect(destinations.restore(['p1'])).toMatchObject({ error: { kind: 'unknownId' } });
});
