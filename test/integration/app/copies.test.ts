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
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { RenewalOptions } from '#test/service/orderBook.ts';
import type { ReferenceService } from '#test/service/referenceService.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import { trustRoot } from './receiving.ts';
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

const passphrase = 'correct horse battery';

/** Exports every order into `target`. */
async function exportAll(test: TestApp, target: string, presetId = 'nginx'): Promise<void> {
  test.desktop.choices.chooseFolder = target;
  const orderIds = [...test.seen().orders.keys()];
  const start = {
    orderIds,
    presetId,
    parts: null,
    container: 'folder' as const,
    into: null,
    deliveryId: null,
  };
  const jobId = okValue(await test.call('export:start', start)) ?? '';
  await endExport(test, jobId, { passphrase });
  await test.call('export:dismiss', jobId);
  await until(() => test.seen().exportJob === null);
}

interface Scene {
  readonly service: ReferenceService;
  readonly test: TestApp;
  readonly target: string;
  readonly rid: string;
  readonly copy: () => CopyBundleView;
  /** Names that its order's certificate lost. */
  readonly lost: () => readonly string[];
  /** The path of one of its files. */
  readonly path: (name: string) => string;
  /** Checks all copies again. */
  readonly checkAgain: () => Promise<CopyBundleView>;
  /** Renews the order at the service and lets the app see it. */
  readonly renew: (options?: RenewalOptions) => Promise<string>;
}

/** An app whose one order was exported as for nginx. */
async function exported(
  presetId = 'nginx',
  options: TestAppOptions = {},
  connectBy?: typeof trustRoot,
): Promise<Scene> {
  const service = await serviceFor({ orders: 1 });
  const test = await startTestApp(options);
  if (connectBy === undefined) await connect(test, service);
  else {
    const connectionId = await connectBy(test, service);
    okValue(await test.call('orders:add', { connectionId, text: service.rids.join(' ') }));
    await until(() => service.rids.every((each) => test.order(each)?.lastConfirmedAt != null));
  }
  const target = temporaryFolder();
  await exportAll(test, target, presetId);
  await until(() => test.seen().copies[0]?.state === 'fresh');
  const [rid = ''] = service.rids;
  const copy = () => {
    const [only] = test.seen().copies;
    if (only === undefined) throw new Error('there is no copy');
    return only;
  };
  const checkAgain = async () => {
    await test.call('copies:verify', null);
    const { copies } = await test.call('app:snapshot', null);
    const [only] = copies;
    if (only === undefined) throw new Error('there is no copy');
    return only;
  };
  const renew = async (options: RenewalOptions = {}) => {
    const { fingerprint256 } = await service.renew(rid, { days: 300, ...options });
    await test.call('orders:sync', null);
    await until(() => test.order(rid)?.fingerprint256 === fingerprint256);
    return fingerprint256;
  };
  const folder = readFolder(copy().folder, target);
  const lost = () =>
    (test.order(rid)?.findings ?? []).flatMap((finding) =>
      finding.kind === 'namesLost' ? finding.names : [],
    );
  return { service, test, target, rid, copy, lost, path: (name) => join(folder, name), checkAgain, renew };
}

/** Shown paths begin with `~` if the temporary folder is in the home folder. */
function readFolder(shown: string, target: string): string {
  return join(target, shown.slice(shown.lastIndexOf('/') + 1));
}

