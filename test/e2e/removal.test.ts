import { expect, test } from 'vitest';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { closeWindow } from '#test/support/e2e/desktopControl.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

test('all orders are removed only after a question, and Ctrl+Z undoes each step, also in the next window', async () => {
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'];
  const start = await launchLived({
    orders: names.map((name) => ({ rid: name.toLowerCase(), name, days: 40 })),
  });
  const { app, lived } = start;
  let { driver } = start;
  const { t } = driver;
  const count = Object.keys(lived.statuses).length + names.length;
  const isSnoozed = async () => (await driver.order('Second'))?.snooze != null;
  await driver.row('Second').focus();
  await driver.page.keyboard.press('z');
  await driver.page.getByText(t('orders.snooze.one', { name: 'Second' }), { exact: true }).waitFor();
  const settings = await driver.openSettings('general');
  await settings.getByLabel(t('settings.theme'), { exact: true }).selectOption('dark');
  await driver.page.getByText(t('settings.changed'), { exact: true }).waitFor();
  await driver.closeSettings();

  const removeAll = async () => {
    await driver.row('First').focus();
    await driver.page.keyboard.press('Control+a');
    await driver.page.keyboard.press('Delete');
    await driver.dialog().waitFor();
  };
  await removeAll();
  await expectNoBarriers(driver.page);
  await driver.screenshot('remove-question');
  await driver.page.keyboard.press('Escape');
  await driver.dialog().waitFor({ state: 'detached' });
  expect(await driver.orders()).toHaveLength(count);

  await removeAll();
  await driver.page.keyboard.press('Enter');
  await driver.page.getByText(t('orders.empty.title')).waitFor();
  await closeWindow(app.pid);
  await expect.poll(() => driver.page.isClosed()).toBe(true);
  await app.electron.evaluate(({ app: own }) => own.emit('activate'));
  driver = await driveWindow(app);
  await driver.page.getByText(t('orders.empty.title')).waitFor();
  const undo = async (done: string) => {
    await driver.page.keyboard.press('Control+z');
    await driver.page.getByText(t('orders.action.undone', { what: done }), { exact: true }).waitFor();
  };
  await undo(t('orders.removed.many', { count }));
  await driver.row('Gateway').waitFor();
  expect(await driver.orders()).toHaveLength(count);
  const theme = () => driver.page.evaluate(() => document.documentElement.dataset['theme']);
  expect(await theme()).toBe('dark');
  await undo(t('settings.changed'));
  await expect.poll(theme).not.toBe('dark');
  expect(await isSnoozed()).toBe(true);
  await undo(t('orders.snooze.one', { name: 'Second' }));
  expect(await isSnoozed()).toBe(false);
  await driver.screenshot('undone-in-next-window');
  await app.close();
});
