import { expect, test } from 'vitest';
import { runOnDesktop } from '#test/support/e2e/desktopControl.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { untilTray } from '#test/support/e2e/trayItem.ts';
import { activateTray } from '#test/support/trayBus.ts';

test.each([
  ['right', 'en', 1.25],
  ['left', 'he', 1],
] as const)(
  'the quick window opens at the %s end of the panel, wherever the pointer is (%s, scale %d)',
  async (side, language, scale) => {
    const { app } = await launchLived({ language, scale });
    await untilTray(app.pid);
    await runOnDesktop('xdotool', 'mousemove', '640', '5');
    const opened = app.electron.waitForEvent('window');
    await activateTray(app.pid);
    // An app that quits while a page loads its program leaves an error in the page.
    await (await opened).getByRole('combobox').waitFor();
    const { bounds, workArea } = await app.electron.evaluate(({ BrowserWindow, screen }) => {
      const quick = BrowserWindow.getAllWindows().find((window) => !window.isResizable());
      return { bounds: quick?.getBounds(), workArea: screen.getPrimaryDisplay().workArea };
    });
    const { x = 0, y = 0, width = 0, height = 0 } = bounds ?? {};
    // Where the scale divides no pixels, the system rounds.
    const nearly = (wanted: number, at: number) => expect(Math.abs(at - wanted)).toBeLessThanOrEqual(4);
    nearly(360, width);
    nearly(520, height);
    nearly(workArea.height - 8, y + height);
    if (side === 'left') nearly(8, x);
    else nearly(workArea.width - 8, x + width);
    await app.close();
  },
);
