import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import type { ConfigurationDestination } from '#main/reporting/configuration/configurationSchema.ts';
import { type ConfigurationChangeView, fieldText } from '#shared/domain/configurationChange.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import {
  connect,
  endExport,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  type TestAppOptions,
  temporaryFolder,
  until,
} from './testApp.ts';

const toNginx = { preset: 'nginx', parts: null, folder: '~/tls', automaticUpdates: true };

/** The home folder of each test. */
let home: string;

beforeEach(() => {
  home = realpathSync(temporaryFolder());
  // Node reads the latter on Windows.
  vi.stubEnv('HOME', home);
  vi.stubEnv('USERPROFILE', home);
  return () => vi.unstubAllEnvs();
});

/** An app with one order, and its configuration in a file. */
async function setUp(options: TestAppOptions = {}) {
  const service = await serviceFor({ orders: 1 });
  const test = await startTestApp(options);
  await connect(test, service);
  const [rid = ''] = service.rids;
  const path = join(temporaryFolder(), 'notafter.json');
  test.desktop.choices.chooseConfigurationFile = path;
  okValue(await test.call('configuration:save', null));
  const name = (destinations: readonly ConfigurationDestination[]) => {
    const file = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...file, orders: [{ ...file.orders[0], destinations }] }));
  };
  return { service, test, rid, path, name };
}

/** Imports the chosen file. Returns what it changed, and how many destinations wait. */
async function imported(test: TestApp, path: string, prune = false) {
  test.desktop.choices.chooseConfigurationFile = path;
  const preview = okValue(await test.call('configuration:open', null));
  if (preview === null) throw new Error('no file was chosen');
  const { answer } = test.desktop;
  // The user agrees to what happens to private keys.
  test.desktop.answer = () => 1;
  const outcome = okValue(await test.call('configuration:import', { id: preview.id, prune }));
  test.desktop.answer = answer;
  if (outcome.kind !== 'imported') throw new Error('something changed');
  return { changes: preview.changes.map(shortly), waiting: outcome.waiting };
}

const shortly = ({ action, kind, name, fields }: ConfigurationChangeView) =>
  [action, kind, name, ...fields.map(fieldText)].join(' ');

const firstPlanned = (test: TestApp) => {
  const [planned] = test.seen().planned;
  if (planned === undefined) throw new Error('nothing is planned');
  return planned;
};

/** Exports to what is planned. Returns the job's phase before it was confirmed. */
async function exportPlanned(test: TestApp) {
  const { id, orderId, presetId, parts } = firstPlanned(test);
  const request = { orderIds: [orderId], presetId, parts: parts && [...parts], container: 'folder' as const };
  const jobId = okValue(await test.call('export:start', { ...request, into: id, deliveryId: null })) ?? '';
  await until(() => ['review', 'done'].includes(test.seen().exportJob?.phase ?? ''));
  const phase = test.seen().exportJob?.phase;
  await endExport(test, jobId);
  await test.call('export:dismiss', jobId);
  await until(() => test.seen().exportJob === null);
  return phase;
}

