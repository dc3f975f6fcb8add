import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectedProfile } from '#test/support/e2e/connectedProfile.ts';
import { movableClock } from '#test/support/e2e/movableClock.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { pemFingerprint } from '#test/support/pemFingerprint.ts';

const because = 'it needs a clock that was wrong before the first start';

const minutes = [-1, 6, -61, 2880];

/** Commands of the program without Electron, with a clock that can be moved. They must succeed. */
async function terminalOn(service: TestService) {
  const credentials = await temporaryFolder();
  const token = `${service.baseUrl} ${service.token}\n`;
  await writeFile(join(credentials, 'notafter-token-work'), token, { mode: 0o600 });
  const clock = await movableClock(await temporaryFolder());
  const profile = await temporaryFolder();
  const env = { ...clock.env, CREDENTIALS_DIRECTORY: credentials };
  const fine = async (...words: readonly string[]) => {
    const { code, out, err } = await runCommandLine({ profile }, words, { program: 'server', env });
    expect({ code, err, words }).toEqual({ code: 0, err: expect.not.stringContaining('rror'), words });
    return out;
  };
  return { clock, fine };
}

test.for(minutes)(
  'with a clock that is %i minutes ahead, commands store, export and update a renewal',
  async (ahead) => {
    const service = await startTestService({ tls: false });
    await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 40 });
    const { clock, fine } = await terminalOn(service);
    const folder = await temporaryFolder();
    for (const name of ['before', 'after']) await mkdir(join(folder, name));
    const exportTo = (name: string) =>
      fine('export', 'Shop', '--preset', 'nginx', '--to', join(folder, name), '--keep-updated');
    const exported = async (name: string) =>
      pemFingerprint(await readFile(join(folder, name, 'shop', 'fullchain.pem'), 'utf8'));
    await fine('connections', 'add', service.baseUrl, '--name', 'Work', '--token-credential');
    await fine('orders', 'add', 'shopOrder');
    await fine('sync');
    await exportTo('before');
    await clock.move(`${ahead < 0 ? '' : '+'}${ahead}m`);

    const renewed = (await service.renew('shopOrder', { days: 89.5, begins: -1 / 24 })).fingerprint256;
    await fine('sync');
    const { orders } = JSON.parse(await fine('status', '--json'));
    expect(orders).toMatchObject([{ rid: 'shopOrder', fingerprint256: renewed }]);
    await fine('update');
    expect(await exported('before')).toBe(renewed);
    await exportTo('after');
    expect(await exported('after')).toBe(renewed);
    const again = (await service.renew('shopOrder', { days: 89.7, begins: -1 / 48 })).fingerprint256;
    await fine('update');
    expect([await exported('before'), await exported('after')]).toEqual([again, again]);
    const status = JSON.parse(await fine('status', '--json'));
    expect(status.orders).toMatchObject([{ status: 'healthy', conditions: [], fingerprint256: again }]);
    const known = Math.round((status.clockAheadSeconds ?? 0) / 60);
    expect(known).toBe(Math.abs(ahead) > 5 ? ahead : 0);
  },
);

test.for([20, -2880])(
  'the app with a clock that is %i minutes ahead shows a renewal after Sync now, and repeats no alert after a restart',
  async (ahead) => {
    const service = await startTestService({ tls: false });
    await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 12.5 });
    const profile = await connectedProfile(service);
    const clock = await movableClock(await temporaryFolder());
    const started = async () => driveWindow(await launchNotAfter({ because, profile, env: clock.env }));
    await takeNotifications();
    const wrong = await started();
    await untilDisplayed(1);
    await takeNotifications();
    await clock.move(`${ahead < 0 ? '' : '+'}${ahead}m`);

    await wrong.syncNow();
    const isAhead = ahead > 0;
    const time = isAhead ? '20 min' : wrong.t('common.time.days', { count: 2 });
    await wrong.page
      .getByText(wrong.t(isAhead ? 'orders.banner.clockAhead' : 'orders.banner.clockBehind', { time }))
      .waitFor();
    expect(await takeNotifications()).toEqual([]);
    await service.renew('shopOrder', { days: 89.5, begins: -1 / 24 });
    await wrong.syncNow();
    await wrong.untilStatus('Shop', 'healthy');
    expect(await wrong.row('Shop').textContent()).toContain('89 days');
    await untilDisplayed(1);
    await wrong.app.close();
    await takeNotifications();

    const again = await started();
    await again.untilStatus('Shop', 'healthy');
    await again.syncNow();
    expect(await again.row('Shop').textContent()).toContain('89 days');
    expect(await takeNotifications()).toEqual([]);
    await again.app.close();
  },
);

test('an alert that came at the right time, by a clock two days ahead, is not repeated once the clock is right', async () => {
  const service = await startTestService({ tls: false });
  await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 5.5, lifetimeDays: 90 });
  const profile = await connectedProfile(service);
  const clock = await movableClock(await temporaryFolder());
  const started = async () => driveWindow(await launchNotAfter({ because, profile, env: clock.env }));
  await clock.move('+2880m');
  await takeNotifications();
  let again = await started();
  await untilDisplayed(1);
  await takeNotifications();
  for (const offset of ['+2880m', '+0m']) {
    if (offset === '+0m') {
      await again.app.close();
      await clock.move(offset);
      again = await started();
    }
    await again.untilStatus('Shop', 'critical');
    await again.syncNow();
    expect(await again.row('Shop').textContent()).toContain('5 d ');
    expect(await takeNotifications()).toEqual([]);
  }
  await again.app.close();
});
