import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

describe('settings', () => {
  let service: TestService;
  let driver: WindowDriver;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid: 'soon', name: 'Soon', days: 40 });
    await service.addOrder({ rid: 'later', name: 'Later', days: 75 });
    driver = await driveWindow(await launchNotAfter());
    await driver.connect(service);
  });

  beforeEach(async () => {
    await driver.button(driver.t('orders.header.settings')).click();
    await driver.dialog().waitFor();
  });

  function days(level: 'warning' | 'critical') {
    const { t } = driver;
    const group = driver.dialog().getByRole('group', { name: t(`settings.${level}`), exact: true });
    return group.getByLabel(t('settings.days'), { exact: true });
  }

  async function save(): Promise<void> {
    await driver.button(driver.t('common.save'), driver.dialog()).click();
  }

  async function saved(): Promise<void> {
    await save();
    await driver.dialog().waitFor({ state: 'detached' });
  }

  async function settings() {
    return (await snapshotOf(driver.page)).settings;
  }

  test('refuse invalid values with a message, and keep the previous ones', async () => {
    const { t } = driver;
    const before = await settings();
    const refused = [
      ['warning', '0', t('settings.bounds.range', { min: 1, max: 365 })],
      ['warning', 'soon', t('settings.bounds.wholeNumber')],
      ['critical', '31', t('settings.bounds.criticalAboveWarning', { max: 30 })],
    ] as const;
    for (const [level, value, words] of refused) {
      const former = await days(level).inputValue();
      await days(level).fill(value);
      await save();
      await driver.dialog().getByText(words).waitFor();
      await driver
        .dialog()
        .getByRole('alert')
        .filter({ hasText: t('settings.refused') })
        .waitFor();
      expect(await days(level).getAttribute('aria-invalid')).toBe('true');
      await days(level).fill(former);
    }
    const interval = driver.dialog().getByLabel(t('settings.interval'), { exact: true });
    await interval.selectOption('custom');
    await driver.dialog().getByLabel(t('settings.unit'), { exact: true }).selectOption('minutes');
    await driver.dialog().getByLabel(t('settings.intervalValue'), { exact: true }).fill('14');
    await save();
    const span = (minutes: number) => formatDuration(minutes * MINUTE_MS, t);
    await driver
      .dialog()
      .getByText(t('settings.bounds.interval', { min: span(15), max: span((7 * DAY_MS) / MINUTE_MS) }))
      .waitFor();
    await driver.screenshot('settings-refused');
    await driver.button(t('common.cancel'), driver.dialog()).click();
    await driver.dialog().waitFor({ state: 'detached' });
    expect(await settings()).toEqual(before);
  });

  test('change the theme at once, independent of the system', async () => {
    const { page, t } = driver;
    const look = () =>
      page.evaluate(() => ({
        theme: document.documentElement.dataset['theme'],
        background: getComputedStyle(document.body).backgroundColor,
      }));
    const theme = driver.dialog().getByLabel(t('settings.theme'), { exact: true });
    const bySystem = await look();
    await theme.selectOption('dark');
    await saved();
    await expect.poll(async () => (await look()).theme).toBe('dark');
    expect((await look()).background).not.toBe(bySystem.background);
    await driver.button(t('orders.header.settings')).click();
    await theme.selectOption('light');
    await saved();
    await expect.poll(look).toEqual({ theme: 'light', background: bySystem.background });
  });

  test('change when an order is expiring and critical at once', async () => {
    await expect.poll(() => driver.status('Soon')).toBe('healthy');
    await days('warning').fill('45');
    const parts = driver.dialog().getByLabel(driver.t('settings.lifetimePart'), { exact: true });
    await parts.first().fill('2');
    await saved();
    await driver.untilStatus('Soon', 'expiring');
    await expect.poll(() => driver.status('Later')).toBe('healthy');

    await driver.button(driver.t('orders.header.settings')).click();
    await days('critical').fill('45');
    await parts.nth(1).fill('2');
    await saved();
    await driver.untilStatus('Soon', 'critical');
  });

  test('change when orders are checked again', async () => {
    const { t } = driver;
    const next = async () =>
      (await driver.orders()).find((order) => serviceKey(order) === 'later')?.nextPollAt ?? 0;
    const before = await next();
    await driver.dialog().getByLabel(t('settings.interval'), { exact: true }).selectOption('custom');
    await driver.dialog().getByLabel(t('settings.unit'), { exact: true }).selectOption('minutes');
    await driver.dialog().getByLabel(t('settings.intervalValue'), { exact: true }).fill('15');
    await saved();
    await expect.poll(async () => (await settings()).pollIntervalMinutes).toBe(15);
    await expect.poll(next).toBeLessThan(before);
  });
});
