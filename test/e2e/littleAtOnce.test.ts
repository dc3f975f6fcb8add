import { beforeAll, describe, expect, test } from 'vitest';
import { settingsSections } from '#renderer/stores/settingsStore.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { setContentSize, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

describe.each(['en', 'zh_CN'])('in a window of 1100 × 720, in %s,', (language) => {
  let driver: WindowDriver;

  beforeAll(async () => {
    const start = await launchLived({ language });
    driver = start.driver;
    await setContentSize(driver, 1100, 720);
  });

  /** The texts of the buttons in sight but those of rows, and how many are blue. Of a dialog, if one is open. */
  const buttons = () =>
    driver.page.evaluate(() => {
      const scope = document.querySelector('[role="dialog"]') ?? document;
      const seen = [...scope.querySelectorAll<HTMLElement>('button[data-variant]')].filter((button) => {
        const { top, bottom } = button.getBoundingClientRect();
        return button.checkVisibility({ visibilityProperty: true }) && bottom > 0 && top < innerHeight;
      });
      const texts = seen.filter((button) => button.closest('tr') === null).map((b) => b.textContent.trim());
      return {
        names: texts.filter((text) => text !== ''),
        blue: seen.filter(({ dataset }) => dataset['variant'] === 'primary').length,
      };
    });

  /** Expects one blue button at most, and no verb on more than two buttons. */
  async function expectFew(): Promise<void> {
    const { names, blue } = await buttons();
    expect(blue).toBeLessThanOrEqual(1);
    expect(names.length).toBeGreaterThan(0);
    const verbOf = (name: string) => (language === 'en' ? name.split(/[ …]/u)[0] : name.slice(0, 2)) ?? '';
    const verbs = Map.groupBy(names, verbOf);
    expect([...verbs.values()].filter((same) => same.length > 2)).toEqual([]);
  }

  test('the list and the details of any order have few buttons of a kind', async () => {
    await expectFew();
    for (const name of ['Gateway', 'Payment', 'Portal', 'Intranet']) {
      await driver.openDetails(name);
      await expectFew();
    }
  });

  test('the dialog of an export has few buttons of a kind, and four presets', async () => {
    const dialog = await driver.openExport('Intranet');
    await expectFew();
    const presets = dialog.getByRole('group', { name: driver.t('exporting.preset') });
    expect(await presets.getByRole('radio').count()).toBe(4);
    await driver.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('each section of the settings has few buttons of a kind', async () => {
    for (const section of settingsSections) {
      await driver.openSettings(section);
      await expectFew();
    }
  });
});
