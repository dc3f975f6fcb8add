import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { connect, serviceFor, startTestApp, temporaryFolder } from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { alone } from './askApp.ts';

/** The app's data after it quit. One order has expired since, without an alert. */
async function left() {
  const service = await serviceFor({ orders: 0 });
  const { rid } = await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const secretProcess = new FakeSecretHost();
  const test = await startTestApp({ secretProcess });
  await connect(test, service, [rid]);
  const { userData } = test.desktop;
  const desktop = () => new FakeDesktop({ userData, secretProcess });
  return { service, test, desktop, secretProcess, rid };
}

describe('a command without the running app', () => {
  it('never opens the database that the app has open', async () => {
    const { test, desktop } = await left();
    expect(await alone(desktop(), 'status')).toMatchObject({ problem: 'locked' });
    await test.quit();
    expect(await alone(desktop(), 'status')).toMatchObject({ code: 0, out: expect.stringContaining('Shop') });
  });

  it('leaves the database unchanged for the app', async () => {
    const { service, test, desktop, rid } = await left();
    await test.quit();
    await service.renew(rid, { days: 300 });
    expect(await alone(desktop(), 'sync')).toMatchObject({
      code: 0,
      out: expect.stringContaining('renewed'),
    });
    const again = await startTestApp({
      userData: test.desktop.userData,
      secretProcess: new FakeSecretHost(),
    });
    expect(again.order(rid)?.notAfter).toBeGreaterThan(Date.now() + 200 * 86_400_000);
  });

  it('shows no alert, so that the app shows it when it runs', async () => {
    const { service, test, desktop, rid } = await left();
    await test.quit();
    await service.renew(rid, { days: -1 });
    const headless = desktop();
    expect((await alone(headless, 'sync')).out).toContain('renewed');
    expect(headless.notified).toEqual([]);
    expect(headless.questions).toEqual([]);
    expect(headless.trayViews).toEqual([]);
    expect(headless.sent).toEqual([]);
  });

  it('exits with 3 and says what to do if the keychain cannot be used; commands without a token work', async () => {
    const { test, desktop, secretProcess } = await left();
    await test.quit();
    secretProcess.isLoadable = false;
    for (const line of ['sync', 'receive']) {
      const { code, err } = await alone(desktop(), line);
      expect(code).toBe(3);
      expect(err).toMatch(/keychain/iu);
    }
    expect(await alone(desktop(), 'status')).toMatchObject({ code: 0, err: '' });
  });

  it('has no quick window, and does not claim to have opened one', async () => {
    const { test, desktop } = await left();
    await test.quit();
    const headless = desktop();
    expect(await alone(headless, 'quick')).toMatchObject({
      code: 3,
      err: expect.stringContaining('try again'),
    });
    expect(headless.done).not.toContain('quick');
  });

  it('reports what is wrong with the database, and does not change it', async () => {
    const userData = temporaryFolder();
    writeFileSync(
      join(userData, DATABASE_FILE),
      'no database at all, but a text that is long enough'.repeat(50),
    );
    const desktop = new FakeDesktop({ userData, secretProcess: new FakeSecretHost() });
    expect(await alone(desktop, 'status')).toMatchObject({ problem: 'damaged' });
    expect(desktop.questions).toEqual([]);
  });
});
