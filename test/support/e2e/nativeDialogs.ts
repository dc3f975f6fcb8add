import { rm } from 'node:fs/promises';
import { expect, vi } from 'vitest';
import { runOnDesktop, wholeTitles, windowsOf, windowTitles } from './desktopControl.ts';
import type { NotAfter } from './notAfterApp.ts';
import { pictureFile } from './pictures.ts';

/** Waits until a native window with this title has the focus. */
export async function untilNativeWindow(title: string): Promise<void> {
  await expect.poll(wholeTitles, { timeout: 10_000 }).toContain(title);
  await runOnDesktop('wmctrl', '-F', '-a', title);
  await expect
    .poll(() => runOnDesktop('xdotool', 'getactivewindow', 'getwindowname').catch(() => ''), {
      timeout: 5_000,
    })
    .toBe(`${title}\n`);
}

/** Presses keys in the window that has the focus, as xdotool names them. */
export async function pressKeys(...keys: readonly string[]): Promise<void> {
  await runOnDesktop('xdotool', 'key', '--delay', '60', ...keys);
}

/**
 * Waits for main's consent dialog over the window of the app, and answers it by keyboard.
 * @param picture the name of its screenshot
 */
export async function answerConsent(
  app: NotAfter,
  agrees: boolean,
  picture: string | null = null,
): Promise<void> {
  await until(async () => (await windowsOf(app.pid)).length, 2, 10_000);
  const [, box = ''] = await windowsOf(app.pid);
  const active = () => runOnDesktop('xdotool', 'getactivewindow').catch(() => '');
  await runOnDesktop('wmctrl', '-i', '-a', box);
  await until(async () => Number(await active()), Number(box), 5000);
  if (picture !== null) await pictureOfScreen(picture);
  // The button that has the initial focus refuses.
  await pressKeys(...(agrees ? ['Tab', 'Return'] : ['Return']));
  await until(async () => (await windowsOf(app.pid)).length, 1, 5000);
  // The test is faster than a user: the window needs the focus again before the next dialog.
  const isFocused = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null);
  await until(isFocused, true, 5000);
}

/** Waits until it gives a value; also outside of a test. @param timeout ms */
async function until<T>(read: () => Promise<T>, value: T, timeout: number): Promise<void> {
  await vi.waitFor(async () => expect(await read()).toBe(value), { timeout, interval: 50 });
}

/** Types a path into GTK's folder dialog, and confirms it. */
export async function chooseFolderInGtk(title: string, folder: string): Promise<void> {
  await untilNativeWindow(title);
  await pressKeys('ctrl+l');
  await runOnDesktop('xdotool', 'type', '--delay', '10', folder);
  // The access key of the Open button: Return would choose the dialog's suggestion.
  await expect
    .poll(
      async () => {
        await pressKeys('alt+o');
        return windowTitles();
      },
      { timeout: 10_000, interval: 300 },
    )
    .not.toContain(title);
}

/** On request saves a screenshot of the whole screen with native windows in the folder of test results. */
export async function pictureOfScreen(name: string): Promise<void> {
  const file = await pictureFile(name);
  if (file === null) return;
  await rm(file, { force: true });
  await runOnDesktop('import', '-window', 'root', file);
}
