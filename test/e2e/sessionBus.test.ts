import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { startPrivateSession } from '#test/support/secretService.ts';

test('the keychain is found by the bus of the runtime folder if no variable names one, as in cron', async () => {
  const session = await startPrivateSession('unlocked');
  onTestFinished(() => session.stop());
  const { DBUS_SESSION_BUS_ADDRESS = '', XDG_RUNTIME_DIR = '' } = session.env;
  const [, socket = ''] = /^unix:path=([^,]+)/u.exec(DBUS_SESSION_BUS_ADDRESS) ?? [];
  linkSync(socket, join(XDG_RUNTIME_DIR, 'bus'));
  const profile = await temporaryFolder();
  const add = ['connections', 'add', 'https://certs.invalid', '--name', 'Work', '--token-stdin'];
  const added = async (env: NodeJS.ProcessEnv, name: string) =>
    await runCommandLine({ profile }, add.with(4, name), { env: { ...session.env, ...env }, input: 'token' });
  expect(await added({ DBUS_SESSION_BUS_ADDRESS: undefined }, 'Cron')).toMatchObject({ code: 0, err: '' });
  const several = `unix:path=/nowhere;${DBUS_SESSION_BUS_ADDRESS}`;
  expect(await added({ DBUS_SESSION_BUS_ADDRESS: several }, 'Several')).toMatchObject({ code: 0, err: '' });
  const none = { DBUS_SESSION_BUS_ADDRESS: undefined, XDG_RUNTIME_DIR: undefined };
  expect(await added(none, 'None')).toMatchObject({ code: 3, err: expect.stringContaining('D-Bus') });
});
