import { expect, test } from 'vitest';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { closeWindow } from '#test/support/e2e/desktopControl.ts';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

test('all orders are removed only after a question, and Ctrl+Z brings them back, also in the next window', async () => {
  const service = await startTestService();
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  for (const name of names) await service.addOrder({ rid: name.toLowerCase(), name, days: 40 });
  const app = await launchNotAfter();
  let driver = await driveWindow(app);
  await driver.connect(service);
  const removeAll = async () => {
    await driver.row('One').focus();
    await driver.page.keyboard.press('Control+a');
    await driver.page.keyboard.press('Delete');
    await driver.dialog().waitFor();
  };
  await removeAll();
  await expectNoBarriers(driver.page);
  await driver.screenshot('remove-question');
  await driver.page.keyboard.press('Escape');
  await driver.dialog().waitFor({ state: 'detached' });
  expect(await driver.orders()).toHaveLength(6);

  await removeAll();
  await driver.page.keyboard.press('Enter');
  await driver.page.getByText(driver.t('orders.empty.title')).waitFor();
  await closeWindow(app.pid);
  await expect.poll(() => driver.page.isClosed()).toBe(true);
  await app.electron.evaluate(({ app: own }) => own.emit('activate'));
  driver = await driveWindow(app);
  await driver.page.getByText(driver.t('orders.empty.title')).waitFor();
  await driver.page.keyboard.press('Control+z');
  await driver.row('One').waitFor();
  await driver.page.getByText(driver.t('orders.removal.undone', { count: 6 })).waitFor();
  expect(await driver.orders()).toHaveLength(6);
  await app.close();
});
