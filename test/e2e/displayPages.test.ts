import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type {} from '#renderer/bridge.ts';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { capture, cutOff, narrowTo, overlappingTexts } from '#test/support/e2e/pageGeometry.ts';
import { ReceiverDriver } from '#test/support/e2e/receiverDriver.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it looks at the page of the first start';

const longNames = {
  en: 'Customer portal of the northern subsidiaries and their partners',
  'zh-CN': '华北地区客户服务门户网站及合作伙伴订单管理平台测试环境',
} as const;

describe.each(['en', 'zh-CN'] as const)('the other pages for a user who sees little, in %s', (locale) => {
  let service: TestService;
  let app: NotAfter;
  let driver: WindowDriver;
  let receiver: ReceiverDriver;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({
      rid: 'portalOrder',
      name: longNames[locale],
      days: 4,
      domains: ['portal.northern-subsidiaries.customers.example.com', 'www.example.com'],
    });
    await service.addOrder({ rid: 'expiredOrder', name: `${longNames[locale]} 2`, days: -4 });
    await service.addOrder({ rid: 'healthyOrder', name: 'API', days: 200 });
    app = await launchNotAfter({ because, language: locale === 'en' ? 'en' : 'zh_CN' });
    driver = await driveWindow(app);
    receiver = new ReceiverDriver(driver);
    await driver.page.emulateMedia({ reducedMotion: 'reduce' });
  });

  /** Looks at a part of the window at 400 %, and in forced colours, where nothing moves. */
  async function look(name: string, part: Locator): Promise<void> {
    const { page } = driver;
    await narrowTo(app, page, 320);
    await expect.poll(() => cutOff(page)).toEqual([]);
    expect(await overlappingTexts(part)).toEqual([]);
    await capture(app, page, `${name}-320-${locale}`);
    await page.emulateMedia({ forcedColors: 'active' });
    await capture(app, page, `${name}-forced-${locale}`);
    await page.emulateMedia({ forcedColors: 'none' });
    await expectNoBarriers(page);
    const moving = () =>
      page.evaluate(() =>
        document.getAnimations().flatMap((animation) => {
          const { duration } = animation.effect?.getComputedTiming() ?? {};
          return Number(duration) > 1 ? [animation.playState] : [];
        }),
      );
    expect(await moving()).toEqual([]);
  }

  test('the first start', async () => {
    await look('first-start', driver.page.getByRole('main'));
    await narrowTo(app, driver.page, 1280);
    await driver.connect(service);
  });

  test('the list with long names', async () => {
    await look('long-names', driver.page.getByRole('main'));
    await narrowTo(app, driver.page, 640);
    expect(await overlappingTexts(driver.page.getByRole('main'))).toEqual([]);
    await capture(app, driver.page, `long-names-640-${locale}`);
    await narrowTo(app, driver.page, 1280);
    expect(await overlappingTexts(driver.page.getByRole('main'))).toEqual([]);
  });

  test('tags in rows and as groups, and what the authority says', async () => {
    const { page, t } = driver;
    const ids = (await driver.orders()).map(({ id }) => id);
    await page.evaluate(
      async ([given, tag]) => {
        await window.notAfter?.calls['orders:tag']({ ids: given, added: [tag, 'prod', 'eu'], removed: [] });
        await window.notAfter?.calls['settings:set']({ checkRevocation: true, checkRenewalInfo: true });
      },
      [ids, longNames[locale].slice(0, 30).trim()] as const,
    );
    await narrowTo(app, page, 1280);
    await driver.row('API').getByText('+1', { exact: true }).waitFor();
    await look('tags', page.getByRole('main'));
    await narrowTo(app, page, 640);
    await capture(app, page, `tags-640-${locale}`);
    await narrowTo(app, page, 1280);
    await driver.button(t('orders.groupByTag')).click();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await overlappingTexts(page.getByRole('main'))).toEqual([]);
    await capture(app, page, `grouped-by-tag-dark-${locale}`);
    await page.emulateMedia({ colorScheme: 'light' });
    await driver.button(t('orders.groupByTag')).click();
    await driver.row('API').click();
    // Questions are spread over some seconds.
    const noList = page.getByText(t('orders.authority.noList'));
    await noList.waitFor({ timeout: 30_000 });
    await page.getByText(t('orders.authority.noDirectory')).waitFor({ timeout: 30_000 });
    await noList.scrollIntoViewIfNeeded();
    await capture(app, page, `authority-${locale}`);
    await look('authority', page.getByRole('complementary', { name: 'API' }));
    await page.keyboard.press('Escape');
    await narrowTo(app, page, 1280);
  });

  test('the preview of a configuration file', async () => {
    const { page, t } = driver;
    const file = join(await temporaryFolder(), 'notafter.json');
    const settings = await driver.openSettings('general');
    await answerFileDialogs(app.electron, file);
    await driver.openFoldedSetting(t('settings.advanced'));
    await driver.button(t('configuration.export'), settings).click();
    await page.getByText(t('configuration.saved', { name: 'notafter.json' })).waitFor();
    const { orders, ...rest } = JSON.parse(await readFile(file, 'utf8'));
    const [first, , last] = orders;
    const changed = [
      { ...first, alias: longNames[locale] },
      last,
      { ...last, rid: 'anotherOrderOfThisService' },
    ];
    await writeFile(file, JSON.stringify({ ...rest, orders: changed }));
    await driver.button(t('configuration.import'), settings).click();
    const preview = page.getByRole('dialog', { name: t('configuration.preview.title'), exact: true });
    await preview.waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await capture(app, page, `configuration-preview-dark-${locale}`);
    await page.emulateMedia({ colorScheme: 'light' });
    await narrowTo(app, page, 640);
    await capture(app, page, `configuration-preview-640-${locale}`);
    await look('configuration-preview', preview);
    await page.keyboard.press('Escape');
    await narrowTo(app, page, 1280);
    await driver.closeSettings();
  });

  test('an export: what and where to, its questions, its end, and the folders of earlier ones', async () => {
    const { page } = driver;
    const open = async () => {
      await narrowTo(app, page, 1280);
      await driver.openExport(longNames[locale]);
    };
    const choose = async (preset: RegExp, folder: string) => {
      await narrowTo(app, page, 1280);
      await driver.dialog().getByRole('radio', { name: preset }).check();
      await driver.chooseExportPlace('folder', folder);
    };
    const lookAtDialog = async (name: string) => {
      const dialog = driver.dialog();
      await look(name, dialog);
      await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      expect(await overlappingTexts(dialog)).toEqual([]);
      await capture(app, page, `${name}-end-320-${locale}`);
    };
    const worktree = await temporaryFolder();
    await mkdir(join(worktree, '.git'));
    await open();
    await lookAtDialog('export');
    await choose(/^IIS/u, worktree);
    await driver.untilReview();
    await lookAtDialog('export-review');
    await page.keyboard.press('Escape');
    await open();
    await choose(/^nginx$/u, await temporaryFolder());
    await driver.untilExported();
    await lookAtDialog('export-summary');
    await driver.finishExport();
    await open();
    await lookAtDialog('export-again');
    await page.keyboard.press('Escape');
    await narrowTo(app, page, 1280);
  });

  test('the WebHooks in the settings, which a narrow window chooses from a list', async () => {
    await narrowTo(app, driver.page, 320);
    await receiver.open();
    await look('webhooks-empty', driver.settings());
    await driver.closeSettings();
    await narrowTo(app, driver.page, 1280);
    const hook = await receiver.addHook(longNames[locale]);
    await receiver.open();
    await look('webhook', driver.settings());
    await driver.page.emulateMedia({ forcedColors: 'active' });
    const chosen = driver.settings().locator('nav [aria-current="true"]').last();
    expect(await chosen.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
    await driver.page.emulateMedia({ forcedColors: 'none' });
    await narrowTo(app, driver.page, 1280);
    await receiver.close();
    await service.renew('portalOrder', { days: 80 });
    await service.deliver('portalOrder', { ...hook, task: longNames[locale] });
  });

  test('the deliveries and their details', async () => {
    await receiver.show('deliveries');
    const { fingerprint256 } = service.order('portalOrder');
    await receiver.untilVerdict(fingerprint256, 'waiting');
    await look('deliveries', driver.page.getByRole('main'));
    await look('delivery', await receiver.openDelivery(fingerprint256));
    await driver.page.keyboard.press('Escape');
    await receiver.show('log');
    await look('delivery-log', driver.page.getByRole('main'));
    await narrowTo(app, driver.page, 1280);
  });
});
