import { expect, it, onTestFinished, vi } from 'vitest';
import { createCliApp } from '#main/app/windowlessApp.ts';
import { type StartedApp, untilAppRuns } from '#main/cli/appStart.ts';
import { startTestApp, temporaryFolder } from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { notafter } from './askApp.ts';

const silent = { out: () => undefined, err: () => undefined };
const client = (userData: string) => ({ userData, platform: process.platform, output: silent });

/** Starts the app in a folder, as a separate process would. */
const starting = (userData: string) =>
  vi.fn((): StartedApp => {
    const started = startTestApp({ userData, secretProcess: new FakeSecretHost() });
    onTestFinished(async () => void (await started).quit());
    return () => 'running';
  });

it('opens the quick window of the running app, and not the window', async () => {
  const test = await startTestApp();
  const before = [...test.desktop.done];
  expect(await notafter(test, 'quick')).toEqual({ code: 0, out: '', err: '' });
  expect(test.desktop.done).toEqual([...before, 'quick']);
});

it('starts no second app beside one that runs', async () => {
  const test = await startTestApp();
  const { userData } = test.desktop;
  const start = starting(userData);
  expect(await untilAppRuns(client(userData), start)).toBe('ready');
  expect(start).not.toHaveBeenCalled();
});

it('starts the app once, and waits until it takes commands', async () => {
  const userData = temporaryFolder();
  const start = starting(userData);
  expect(await untilAppRuns(client(userData), start)).toBe('ready');
  expect(start).toHaveBeenCalledTimes(1);
});

it('starts the app again if it ended because another one was just ending', async () => {
  const userData = temporaryFolder();
  const start = starting(userData).mockReturnValueOnce(() => 'ended');
  expect(await untilAppRuns(client(userData), start)).toBe('ready');
  expect(start).toHaveBeenCalledTimes(2);
});

it('says that the app cannot start, as without a display', async () => {
  expect(await untilAppRuns(client(temporaryFolder()), () => () => 'failed')).toBe('failed');
});

it('asks a command that has the database to give way to the app', async () => {
  const userData = temporaryFolder();
  const desktop = new FakeDesktop({ userData, secretProcess: new FakeSecretHost() });
  const { logger } = createRecordingLogger();
  const gaveWay = vi.fn();
  const command = await createCliApp(desktop, { logger }, gaveWay);
  if (!command.ok) throw new Error(command.error.kind);
  const app = starting(userData);
  const start = vi.fn((): StartedApp => {
    void command.value.dispose().then(app);
    return () => 'running';
  });
  expect(await untilAppRuns(client(userData), start)).toBe('ready');
  expect(gaveWay).toHaveBeenCalled();
});
