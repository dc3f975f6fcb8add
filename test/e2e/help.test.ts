import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { repositoryUrl } from '#shared/repository.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { chineseLeft, englishLeft } from '#test/support/e2e/untranslatedTexts.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it is about the help of someone who begins, also before the first connection';

describe.each([
  { system: 'en', left: chineseLeft, front: 'Documents', guide: 'User guide', picture: 'First start' },
  { system: 'zh_CN', left: englishLeft, front: '文档', guide: '用户指南', picture: '首次启动' },
])('the help in the language $system', ({ system, left, front, guide, picture }) => {
  let app: NotAfter;
  let driver: WindowDriver;
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid: 'SENTINELorder', name: 'SENTINEL', days: 75 });
    app = await launchNotAfter({ because, language: system });
    driver = await driveWindow(app);
  });

  async function check(view: string): Promise<void> {
    expect(await left(driver.page), view).toEqual([]);
    await expectNoBarriers(driver.page);
    for (const colorScheme of ['dark', 'light'] as const) {
      await driver.page.emulateMedia({ colorScheme });
      await driver.screenshot(`${view}-${system}-${colorScheme}`);
    }
  }

  test('opens by F1 and by its button, before there is any order and after', async () => {
    const { page, t } = driver;
    await driver.button(t('help.open')).waitFor();
    await page.keyboard.press('F1');
    await driver.settings().getByText(t('help.about.what')).waitFor();
    await page.keyboard.press('Escape');
    await driver.settings().waitFor({ state: 'detached' });
    await driver.button(t('help.open')).click();
    await driver.settings().waitFor();
    await page.keyboard.press('Escape');
    await driver.connect(service);
    await driver.chooseInMenu(t('help.open'));
    await driver.settings().waitFor();
    await page.keyboard.press('Escape');
    await driver.settings().waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(t('orders.header.menu'));
    await page.keyboard.press('F1');
    await driver.settings().waitFor();
  });

  test('shows the app, its version, and that it has no feed', async () => {
    const { t } = driver;
    const version = await app.electron.evaluate((electron) => electron.app.getVersion());
    await driver.settings().getByText(t('help.about.version', { version })).waitFor();
    await driver.settings().getByText(t('help.update.noFeed')).waitFor();
    await check('help');
  });

  test('puts a diagnosis without names on the clipboard, and shows it', async () => {
    const { t } = driver;
    await driver.button(t('help.report.copy')).click();
    const shown = driver.settings().getByRole('textbox', { name: t('help.report.copied') });
    await shown.waitFor();
    const copied = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
    expect(await shown.inputValue()).toBe(copied);
    expect(copied).toContain('### NotAfter diagnostics');
    expect(copied).toMatch(/Electron \d+\.\d+\.\d+, Chromium \d+/u);
    expect(copied).toContain('| Keychain | Secret Service, ready |');
    expect(copied).toContain('| Tray host | present |');
    expect(copied).toMatch(/\| Notifications \| dunst /u);
    expect(copied).toContain('| Orders | 1: 1 healthy |');
    const { host, hostname } = new URL(service.baseUrl);
    for (const secret of ['SENTINEL', service.token, 'Main service', host, hostname, app.profile])
      expect(copied).not.toContain(secret);
    await check('help-diagnosis');
  });

  test('opens the form for a bug with the diagnosis, and the releases, in the browser', async () => {
    const { t } = driver;
    await app.electron.evaluate(({ shell }) => {
      shell.openExternal = async (url) => {
        Object.assign(globalThis, { openedPage: url });
      };
    });
    const opened = () =>
      app.electron.evaluate(() => (globalThis as { openedPage?: string }).openedPage ?? '');
    await driver.button(t('help.documents.releases')).click();
    await expect.poll(opened).toBe(`${repositoryUrl}/releases`);
    await driver.button(t('help.report.form')).click();
    await expect.poll(opened).toContain(`${repositoryUrl}/issues/new?template=bug.yml`);
    const diagnosis = new URL(await opened()).searchParams.get('diagnostics') ?? '';
    expect(diagnosis).toContain('### NotAfter diagnostics');
    for (const secret of ['SENTINEL', service.token, service.baseUrl, app.profile])
      expect(diagnosis).not.toContain(secret);
  });

  test('shows the documents of the installation, with their pictures, and follows their links', async () => {
    const { t } = driver;
    const page = driver.settings();
    const text = page.getByRole('article');
    /** A document has words of both languages. */
    const look = async (view: string) => {
      await expectNoBarriers(driver.page);
      await driver.screenshot(`${view}-${system}`);
    };
    await driver.button(t('help.documents.open')).click();
    await text.getByRole('heading', { name: front, exact: true }).waitFor();
    await look('help-documents');
    await text.getByRole('button', { name: guide, exact: true }).click();
    await text.getByRole('heading', { name: guide, exact: true }).waitFor();
    const image = text.getByRole('img', { name: picture });
    const width = () =>
      image.evaluate((shown) => (shown as unknown as { naturalWidth: number }).naturalWidth);
    await expect.poll(width).toBeGreaterThan(500);
    await look('help-guide');
    await driver.button(t('help.documents.back'), page).click();
    await text.getByRole('heading', { name: front, exact: true }).waitFor();
    await driver.button(t('help.documents.back'), page).click();
    await driver.button(t('help.report.copy')).waitFor();
  });

  test('shows the log in the file manager, which has errors without their values and which other users cannot read', async () => {
    await driver.page.evaluate(() =>
      (
        window as unknown as { notAfter: { calls: Record<string, (args: unknown) => Promise<unknown>> } }
      ).notAfter.calls['orders:details']?.({ secret: 'SENTINEL' }).catch(() => undefined),
    );
    await app.electron.evaluate(({ shell }) => {
      shell.showItemInFolder = (path) => Object.assign(globalThis, { shownInFolder: path });
    });
    await driver.button(driver.t('help.report.log')).click();
    const readShown = () =>
      app.electron.evaluate(() => (globalThis as { shownInFolder?: string }).shownInFolder ?? '');
    await expect.poll(readShown).toBe(join(app.profile, 'logs', 'notafter.log'));
    const file = await readShown();
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
    await expect.poll(() => readFile(file, 'utf8')).toContain('call refused: arguments');
    expect(app.log()).toContain('call refused: arguments');
    const log = await readFile(file, 'utf8');
    for (const secret of ['SENTINEL', service.token, service.baseUrl]) expect(log).not.toContain(secret);
  });

  test('shows the licences of the app and its packages', async () => {
    const { t } = driver;
    await driver.button(t('help.about.show')).click();
    const own = driver.settings().getByRole('textbox', { name: t('help.licences.own'), exact: true });
    expect(await own.inputValue()).toContain('MIT License');
    const others = driver.settings().getByRole('textbox', { name: t('help.licences.others') });
    const text = await others.inputValue();
    for (const name of ['electron-updater', 'keytar', 'react', 'undici', 'zod'])
      expect(text).toMatch(new RegExp(`^## ${name}\\b`, 'mu'));
    await check('help-licences');
    await driver.button(t('help.licences.back')).click();
    await driver.button(t('help.report.copy')).waitFor();
  });
});
