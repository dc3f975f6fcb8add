import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { pressKeys } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import type { TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

let service: TestService;
let app: NotAfter;
let driver: WindowDriver;

beforeAll(async () => {
  ({ service, app, driver } = await launchLived({
    orders: [{ rid: 'desk', name: 'Customer desk', days: 75 }],
  }));
  await driver.openSettings('general');
});

afterAll(() => app.close());

const field = () => driver.page.getByRole('button', { name: /^Shortcut of the quick window: / });

describe('the global shortcut of the quick window', () => {
  test('is recorded from the keyboard, and then opens and closes the quick window from every program', async () => {
    await field().click();
    await pressKeys('ctrl+alt+n');
    await expect.poll(() => field().textContent()).toBe('Ctrl Alt N ');
    await expectNoBarriers(driver.page);
    const other = await launchNotAfter({ because: 'it is the app of another person' });
    await driveWindow(other);
    const opened = app.electron.waitForEvent('window');
    await pressKeys('ctrl+alt+n');
    const quick = await opened;
    await quick.getByRole('option').first().waitFor();
    const closed = quick.waitForEvent('close');
    await pressKeys('ctrl+alt+n');
    await closed;

    // The keys are taken now: the other app can't have them.
    const otherWindow = await driveWindow(other);
    await otherWindow.connect(service);
    await otherWindow.openSettings('general');
    const otherField = otherWindow.page.getByRole('button', {
      name: /^Shortcut of the quick window: /,
    });
    await otherField.click();
    await otherWindow.page.keyboard.press('Control+Alt+N');
    await otherWindow.page.getByText('The setting was not changed').waitFor();
    await otherWindow.screenshot('shortcut-taken');
    expect(await otherField.textContent()).toBe('No shortcut');
    await other.close();
  });

  test('is free for other programs after it was removed', async () => {
    await driver.page.getByRole('button', { name: 'Remove the shortcut' }).click();
    await expect.poll(() => field().textContent()).toBe('No shortcut');
    const isRegistered = await app.electron.evaluate(({ globalShortcut }) => {
      const isFree = globalShortcut.register('Ctrl+Alt+N', () => undefined);
      globalShortcut.unregisterAll();
      return !isFree;
    });
    expect(isRegistered).toBe(false);
  });
});
