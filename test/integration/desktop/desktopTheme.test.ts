import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DesktopTheme } from '#main/desktop/desktopTheme.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { FakeThemePortal } from '#test/support/fakeThemePortal.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { type PrivateSession, startPrivateSession } from '#test/support/secretService.ts';

describe('the theme of a desktop on Linux', needs(process.platform === 'linux', 'this is not Linux'), () => {
  const cleanUps: (() => void | Promise<void>)[] = [];
  let session: PrivateSession;

  beforeEach(async () => {
    session = await startPrivateSession('none');
    cleanUps.push(() => session.stop());
  });

  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  async function portal(preference: 'none' | 'dark' | 'light'): Promise<FakeThemePortal> {
    const started = await FakeThemePortal.start(session.env.DBUS_SESSION_BUS_ADDRESS ?? '', preference);
    cleanUps.push(() => started.stop());
    return started;
  }

  function follow(environment: NodeJS.ProcessEnv = session.env) {
    const { logger } = createRecordingLogger();
    const applied: string[] = [];
    const apply = (source: string) => void applied.push(source);
    const theme = new DesktopTheme({ environment, scheduler: systemScheduler, logger, apply });
    theme.choose('system');
    const ended = theme.follow();
    return { theme, ended, until: (last: string) => expect.poll(() => applied.at(-1)).toBe(last) };
  }

  it('is followed each time that it changes', async () => {
    const desktop = await portal('light');
    const { until } = follow();
    await until('light');
    desktop.prefer('dark');
    await until('dark');
    desktop.prefer('light');
    await until('light');
    desktop.prefer('dark');
    await until('dark');
  });

  it('is left to Electron while the desktop prefers none', async () => {
    const desktop = await portal('dark');
    const { until } = follow();
    await until('dark');
    desktop.prefer('none');
    await until('system');
  });

  it('is dark at once on a desktop that is', async () => {
    await portal('dark');
    await follow().until('dark');
  });

  it('counts only as long as the user chose no other', async () => {
    const desktop = await portal('dark');
    const { theme, until } = follow();
    await until('dark');
    theme.choose('light');
    await until('light');
    desktop.prefer('light');
    theme.choose('dark');
    await until('dark');
    theme.choose('system');
    await until('light');
  });

  it('is left to Electron without a portal or a bus', async () => {
    for (const environment of [session.env, {}]) {
      const { ended, until } = follow(environment);
      await ended;
      await until('system');
    }
  });
});
