import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runOnDesktop, windowsOf } from '#test/support/e2e/desktopControl.ts';
import { launchLived, restoreLived } from '#test/support/e2e/lived.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';

test('opens the quick window of the running app, from a terminal without a display', async () => {
  const { app } = await launchLived();
  const opened = app.electron.waitForEvent('window');
  expect(await runCommandLine(app, ['quick'])).toEqual({ code: 0, out: '', err: '' });
  expect((await opened).url()).toContain('quick.html');
  await app.close();
});

test('starts the app with the quick window only, and the app stays when the command ends', async () => {
  const { profile } = await restoreLived();
  expect(await runCommandLine({ profile }, ['quick'], { display: true })).toEqual({
    code: 0,
    out: '',
    err: '',
  });
  const pid = await holderOf(profile);
  onTestFinished(() => void process.kill(pid));
  await expect.poll(() => windowsOf(pid)).toHaveLength(1);
  const [only = ''] = await windowsOf(pid);
  expect(await runOnDesktop('xdotool', 'getwindowgeometry', only)).toContain('Geometry: 360x520');
  expect(await runCommandLine({ profile }, ['status'])).toMatchObject({ code: 0 });
});

test('says that the app needs a desktop if it does not run and there is none', async () => {
  const profile = await temporaryFolder();
  expect(await runCommandLine({ profile }, ['quick'])).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringContaining('NotAfter did not start. It needs a desktop session.'),
  });
});

/** The process that has the lock of the single instance. */
async function holderOf(profile: string): Promise<number> {
  const lock = await readlink(join(profile, 'SingletonLock'));
  return Number(lock.slice(lock.lastIndexOf('-') + 1));
}
