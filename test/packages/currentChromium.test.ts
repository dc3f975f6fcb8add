import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { settingsSections } from '#renderer/stores/settingsStore.ts';
import { chooseInMenu, orderRows, wordsOf } from '#scripts/demo/windowSteps.ts';
import { needs } from '#scripts/vitest/needs.ts';
import type { AppLanguage } from '#shared/domain/language.ts';
import { connect, serviceFor, startTestApp } from '#test/integration/app/testApp.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { hasChromium, openInChromium } from '#test/support/e2e/chromiumPage.ts';
import { pictureOfPage } from '#test/support/e2e/pictures.ts';
import { chineseLeft, englishLeft } from '#test/support/e2e/untranslatedTexts.ts';

const languages = [
  { language: 'en', left: chineseLeft },
  { language: 'zh-CN', left: englishLeft },
] as const;

/** axe takes seconds for each view on a busy machine. */
const options = { ...needs(hasChromium, 'this system has no package of Chromium'), timeout: 300_000 };

describe('the page in the Chromium of Debian, which is newer than Electron’s', options, () => {
  test.each(languages)('shows the first start in $language', async ({ language, left }) => {
    const { page, problems } = await openInChromium(await startTestApp({ systemLocales: [language] }));
    const t = await wordsOf(page);
    await page.getByLabel(t('firstStart.paste'), { exact: true }).waitFor();
    expect(await left(page)).toEqual([]);
    await expectNoBarriers(page);
    await pictureOfPage(page, `chromium-first-start-${language}`);
    expect(problems).toEqual([]);
  });

  test.each(languages)('shows the list and the details in $language', async ({ language, left }) => {
    const { page, t, problems, check } = await openOrders(language);
    expect(await left(page)).toEqual([]);
    await check('list');
    await orderRows(page).first().click();
    await page.getByRole('complementary').getByText(t('orders.panel.added'), { exact: true }).waitFor();
    await check('details');
    expect(problems).toEqual([]);
  });

  test('shows the menu of a row, and a dialog', async () => {
    const { page, t, problems, check } = await openOrders('en');
    await orderRows(page).nth(1).click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    await check('menu');
    await page.keyboard.press('Escape');
    await buttonOf(page, t('orders.header.add')).click();
    await page.getByRole('dialog').waitFor();
    await check('add');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('shows all settings', async () => {
    const { page, t, problems, check } = await openOrders('en');
    await chooseInMenu(page, t, t('orders.header.settings'));
    for (const section of settingsSections) {
      await buttonOf(page, t(`settings.sections.${section}`)).click();
      await check(`settings-${section}`);
    }
    expect(problems).toEqual([]);
  });

  test('shows a change of the app at once', async () => {
    const app = await startTestApp();
    const service = await serviceFor({ orders: 3 });
    await connect(app, service);
    const { page } = await openInChromium(app);
    await expect.poll(() => orderRows(page).count()).toBe(3);
    const id = app.order(service.rids[0] ?? '')?.id ?? '';
    await app.call('orders:setAlias', { id, alias: 'Customer portal' });
    await orderRows(page).filter({ hasText: 'Customer portal' }).waitFor();
  });
});

/** Opens the page with the orders of a service. */
async function openOrders(language: AppLanguage) {
  const app = await startTestApp({ systemLocales: [language] });
  // As many as the window shows.
  await connect(app, await serviceFor({ orders: 8 }));
  const { page, problems } = await openInChromium(app);
  const t = await wordsOf(page);
  await expect.poll(() => orderRows(page).count()).toBe(8);
  // It fades in after the first rows.
  await page.getByRole('group', { name: t('orders.strip.label') }).waitFor();
  const check = async (view: string) => {
    await expectNoBarriers(page);
    await pictureOfPage(page, `chromium-${view}-${language}`);
  };
  return { page, t, problems, check };
}

function buttonOf(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}
