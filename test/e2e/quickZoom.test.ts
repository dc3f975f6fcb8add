import { expect, test } from 'vitest';
import { pictureOfScreen } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import { cutOff } from '#test/support/e2e/pageGeometry.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { openQuickPage } from '#test/support/e2e/trayItem.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

test('the quick window shows its orders where the window is enlarged to 400 %', async () => {
  const service = await startTestService();
  await service.addOrder({ rid: 'shop', name: 'Shop', days: -3 });
  const app = await launchNotAfter();
  const driver = await driveWindow(app);
  await driver.connect(service);
  await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(4),
  );
  const page = await openQuickPage(app);
  const row = page.getByRole('option', { name: 'Shop' });
  await expect.poll(async () => ((await row.boundingBox())?.height ?? 0) > 0).toBe(true);
  await pictureOfScreen('quick-400');
  const { shown, sideways } = await page.evaluate(() => {
    const box = document.querySelector('[role=option]')?.getBoundingClientRect();
    const list = document.querySelector('[role=listbox]')?.getBoundingClientRect();
    return {
      shown: Math.min(box?.bottom ?? 0, list?.bottom ?? 0) - (box?.top ?? 0),
      sideways: (document.scrollingElement?.scrollWidth ?? 0) - innerWidth,
    };
  });
  expect(shown).toBeGreaterThan(24);
  expect(sideways).toBeLessThanOrEqual(0);
  expect(await cutOff(page)).toEqual([]);
  await page.keyboard.press('Escape').catch(() => undefined);
  await app.close();
});
