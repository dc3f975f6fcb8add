import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { err, ok } from '#shared/result.ts';
import { connect, okValue, serviceFor, startTestApp, temporaryFolder, until } from './testApp.ts';

describe('the copied diagnostics', () => {
  it('contain counts, and no name, address, rid, token or path', async () => {
    const service = await serviceFor({ orders: 3 });
    const userData = mkdtempSync(join(temporaryFolder(), 'SENTINEL-person-'));
    onTestFinished(() => rmSync(userData, { recursive: true, force: true }));
    const test = await startTestApp({ userData });
    await connect(test, service);
    const [rid = ''] = service.rids;
    const id = test.order(rid)?.id ?? '';
    okValue(await test.call('orders:setAlias', { id, alias: 'SENTINEL alias' }));
    await until(() => test.order(rid)?.alias === 'SENTINEL alias' && test.seen().polling.size === 0);
    const text = await test.call('app:copyDiagnostics', null);
    expect(test.desktop.done.at(-1)).toBe(`copy ${text}`);
    expect(text).toContain('| Versions | NotAfter 1.2.3 |');
    expect(text).toContain('| Keychain | macOS Keychain, ready |');
    expect(text).toContain('| Connections | 1: 1 active |');
    expect(text).toContain('| Tokens | 1: 1 keychain |');
    expect(text).toMatch(/\| Orders \| 3: /u);
    expect(text).toMatch(/\| Database \| [0-9.]+ MB, schema version [1-9]/u);
    expect(text).toContain('pollIntervalMinutes 360');
    const connection = test.seen().connections[0];
    const secrets = [
      'SENTINEL',
      service.token,
      ...service.rids,
      new URL(service.baseUrl).host,
      connection?.name,
      connection?.id,
      ...[...test.seen().orders.values()].flatMap(({ domains, commonName, serviceName, fingerprint256 }) => [
        ...domains,
        commonName,
        serviceName,
        fingerprint256,
      ]),
      homedir(),
    ];
    const found = secrets.filter(
      (secret) => typeof secret === 'string' && secret.length > 2 && text.includes(secret),
    );
    expect(found).toEqual([]);
    if (userInfo().username.length > 4) expect(text).not.toContain(userInfo().username);
  });
});

it('shows the log in the file manager, and returns the licences', async () => {
  const test = await startTestApp();
  await test.call('app:showLog', null);
  expect(test.desktop.done.at(-1)).toBe('reveal /logs/notafter.log');
  expect(await test.call('app:licences', null)).toEqual({ own: 'own licence', others: 'other licences' });
});

describe('a newer version', () => {
  it('is downloaded on request, and installed when everything else has ended', async () => {
    const test = await startTestApp();
    const { updates } = test.desktop;
    updates.offer();
    expect(test.seen().update).toEqual({ kind: 'idle' });
    await test.call('update:check', null);
    await until(() => test.seen().update.kind === 'available');
    await test.call('update:download', null);
    await until(() => test.seen().update.kind === 'ready');
    test.desktop.answer = () => 1;
    expect(await test.call('update:install', null)).toEqual(ok(null));
    expect(test.desktop.done.at(-1)).toBe('quit');
    expect(updates.asked).toEqual(['check', 'download']);
    await test.quit();
    expect(updates.asked).toEqual(['check', 'download', 'install']);
  });

  it('is not installed only by quitting', async () => {
    const test = await startTestApp();
    const { updates } = test.desktop;
    updates.offer();
    await test.call('update:check', null);
    await test.call('update:download', null);
    await test.quit();
    expect(updates.asked).toEqual(['check', 'download']);
  });

  it('that cannot be checked is reported with the reason', async () => {
    const test = await startTestApp();
    test.desktop.updates.found = err('offline');
    await test.call('update:check', null);
    await until(() => test.seen().update.kind === 'failed');
    expect(test.seen().update).toEqual({ kind: 'failed', problem: 'offline', offer: null });
  });
});