describe('an exported copy', () => {
  it('is fresh, then stale after a renewal, and fresh again after one click', async () => {
    const { service, test, rid, copy, path, checkAgain, renew } = await exported();
    expect(copy()).toMatchObject({
      presetId: 'nginx',
      files: [
        { name: 'privkey.pem', hasKey: true, state: 'fresh' },
        { name: 'fullchain.pem', hasKey: false, state: 'fresh' },
      ],
      outdated: false,
      autoRefresh: false,
      needsPassphrase: false,
    });
    await renew();
    expect(await checkAgain()).toMatchObject({ state: 'stale', outdated: true });
    const before = readFileSync(path('fullchain.pem'), 'utf8');
    const { id } = copy();
    expect(
      okValue(await test.call('copies:refresh', { ids: [id], overwriteChanged: false, reviewed: null })),
    ).toEqual([
      {
        orderId: copy().orderId,
        copyId: id,
        kind: 'written',
        files: ['privkey.pem', 'fullchain.pem'].map((name) =>
          expect.stringMatching(new RegExp(`${name}$`, 'u')),
        ),
        canUndo: true,
        proof: { kind: 'notProven', reason: 'noRoot', code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' },
        run: null,
      },
    ]);
    await until(() => copy().state === 'fresh');
    expect(copy()).toMatchObject({ id, outdated: false, notAfter: test.order(rid)?.notAfter });
    const { material } = service.order(rid);
    expect(readFileSync(path('fullchain.pem'), 'utf8')).toBe(material.certificate);
    expect(readFileSync(path('fullchain.pem'), 'utf8')).not.toBe(before);
    expect(readFileSync(path('privkey.pem'), 'utf8')).toBe(material.key);
    expect(lstatSync(path('privkey.pem')).mode & 0o777).toBe(0o600);
  });

  it('changed by another program is shown, and overwritten only if the user agrees', async () => {
    const { test, copy, path, checkAgain } = await exported();
    writeFileSync(path('fullchain.pem'), 'mine');
    expect(await checkAgain()).toMatchObject({
      state: 'changed',
      files: [{ state: 'fresh' }, { state: 'changed' }],
    });
    const { id } = copy();
    expect(
      okValue(await test.call('copies:refresh', { ids: [id], overwriteChanged: false, reviewed: null })),
    ).toMatchObject([{ copyId: id, kind: 'refused', reason: 'changed' }]);
    expect(readFileSync(path('fullchain.pem'), 'utf8')).toBe('mine');
    okValue(await test.call('copies:refresh', { ids: [id], overwriteChanged: true, reviewed: null }));
    await until(() => copy().state === 'fresh');
  });

  it('changed since the last check is detected before it is overwritten', async () => {
    const { test, copy, path, checkAgain } = await exported();
    await checkAgain();
    const file = path('fullchain.pem');
    writeFileSync(file, readFileSync(file, 'utf8').replace('MII', 'MIJ'));
    const { id } = copy();
    expect(
      okValue(await test.call('copies:refresh', { ids: [id], overwriteChanged: false, reviewed: null })),
    ).toMatchObject([{ kind: 'refused', reason: 'changed' }]);
  });

  it('is missing when deleted, and a refresh writes it again', async () => {
    const { test, copy, path, checkAgain } = await exported();
    rmSync(path('.'), { recursive: true });
    expect(await checkAgain()).toMatchObject({ state: 'missing' });
    okValue(await test.call('copies:refresh', { ids: [copy().id], overwriteChanged: false, reviewed: null }));
    await until(() => copy().state === 'fresh');
    expect(lstatSync(path('privkey.pem')).mode & 0o777).toBe(0o600);
  });

  it('with a key that others can read is wider, until it is tightened', async () => {
    const { test, copy, path, checkAgain } = await exported();
    chmodSync(path('privkey.pem'), 0o644);
    expect(await checkAgain()).toMatchObject({
      state: 'wider',
      files: [{ state: 'wider' }, { state: 'fresh' }],
    });
    okValue(await test.call('copies:tighten', [copy().id]));
    await until(() => copy().state === 'fresh');
    expect(lstatSync(path('privkey.pem')).mode & 0o777).toBe(0o600);
  });

  it.each(['file', 'folder', 'target'] as const)(
    'whose %s became a symbolic link is changed, and never written through it',
    async (what) => {
      const { test, target, copy, path, checkAgain } = await exported();
      const elsewhere = temporaryFolder();
      const place = { file: path('fullchain.pem'), folder: path('.'), target }[what].replace(/\/\.?$/u, '');
      const moved = join(elsewhere, 'moved');
      renameSync(place, moved);
      symlinkSync(moved, place);
      expect(await checkAgain()).toMatchObject({ state: 'changed' });
      const ids = [copy().id];
      const refreshed = okValue(
        await test.call('copies:refresh', { ids, overwriteChanged: true, reviewed: null }),
      );
      expect(refreshed).toMatchObject([{ kind: 'failed', error: { reason: 'symlink' } }]);
      rmSync(place);
      renameSync(moved, place);
      expect(await checkAgain()).toMatchObject({ state: 'fresh' });
    },
  );

  it('is not refreshed into a folder that became writable for all users', async () => {
    const { test, target, copy, path } = await exported();
    const ids = [copy().id];
    for (const place of [path('.'), target]) {
      const { mode } = lstatSync(place);
      chmodSync(place, 0o777);
      const refreshed = okValue(
        await test.call('copies:refresh', { ids, overwriteChanged: true, reviewed: null }),
      );
      expect(refreshed).toMatchObject([{ kind: 'failed', error: { reason: 'writableByOthers' } }]);
      chmodSync(place, mode & 0o7777);
    }
  });

  it('is replaced by a certificate with a shorter life, by button, by an export, and without the user', async () => {
    const { test, target, copy, path, renew } = await exported();
    const before = readFileSync(path('fullchain.pem'), 'utf8');
    await renew({ days: 10, begins: -3 });
    await until(() => copy().outdated);
    const ids = [copy().id];
    expect(
      okValue(await test.call('copies:refresh', { ids, overwriteChanged: false, reviewed: null })),
    ).toMatchObject([{ kind: 'written' }]);
    const shorter = readFileSync(path('fullchain.pem'), 'utf8');
    expect(shorter).not.toBe(before);
    await renew({ days: 5, begins: -2 });
    await exportAll(test, target);
    expect(readFileSync(path('fullchain.pem'), 'utf8')).not.toBe(shorter);
    await until(() => test.seen().copies.length === 1 && copy().state === 'fresh' && !copy().outdated);
    const exportedAgain = readFileSync(path('fullchain.pem'), 'utf8');
    okValue(await test.call('copies:setAutoRefresh', { ids: [copy().id], autoRefresh: true }));
    await renew({ days: 3, begins: -1 });
    await until(() => readFileSync(path('fullchain.pem'), 'utf8') !== exportedAgain && !copy().outdated);
  });

  it('is not replaced by an older certificate, though it expires later', async () => {
    const { service, test, rid, copy, path, renew } = await exported();
    await renew({ days: 10 });
    const ids = [copy().id];
    okValue(await test.call('copies:refresh', { ids, overwriteChanged: false, reviewed: null }));
    const kept = readFileSync(path('fullchain.pem'), 'utf8');
    await service.renew(rid, { days: 300, begins: -1 });
    expect(
      okValue(await test.call('copies:refresh', { ids, overwriteChanged: false, reviewed: null })),
    ).toMatchObject([{ kind: 'refused', reason: 'olderLeaf' }]);
    expect(readFileSync(path('fullchain.pem'), 'utf8')).toBe(kept);
  });

  it('of PKCS#12 needs an export, and cannot be kept up to date', async () => {
    const { test, copy } = await exported('iis');
    const { id } = copy();
    expect(copy()).toMatchObject({ needsPassphrase: true, state: 'fresh' });
    expect(
      okValue(await test.call('copies:refresh', { ids: [id], overwriteChanged: false, reviewed: null })),
    ).toMatchObject([{ copyId: id, kind: 'needsPassphrase' }]);
    expect(await test.call('copies:setAutoRefresh', { ids: [id], autoRefresh: true })).toMatchObject({
      ok: false,
    });
  });

  it('is forgotten without its files, and shown in the file manager', async () => {
    const { test, copy, path } = await exported();
    const { id } = copy();
    await test.call('copies:reveal', id);
    expect(test.desktop.done.at(-1)).toBe(`reveal ${path('privkey.pem')}`);
    okValue(await test.call('copies:forget', [id]));
    await until(() => test.seen().copies.length === 0);
    expect(readFileSync(path('privkey.pem'), 'utf8')).toContain('PRIVATE KEY');
  });

  it('passes its paths to an export over it', async () => {
    const { test, target, copy } = await exported('pem');
    const former = copy().id;
    expect(copy().files).toHaveLength(4);
    await exportAll(test, target, 'nginx');
    await until(() => test.seen().copies.length === 2);
    const [rest, written] = test.seen().copies.map(({ id, presetId, files }) => ({
      id,
      presetId,
      names: files.map(({ name }) => name),
    }));
    expect(rest).toEqual({ id: former, presetId: 'pem', names: ['cert.pem', 'chain.pem'] });
    expect(written).toMatchObject({ presetId: 'nginx', names: ['privkey.pem', 'fullchain.pem'] });
    await exportAll(test, target, 'pem');
    await until(() => test.seen().copies.length === 1);
    expect(copy().id).not.toBe(written?.id === former ? '' : 'nobody');
  });

  it('is chosen a folder for from the home folder, and then from where the last files went', async () => {
    const { test, target } = await exported();
    await exportAll(test, temporaryFolder(), 'iis');
    expect(test.desktop.firstFolders).toEqual([homedir(), target]);
  });

  it('waits while an export runs', async () => {
    const { test, target, copy } = await exported();
    test.desktop.choices.chooseFolder = target;
    const orderIds = [...test.seen().orders.keys()];
    const start = {
      orderIds,
      presetId: 'iis',
      parts: null,
      container: 'folder' as const,
      into: null,
      deliveryId: null,
    };
    const jobId = okValue(await test.call('export:start', start)) ?? '';
    await until(() => test.seen().exportJob?.phase === 'review');
    expect(
      await test.call('copies:refresh', { ids: [copy().id], overwriteChanged: false, reviewed: null }),
    ).toEqual({
      ok: false,
      error: { kind: 'busy' },
    });
    await test.call('export:dismiss', jobId);
  });
});

describe('the notification of a renewal', () => {
  it('has a button that updates the exported files, and a notification says what was done', async () => {
    const { service, test, rid, copy, path, renew } = await exported();
    await renew();
    const notified = (end: string) => test.desktop.notified.find(({ title }) => title.endsWith(end));
    await until(() => notified('was renewed') !== undefined);
    const buttons = notified('was renewed')?.buttons ?? [];
    expect(buttons.map(({ label }) => label)).toEqual(['Update files']);
    buttons[0]?.run();
    await until(() => test.desktop.notified.at(-1)?.body.startsWith('2 files written.'));
    await until(() => copy().state === 'fresh');
    expect(readFileSync(path('fullchain.pem'), 'utf8')).toBe(service.order(rid).material.certificate);
  });
});

describe('a copy that is kept up to date', () => {
  it('is updated when its order is renewed, with a notification', async () => {
    const { service, test, rid, copy, path, renew } = await exported();
    okValue(await test.call('copies:setAutoRefresh', { ids: [copy().id], autoRefresh: true }));
    const fingerprint = await renew();
    await until(
      () => readFileSync(path('fullchain.pem'), 'utf8') === service.order(rid).material.certificate,
    );
    expect(test.order(rid)?.fingerprint256).toBe(fingerprint);
    await until(() => copy().state === 'fresh' && copy().autoRefresh);
    await until(() => test.desktop.notified.some(({ title }) => title.endsWith('was renewed and deployed')));
  });

  it('is notified once after a restart, when alerts were paused until then', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const { test, copy, renew } = await exported('nginx', profile);
    const [rid] = [...test.seen().orders.values()].map(serviceKey);
    const notified = ({ desktop }: TestApp) =>
      desktop.notified.map(({ title }) => title).filter((title) => / was renewed|files updated$/.test(title));
    okValue(await test.call('copies:setAutoRefresh', { ids: [copy().id], autoRefresh: true }));
    okValue(await test.call('alerts:setPaused', 'resumed'));
    const fingerprint = await renew();
    await until(() => copy().state === 'fresh' && copy().autoRefresh && !copy().outdated);
    await test.quit();
    expect(notified(test)).toEqual([]);
    const next = await startTestApp(profile);
    expect(next.order(rid ?? '')?.fingerprint256).toBe(fingerprint);
    okValue(await next.call('alerts:setPaused', null));
    await until(() => notified(next).length > 0);
    expect(notified(next)).toEqual([expect.stringMatching(/ was renewed and deployed$/)]);
    await next.quit();
    const last = await startTestApp(profile);
    expect(last.order(rid ?? '')?.fingerprint256).toBe(fingerprint);
    expect(notified(last)).toEqual([]);
  });

  it('is not written with a certificate that lost a name, until the user accepts it', async () => {
    const { service, test, rid, copy, lost, path, checkAgain, renew } = await exported();
    const [name = ''] = test.order(rid)?.domains ?? [];
    okValue(await test.call('copies:setAutoRefresh', { ids: [copy().id], autoRefresh: true }));
    const files = ['privkey.pem', 'fullchain.pem'].map(path);
    const before = files.map((file) => readFileSync(file, 'utf8'));
    const fingerprint256 = await renew({ domains: ['big.example.com'] });
    await until(() => test.desktop.notified.some(({ title }) => title.endsWith('was renewed: review it')));
    expect(await checkAgain()).toMatchObject({ state: 'stale', autoRefresh: true });
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(before);
    expect(lost()).toEqual([name]);
    expect(test.desktop.notified.map(({ body }) => body).join('\n')).toContain(`No longer covers ${name}`);

    // Another certificate without the name is also compared with the first.
    const second = await renew({ domains: ['big.example.com', 'bigger.example.com'] });
    expect(lost()).toEqual([name]);
    expect(await test.call('orders:accept', { id: copy().orderId, fingerprint256 })).toMatchObject({
      ok: false,
      error: { kind: 'unknownId' },
    });
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(before);

    okValue(await test.call('orders:accept', { id: copy().orderId, fingerprint256: second }));
    await until(() => copy().state === 'fresh');
    expect(readFileSync(path('fullchain.pem'), 'utf8')).toBe(service.order(rid).material.certificate);
    expect(lost()).toEqual([]);

    // It is the new baseline; the next lost name is a finding again.
    await renew({ domains: ['big.example.com'] });
    expect(lost()).toEqual(['bigger.example.com']);
  });

  it('is not written with a chain that is no longer trusted, until the user accepts it', async () => {
    const { service, test, rid, copy, path, checkAgain, renew } = await exported('nginx', {}, trustRoot);
    const findings = () => test.order(rid)?.findings.map(({ kind }) => kind);
    expect(findings()).not.toContain('chainIncomplete');
    okValue(await test.call('copies:setAutoRefresh', { ids: [copy().id], autoRefresh: true }));
    const files = ['privkey.pem', 'fullchain.pem'].map(path);
    const before = files.map((file) => readFileSync(file, 'utf8'));
    service.setFault(rid, { kind: 'wrongPem', variant: 'missingIntermediate' });
    const fingerprint256 = await renew();
    await until(() => test.desktop.notified.some(({ title }) => title.endsWith('was renewed: review it')));
    expect(findings()).toContain('trustLost');
    expect(await checkAgain()).toMatchObject({ state: 'stale', autoRefresh: true });
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(before);

    okValue(await test.call('orders:accept', { id: copy().orderId, fingerprint256 }));
    await until(() => copy().state === 'fresh');
    expect(readFileSync(path('fullchain.pem'), 'utf8')).toBe(service.order(rid).material.certificateServer);
    expect(findings()).not.toContain('trustLost');
  });

  it('is written manually with such a certificate after its findings were shown', async () => {
    const { service, test, copy, lost, path, rid, renew } = await exported();
    const fingerprint256 = await renew({ domains: ['big.example.com'] });
    const request = { ids: [copy().id], overwriteChanged: false };
    const before = readFileSync(path('fullchain.pem'), 'utf8');
    expect(okValue(await test.call('copies:refresh', { ...request, reviewed: null }))).toMatchObject([
      { kind: 'needsReview', fingerprint256, findings: [{ kind: 'namesLost' }] },
    ]);
    expect(readFileSync(path('fullchain.pem'), 'utf8')).toBe(before);
    expect(
      okValue(await test.call('copies:refresh', { ...request, reviewed: fingerprint256 })),
    ).toMatchObject([{ kind: 'written' }]);
    expect(readFileSync(path('fullchain.pem'), 'utf8')).toBe(service.order(rid).material.certificate);
    expect(lost()).toHaveLength(1);
  });

  it.each(['changed', 'missing'] as const)(
    'is not changed if a file is %s, and one notification says so',
    async (what) => {
      const { test, copy, path, checkAgain, renew } = await exported();
      okValue(await test.call('copies:setAutoRefresh', { ids: [copy().id], autoRefresh: true }));
      if (what === 'missing') rmSync(path('fullchain.pem'));
      else writeFileSync(path('fullchain.pem'), 'mine');
      const key = readFileSync(path('privkey.pem'), 'utf8');
      await renew();
      const notified = () => test.desktop.notified.filter(({ title }) => title.endsWith('files not updated'));
      await until(() => notified().length === 1);
      await checkAgain();
      await checkAgain();
      expect(notified()).toHaveLength(1);
      expect(readFileSync(path('privkey.pem'), 'utf8')).toBe(key);
      await until(() => copy().state === what);
    },
  );
});

