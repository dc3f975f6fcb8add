import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WaylandShortcut } from '#main/desktop/waylandShortcut.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { FakeShortcutsPortal } from '#test/support/fakeShortcutsPortal.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { type PrivateSession, startPrivateSession } from '#test/support/secretService.ts';

describe('the shortcut on Wayland', needs(process.platform === 'linux', 'this is not Linux'), () => {
  const cleanUps: (() => void | Promise<void>)[] = [];
  let session: PrivateSession;

  beforeEach(async () => {
    session = await startPrivateSession('none');
    cleanUps.push(() => session.stop());
  });

  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  async function portal(answer: () => Promise<string | null>): Promise<FakeShortcutsPortal> {
    const address = session.env.DBUS_SESSION_BUS_ADDRESS ?? '';
    const started = await FakeShortcutsPortal.start(address, answer);
    cleanUps.push(() => started.stop());
    return started;
  }

  function create(environment: NodeJS.ProcessEnv = session.env) {
    const { logger } = createRecordingLogger();
    const description = () => 'Open the quick window';
    const shortcut = new WaylandShortcut({ environment, scheduler: systemScheduler, logger, description });
    cleanUps.push(() => void shortcut.set(null));
    let presses = 0;
    shortcut.onDidPress(() => {
      presses += 1;
    });
    return { shortcut, presses: () => presses };
  }

  it('is asked of the desktop in the name of the app, and works from then on', async () => {
    const desktop = await portal(async () => 'Ctrl+Alt+N');
    const { shortcut, presses } = create();
    expect(shortcut.set('Ctrl+Alt+N').ok).toBe(true);
    expect(await shortcut.state()).toEqual({ kind: 'active', keys: null });
    expect(desktop.asked).toEqual(['app.notafter.NotAfter', 'quick CTRL+ALT+n Open the quick window']);
    desktop.press();
    await expect.poll(presses).toBe(1);
    shortcut.set(null);
    desktop.press();
    expect(shortcut.set('Super+F9').ok).toBe(true);
    await shortcut.state();
    desktop.press();
    await expect.poll(presses).toBe(2);
  });

  it('has other keys if the desktop or the user chose them there', async () => {
    const desktop = await portal(async () => 'Press <Control><Alt>n');
    const { shortcut } = create();
    shortcut.set('Ctrl+Alt+N');
    expect(await shortcut.state()).toEqual({ kind: 'active', keys: null });
    desktop.change('Press <Control><Super>F9');
    await expect.poll(() => shortcut.state()).toEqual({ kind: 'active', keys: 'Press Ctrl+Super+F9' });
    desktop.change('Meta+Space');
    await expect.poll(() => shortcut.state()).toEqual({ kind: 'active', keys: 'Meta+Space' });
  });

  it('is known only when the user has answered, and not given if they declined', async () => {
    const answer = Promise.withResolvers<null>();
    await portal(() => answer.promise);
    const { shortcut } = create();
    shortcut.set('Ctrl+Alt+N');
    let isKnown = false;
    const state = shortcut.state().then((known) => {
      isKnown = true;
      return known;
    });
    expect(isKnown).toBe(false);
    answer.resolve(null);
    expect(await state).toEqual({ kind: 'declined' });
  });

  it('is asked for again when the portal has started again', async () => {
    const first = await portal(async () => 'Ctrl+Alt+N');
    const { shortcut, presses } = create();
    shortcut.set('Ctrl+Alt+N');
    await shortcut.state();
    first.stop();
    const second = await portal(async () => 'Ctrl+Alt+N');
    await expect.poll(() => second.asked).toHaveLength(2);
    await expect
      .poll(() => {
        second.press();
        return presses();
      })
      .toBeGreaterThan(0);
  });

  it.each([
    ['no portal', () => session.env],
    ['no session bus', () => ({})],
    ['a bus that does not answer', () => ({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' })],
  ])('is given by no desktop with %s', async (_case, environment) => {
    const { shortcut } = create(environment());
    expect(shortcut.set('Ctrl+Alt+N').ok).toBe(true);
    expect(await shortcut.state()).toEqual({ kind: 'noPortal' });
  });
});
