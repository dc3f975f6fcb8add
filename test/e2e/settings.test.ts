import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

describe('settings', () => {
  let driver: WindowDriver;

  beforeAll(async () => {
    ({ driver } = await launchLived({
      orders: [
        { rid: 'early', name: 'Early', days: 40 },
        { rid: 'later', name: 'Later', days: 75 },
      ],
    }));
  });

  afterEach(() => driver.closeSettings());

  /** The days field of a level. */
  function days(level: 'warning' | 'critical') {
    const { t } = driver;
    const group = driver.settings().getByRole('group', { name: t(`settings.${level}`), exact: true });
    return group.getByLabel(t('settings.days'), { exact: true });
  }

  async function settings() {
    return (await snapshotOf(driver.page)).settings;
  }

  test('refuse invalid values with a message, and keep the previous ones in force', async () => {
    const { t } = driver;
    const page = await driver.openSettings('alerts');
    const before = await settings();
    const refused = [
      ['warning', '0', t('settings.bounds.range', { min: 1, max: 365 })],
      ['warning', 'soon', t('settings.bounds.wholeNumber')],
      ['critical', '31', t('settings.bounds.criticalAboveWarning', { max: 30 })],
    ] as const;
    for (const [level, value, problem] of refused) {
      const former = await days(level).inputValue();
      await days(level).fill(value);
      await days(level).press('Enter');
      await page.getByText(t('settings.bounds.inForce', { problem })).waitFor();
      expect(await days(level).getAttribute('aria-invalid')).toBe('true');
      await driver.screenshot('settings-refused');
      await days(level).fill(former);
    }
    await driver.openSettings('general');
    await page.getByLabel(t('settings.interval'), { exact: true }).selectOption('custom');
    await page.getByLabel(t('settings.unit'), { exact: true }).selectOption('minutes');
    const interval = page.getByLabel(t('settings.intervalValue'), { exact: true });
    await interval.fill('14');
    await interval.press('Enter');
    const span = (minutes: number) => formatDuration(minutes * MINUTE_MS, t);
    await page
      .getByText(t('settings.bounds.interval', { min: span(15), max: span((7 * DAY_MS) / MINUTE_MS) }))
      .waitFor();
    expect(await settings()).toEqual(before);
  });

  test('change the theme at once, independent of the system, and take it back', async () => {
    const { page, t } = driver;
    const look = () =>
      page.evaluate(() => ({
        theme: document.documentElement.dataset['theme'],
        background: getComputedStyle(document.body).backgroundColor,
      }));
    const section = await driver.openSettings('general');
    const theme = section.getByLabel(t('settings.theme'), { exact: true });
    const bySystem = await look();
    await theme.selectOption('dark');
    await expect.poll(async () => (await look()).theme).toBe('dark');
    expect((await look()).background).not.toBe(bySystem.background);
    await driver.button(t('orders.action.undo')).click();
    await expect.poll(look).toEqual(bySystem);
    await theme.selectOption('light');
    await expect.poll(look).toEqual({ theme: 'light', background: bySystem.background });
  });

  test('change when an order is expiring and critical at once', async () => {
    await expect.poll(() => driver.status('Early')).toBe('healthy');
    const page = await driver.openSettings('alerts');
    const parts = page.getByLabel(driver.t('settings.lifetimePart'), { exact: true });
    await days('warning').fill('45');
    await days('warning').press('Enter');
    await parts.first().selectOption('2');
    await driver.untilStatus('Early', 'expiring');
    await expect.poll(() => driver.status('Later')).toBe('healthy');

    await days('critical').fill('45');
    await days('critical').press('Enter');
    await parts.nth(1).selectOption('2');
    await driver.untilStatus('Early', 'critical');
  });

  test('change when orders are checked again', async () => {
    const { t } = driver;
    const next = async () =>
      (await driver.orders()).find((order) => serviceKey(order) === 'later')?.nextPollAt ?? 0;
    const before = await next();
    const page = await driver.openSettings('general');
    await page.getByLabel(t('settings.interval'), { exact: true }).selectOption('custom');
    await page.getByLabel(t('settings.unit'), { exact: true }).selectOption('minutes');
    const interval = page.getByLabel(t('settings.intervalValue'), { exact: true });
    await interval.fill('15');
    await interval.press('Enter');
    await expect.poll(async () => (await settings()).pollIntervalMinutes).toBe(15);
    await expect.poll(next).toBeLessThan(before);
  });

  test('return to where the user was, with the focus where it was', async () => {
    const { page, t } = driver;
    await driver.chooseInMenu(t('orders.header.settings'));
    await driver.settings().waitFor();
    await driver.openSettings('alerts');
    await driver.closeSettings();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe(t('orders.header.menu'));
    await driver.row('Early').focus();
    await page.keyboard.press('Control+,');
    await driver.settings().waitFor();
    await page.keyboard.press('Escape');
    await driver.settings().waitFor({ state: 'detached' });
    await expect.poll(() => driver.row('Early').evaluate((row) => row === document.activeElement)).toBe(true);
    await driver.openSettings('general');
  });
});
