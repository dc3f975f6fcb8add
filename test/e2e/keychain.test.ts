import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { enterFirstStart, firstStartButton, snapshotOf } from '#scripts/demo/windowSteps.ts';
import { keyringPassword, lockKeyring } from '#scripts/testDesktop.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { connectedProfile } from '#test/support/e2e/connectedProfile.ts';
import { expectErrorShown } from '#test/support/e2e/errorsShown.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { filesHolding } from '#test/support/e2e/traces.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { unlockKeyring } from '#test/support/secretService.ts';
import { withDesktop } from '#test/support/testDesktop.ts';

const because = 'it needs a keychain that is locked, missing or replaced';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.addOrder({ rid: 'intranet', name: 'Intranet', days: 75 });
});

/** The whole first start, as far as the keychain lets it. */
async function enterEverything({ app, page, t }: WindowDriver): Promise<void> {
  await answerFileDialogs(app.electron, service.caFile);
  const { baseUrl, token } = service;
  await enterFirstStart(page, t, { name: 'Work', baseUrl, hasCaFile: true, token, rids: ['intranet'] });
  await firstStartButton(page, t, 1).click();
}

/** Types the password into the desktop's own prompt. */
async function answerPrompt(env: NodeJS.ProcessEnv): Promise<void> {
  const execute = promisify(execFile);
  await execute(
    'xdotool',
    ['search', '--sync', '--onlyvisible', '--class', 'gcr-prompter', 'windowfocus', '--sync'],
    { env, timeout: 10_000 },
  );
  await execute('xdotool', ['type', '--delay', '20', keyringPassword], { env });
  await execute('xdotool', ['key', 'Return'], { env });
}

describe('a locked keyring', () => {
  test('is explained over the list, and works as soon as it is unlocked and tried again', async () => {
    await withDesktop([], async (env) => {
      const profile = await connectedProfile(service, env);
      await lockKeyring(env);
      service.clearRequests();
      const app = await launchNotAfter({ profile, env });
      const driver = await driveWindow(app);
      const { t, page } = driver;
      const locked = describeError({ kind: 'keychainLocked' }, t, { platform: 'linux' });
      await expectErrorShown(page, locked);
      expect(service.requests).toEqual([]);
      // Orders and token are still there.
      expect(await driver.names()).toEqual(['Intranet']);
      await driver.screenshot('keychain-locked');

      await driver.button(t('keychain.retry.keychainLocked')).click();
      await answerPrompt(env);
      await page.getByText(locked.title).waitFor({ state: 'detached' });
      await expect
        .poll(async () => (await snapshotOf(page)).connections[0]?.token)
        .toEqual({ kind: 'keychain' });
      await expect.poll(() => service.requests.length).toBeGreaterThan(0);
      await app.close();
    });
  });

  test('does not take a token on the first start, until it is unlocked', async () => {
    await withDesktop(['--keyring', 'locked'], async (env) => {
      const app = await launchNotAfter({ because, env });
      const driver = await driveWindow(app);
      const { t, page } = driver;
      await enterEverything(driver);
      await expectErrorShown(page, describeError({ kind: 'keychainLocked' }, t, { platform: 'linux' }));
      await driver.screenshot('keychain-locked-first-start');
      expect((await snapshotOf(page)).connections).toEqual([]);

      await unlockKeyring(env);
      await driver.button(t('keychain.retry.keychainLocked')).click();
      await driver.untilStatus('Intranet', 'healthy');
      const [connection] = (await snapshotOf(page)).connections;
      expect(connection?.token).toEqual({ kind: 'keychain' });
      await app.close();
    });
  });
});

describe('a desktop without a keyring', () => {
  test('keeps the token in memory only with consent, writes it nowhere, and asks again after a restart', async () => {
    await withDesktop(['--keyring', 'none'], async (env) => {
      const profile = await temporaryFolder();
      const app = await launchNotAfter({ profile, env });
      const driver = await driveWindow(app);
      const { t, page } = driver;
      await enterEverything(driver);
      const explanation = page.getByRole('alert').filter({ hasText: t('errors.keychainUnavailable.title') });
      await explanation.waitFor();
      expect(await explanation.textContent()).toContain(t('errors.keychainUnavailable.nextLinux'));
      await driver.screenshot('keychain-none');
      expect((await snapshotOf(page)).connections).toEqual([]);

      await driver.button(t('keychain.keepInMemory')).click();
      await driver.untilStatus('Intranet', 'healthy');
      await page.getByText(t('keychain.memoryActive')).waitFor();
      await driver.screenshot('keychain-memory');
      await app.close();
      const folders = [
        profile,
        ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR'].map(
          (name) => env[name] ?? profile,
        ),
      ];
      for (const folder of folders) expect(await filesHolding(folder, [service.token])).toEqual([]);
      expect(app.log()).not.toContain(service.token);

      service.clearRequests();
      const again = await launchNotAfter({ profile, env });
      const next = await driveWindow(again);
      await next.page
        .getByRole('alert')
        .filter({ hasText: t('errors.keychainUnavailable.title') })
        .waitFor();
      expect((await snapshotOf(next.page)).keychain.memoryConsent).toBe(false);
      expect(await next.names()).toEqual(['Intranet']);
      expect(service.requests).toEqual([]);

      await next.button(t('keychain.useMemory')).click();
      await next.button(t('connections.banner.enterToken')).click();
      await next.page.getByLabel(t('connections.tokenState.newToken'), { exact: true }).fill(service.token);
      await next.button(t('connections.tokenState.saveToken'), next.dialog()).click();
      await next.page.getByText(t('connections.replace.works'), { exact: true }).waitFor();
      await expect.poll(() => service.requests.length).toBeGreaterThan(0);
      await again.close();
    });
  });
});

test('a start with a keychain that hangs shows the rows, then says so', async () => {
  service.clearRequests();
  await withDesktop(['--keyring', 'unlocked'], async (env) => {
    const profile = await connectedProfile(service, env);
    const daemon = await secretServiceOf(env);
    process.kill(daemon, 'SIGSTOP');
    try {
      const app = await launchNotAfter({ profile, env });
      const driver = await driveWindow(app);
      await driver.row('Intranet').waitFor();
      const { title } = describeError({ kind: 'keychainTimedOut' }, driver.t, { platform: 'linux' });
      await driver.page.getByRole('alert').filter({ hasText: title }).waitFor({ timeout: 30_000 });
      expect(await driver.names()).toEqual(['Intranet']);
      await driver.screenshot('keychain-hanging');
      expect(service.requests).toEqual([]);
      await app.close();
    } finally {
      process.kill(daemon, 'SIGCONT');
    }
  });
});

/** The process of the Secret Service on a desktop. */
async function secretServiceOf(env: NodeJS.ProcessEnv): Promise<number> {
  const bus = ['--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'];
  const method = ['--method', 'org.freedesktop.DBus.GetConnectionUnixProcessID', 'org.freedesktop.secrets'];
  const { stdout } = await promisify(execFile)('gdbus', ['call', ...bus, ...method], { env });
  return Number(/uint32 (\d+)/.exec(stdout)?.[1]);
}