describe('a destination of a configuration file', () => {
  it('waits for its first export, which is reviewed and takes over automatic updates', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const { service, test: first, rid, path, name } = await setUp(profile);
    name([toNginx]);
    expect(await imported(first, path)).toEqual({
      changes: ['added destination ~/tls preset: nginx automaticUpdates: true'],
      waiting: 1,
    });
    await until(() => first.seen().planned.length === 1);
    expect(firstPlanned(first)).toMatchObject({
      presetId: 'nginx',
      parts: null,
      folder: '~/tls',
      autoRefresh: true,
    });
    expect(await imported(first, path, true)).toEqual({ changes: [], waiting: 1 });
    expect(readdirSync(home)).toEqual([]);
    await first.quit();

    const test = await startTestApp(profile);
    await until(() => test.seen().planned.length === 1);
    expect(await exportPlanned(test)).toBe('review');
    await until(() => test.seen().planned.length === 0 && test.seen().copies.length === 1);
    expect(test.seen().copies[0]).toMatchObject({ target: '~/tls', presetId: 'nginx', autoRefresh: true });
    const [folder = ''] = readdirSync(join(home, 'tls'));
    expect(readFileSync(join(home, 'tls', folder, 'fullchain.pem'), 'utf8')).toBe(
      service.order(rid).material.certificate,
    );
    expect(await imported(test, path, true)).toEqual({ changes: [], waiting: 0 });
    test.desktop.choices.chooseConfigurationFile = path;
    okValue(await test.call('configuration:save', null));
    expect(JSON.parse(readFileSync(path, 'utf8')).orders[0].destinations).toEqual([toNginx]);
  });

  it('changes automatic updates of exported files, and never removes these', async () => {
    const { test, path, name } = await setUp();
    name([toNginx]);
    await imported(test, path);
    await until(() => test.seen().planned.length === 1);
    await exportPlanned(test);
    await until(() => test.seen().copies[0]?.autoRefresh === true);
    name([{ ...toNginx, automaticUpdates: false }]);
    expect((await imported(test, path)).changes).toEqual([
      'changed destination ~/tls automaticUpdates: true → false',
    ]);
    await until(() => test.seen().copies[0]?.autoRefresh === false);
    name([]);
    expect((await imported(test, path, true)).changes).toEqual([]);
    expect(test.seen().copies).toHaveLength(1);
  });

  it('is changed and removed by other files while it waits, by an older one not', async () => {
    const { test, path, name } = await setUp();
    const older = readFileSync(path, 'utf8');
    const some = { ...toNginx, preset: 'pem', parts: ['key' as const, 'certificate' as const] };
    name([toNginx, some]);
    expect(await imported(test, path)).toMatchObject({ waiting: 2 });
    name([{ ...toNginx, automaticUpdates: false }, some]);
    expect((await imported(test, path)).changes).toEqual([
      'changed destination ~/tls automaticUpdates: true → false',
    ]);
    const file = JSON.parse(older);
    delete file.orders[0].destinations;
    writeFileSync(path, JSON.stringify(file));
    expect(await imported(test, path, true)).toEqual({ changes: [], waiting: 0 });
    writeFileSync(path, older);
    expect((await imported(test, path, true)).changes).toEqual([
      'removed destination ~/tls',
      'removed destination ~/tls',
    ]);
    await until(() => test.seen().planned.length === 0);
  });

  it('is removed in the window, and restored', async () => {
    const { test, path, name } = await setUp();
    name([toNginx]);
    await imported(test, path);
    await until(() => test.seen().planned.length === 1);
    const { id } = firstPlanned(test);
    okValue(await test.call('planned:remove', [id]));
    await until(() => test.seen().planned.length === 0);
    okValue(await test.call('planned:restore', [id]));
    await until(() => test.seen().planned.length === 1);
  });

  it('goes with its custom preset', async () => {
    const { test, path, name } = await setUp();
    const draft = { name: 'nginx', folder: '{alias}', server: null };
    const pem = { name: 'all.pem', format: 'pem' as const, parts: ['key' as const, 'leaf' as const] };
    const own = okValue(
      await test.call('presets:save', {
        ...draft,
        files: [{ ...pem, mode: '600' as const, lineEnds: 'lf' as const }],
        id: null,
      }),
    );
    okValue(await test.call('configuration:save', null));
    name([{ ...toNginx, preset: 'custom:nginx' }, toNginx]);
    await imported(test, path);
    await until(() => test.seen().planned.length === 2);
    expect(
      test
        .seen()
        .planned.map(({ presetId }) => presetId)
        .toSorted(),
    ).toEqual([own.id, 'nginx'].toSorted());
    okValue(await test.call('presets:remove', own.id));
    await until(() => test.seen().planned.length === 1);
    okValue(await test.call('configuration:save', null));
    expect(JSON.parse(readFileSync(path, 'utf8')).orders[0].destinations).toEqual([toNginx]);
  });

  it('equals exported files behind a link, and follows a link that was made later', async () => {
    const { test, path, name } = await setUp();
    const data = realpathSync(temporaryFolder());
    name([toNginx]);
    await imported(test, path);
    await until(() => test.seen().planned.length === 1);
    if (process.platform === 'win32') return;
    symlinkSync(data, join(home, 'tls'));
    await exportPlanned(test);
    await until(() => test.seen().planned.length === 0 && test.seen().copies.length === 1);
    expect(test.seen().copies[0]).toMatchObject({ target: data, autoRefresh: true });
    expect(await imported(test, path, true)).toEqual({ changes: [], waiting: 0 });
  });

  it('keeps files that are not the order’s own, unless the user agrees in a native dialog', async () => {
    const { test, path, name } = await setUp();
    name([toNginx]);
    await imported(test, path);
    await until(() => test.seen().planned.length === 1);
    const { id, orderId } = firstPlanned(test);
    const request = { orderIds: [orderId], presetId: 'nginx', parts: null, container: 'folder' as const };
    const start = async () => {
      okValue(await test.call('export:start', { ...request, into: id, deliveryId: null }));
      await until(() => test.seen().exportJob?.phase === 'review');
      return test.seen().exportJob;
    };
    const { id: other = '', items } = (await start()) ?? {};
    const folder = join(home, 'tls', items?.[0]?.folder ?? '');
    await test.call('export:cancel', other);
    await test.call('export:dismiss', other);
    await until(() => test.seen().exportJob === null);
    mkdirSync(folder);
    writeFileSync(join(folder, 'privkey.pem'), 'theirs');
    const jobId = (await start())?.id ?? '';
    const confirmed = await test.call('export:confirm', { jobId, conflicts: 'replace', passphrase: null });
    expect(confirmed).toMatchObject({ ok: false, error: { kind: 'consent' } });
    expect(readFileSync(join(folder, 'privkey.pem'), 'utf8')).toBe('theirs');
    expect(existsSync(join(folder, 'fullchain.pem'))).toBe(false);
  });

  it('is not there after an import that fails in the middle', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const { test: first, path, name } = await setUp(profile);
    await first.quit();
    const change = (sql: string) => {
      const database = new DatabaseSync(join(profile.userData, DATABASE_FILE));
      database.exec(sql);
      database.close();
    };
    const fault = "BEGIN SELECT RAISE(ABORT, 'fault'); END";
    change(
      `CREATE TRIGGER fault BEFORE INSERT ON planned_destinations WHEN NEW.preset_id = 'apache' ${fault}`,
    );
    const test = await startTestApp(profile);
    name([toNginx, { ...toNginx, preset: 'apache' }]);
    test.desktop.choices.chooseConfigurationFile = path;
    const preview = okValue(await test.call('configuration:open', null));
    test.desktop.answer = () => 1;
    const importing = test.call('configuration:import', { id: preview?.id ?? '', prune: false });
    await expect(importing).rejects.toThrow('call failed');
    expect(test.seen().planned).toEqual([]);
    await test.quit();
    change('DROP TRIGGER fault');
    const again = await startTestApp(profile);
    expect(again.seen().planned).toEqual([]);
    expect((await imported(again, path)).changes).toHaveLength(2);
  });
});
