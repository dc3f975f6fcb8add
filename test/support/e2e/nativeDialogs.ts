import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runOnDesktop, windowTitles } from './desktopHand.ts';

/** Waits until a native window with this title has the focus. */
export async function untilNativeWindow(title: string): Promise<void> {
  await expect.poll(windowTitles, { timeout: 10_000 }).toContain(title);
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

/** Types a path into GTK's dialog for choosing a folder, and takes it. */
export async function chooseFolderInGtk(title: string, folder: string): Promise<void> {
  await untilNativeWindow(title);
  await pressKeys('ctrl+l');
  await runOnDesktop('xdotool', 'type', '--delay', '10', folder);
  // The key of the button to open it: Return belongs to what the dialog suggests while one types.
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

/** Saves a picture of the whole screen, native windows included, into the folder of test results. */
export async function pictureOfScreen(name: string): Promise<void> {
  const folder = process.env['NOTAFTER_TEST_OUT'];
  if (folder === undefined) return;
  const file = join(folder, `${name}.png`);
  await rm(file, { force: true });
  await runOnDesktop('import', '-window', 'root', file);
}
