import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { KeychainError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { withDesktop } from '#test/support/testDesktop.ts';

const because = 'it needs a keychain that is locked or missing at the start';

let service: TestService;
let profile: string;

beforeAll(async () => {
  service = await startTestService();
  await service.addOrder({ rid: 'intranet', name: 'Intranet', days: 75 });
  await service.addOrder({ rid: 'portal', name: 'Portal', days: 20 });
  const app = await launchNotAfter({ because });
  await (await driveWindow(app)).connect(service);
  await app.close();
  profile = app.profile;
});

const keychains = [
  { state: 'locked', keyring: 'locked', error: 'keychainLocked' },
  { state: 'absent', keyring: 'none', error: 'keychainUnavailable' },
  { state: 'hanging', keyring: 'unlocked', error: 'keychainTimedOut' },
] as const satisfies readonly { readonly error: KeychainError['kind']; readonly [other: string]: string }[];

test.each(keychains)('a start with the keychain $state shows the rows, then says so', async (keychain) => {
  service.clearRequests();
  await withDesktop(['--keyring', keychain.keyring], async (env) => {
    const daemon = keychain.state === 'hanging' ? await secretServiceOf(env) : null;
    if (daemon !== null) process.kill(daemon, 'SIGSTOP');
    try {
      const app = await launchNotAfter({ profile, env });
      const driver = await driveWindow(app);
      await driver.row('Portal').waitFor();
      expect(await driver.names()).toEqual(['Portal', 'Intranet']);
      const title = describeError({ kind: keychain.error, detail: '' }, driver.t, {
        platform: 'linux',
      }).title;
      await driver.page.getByRole('alert').filter({ hasText: title }).waitFor({ timeout: 30_000 });
      expect(await driver.names()).toEqual(['Portal', 'Intranet']);
      await driver.screenshot(`start-keychain-${keychain.state}`);
      expect(service.requests).toEqual([]);
      await app.close();
    } finally {
      if (daemon !== null) process.kill(daemon, 'SIGCONT');
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