it('the register survives a restart, and is checked at once', async () => {
  const service = await serviceFor({ orders: 2 });
  const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
  const first = await startTestApp(profile);
  await connect(first, service);
  const target = temporaryFolder();
  mkdirSync(join(target, 'unrelated'));
  await exportAll(first, target);
  await until(() => first.seen().copies.every(({ state }) => state === 'fresh'));
  const [one] = first.seen().copies;
  okValue(await first.call('copies:setAutoRefresh', { ids: [one?.id ?? ''], autoRefresh: true }));
  await first.quit();
  const test = await startTestApp(profile);
  expect(test.seen().copies.map(({ id, autoRefresh }) => ({ id, autoRefresh }))).toEqual(
    first.seen().copies.map(({ id }) => ({ id, autoRefresh: id === one?.id })),
  );
  await until(() => test.seen().copies.every(({ state }) => state === 'fresh'));
  expect(test.seen().copies.every(({ checkedAt }) => (checkedAt ?? 0) > Date.now() - HOUR_MS)).toBe(true);
  okValue(await test.call('orders:remove', [...test.seen().orders.keys()]));
  await until(() => test.seen().copies.length === 0);
});

it('copies are checked when the window gets the focus, and hourly', async () => {
  const service = await serviceFor({ orders: 1 });
  const { clock, scheduler, advance } = createSkippableTime();
  const test = await startTestApp({ surroundings: { clock, scheduler } });
  await connect(test, service);
  const target = temporaryFolder();
  await exportAll(test, target);
  const state = () => test.seen().copies[0]?.state;
  const file = () => join(target, readdirSync(target)[0] ?? '', 'fullchain.pem');
  await until(() => state() === 'fresh');
  writeFileSync(file(), 'mine');
  await advance(MINUTE_MS);
  test.desktop.focusWindow();
  await until(() => state() === 'changed');
  rmSync(file());
  await advance(HOUR_MS);
  await until(() => state() === 'missing');
});

it('copies are sent to the window when they change, not when an order is confirmed', async () => {
  const { test, renew } = await exported();
  const sent = () =>
    test.desktop.sent.filter(
      ({ payload }) => typeof payload === 'object' && payload !== null && 'copies' in payload,
    );
  const confirmedAt = () => [...test.seen().orders.values()][0]?.lastConfirmedAt ?? 0;
  const sync = async () => {
    const last = confirmedAt();
    await test.call('orders:sync', null);
    await until(() => confirmedAt() > last);
  };
  await sync();
  const before = sent().length;
  for (let round = 0; round < 3; round += 1) await sync();
  expect(sent()).toHaveLength(before);
  await renew();
  await until(() => sent().length === before + 1);
});
