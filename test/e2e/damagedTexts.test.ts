import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { windowTitles } from '#test/support/e2e/desktopControl.ts';
import { pictureOfScreen, pressKeys } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { untilTray } from '#test/support/e2e/trayItem.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { profileWithOrders } from '#test/support/preparedProfile.ts';

const because = 'it needs a copy of the app whose texts are damaged, and no service';

const texts = {
  main: { en: /^en-.*\.js$/u, chinese: /^zh-CN-.*\.js$/u },
  page: { en: /^enFirstRows-.*\.js$/u, chinese: /^zhFirstRows-.*\.js$/u },
};
const inside = { main: 'out/app/main', page: 'out/app/renderer/assets' };

let profile: string;

beforeAll(async () => {
  profile = profileWithOrders(await temporaryFolder(), 2);
});

/** A copy of the built app. */
async function copyOfApp(): Promise<string> {
  const folder = join(await temporaryFolder(), 'app');
  await mkdir(join(folder, 'out'), { recursive: true });
  for (const part of ['package.json', 'assets', 'out/app'])
    await cp(join(projectFolder, part), join(folder, part), { recursive: true });
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The one file of a part of the app with this name. */
async function fileOf(app: string, part: keyof typeof texts, language: 'en' | 'chinese'): Promise<string> {
  const folder = join(app, inside[part]);
  const found = (await readdir(folder)).filter((file) => texts[part][language].test(file));
  expect(found).toHaveLength(1);
  const [name = ''] = found;
  return join(folder, name);
}

test('without the texts of its language, main and the page use the other one, and main logs it', async () => {
  const appFolder = await copyOfApp();
  await writeFile(await fileOf(appFolder, 'main', 'en'), 'const en = {');
  await writeFile(await fileOf(appFolder, 'page', 'en'), 'export const firstRows = {');
  const app = await launchNotAfter({ because, profile, appFolder });
  const driver = await driveWindow(app);
  await driver.row('order-00000').waitFor();
  expect(await driver.page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  const { menu } = await untilTray(app.pid);
  expect(menu.map(({ label }) => label)).toContain('退出 NotAfter');
  expect(app.log()).toContain('The texts were not loaded');
  app.forgetProblems();
  await app.close();
});

test('without any texts of main, a dialog says that the app is damaged, and the app quits', async () => {
  const appFolder = await copyOfApp();
  await rm(await fileOf(appFolder, 'main', 'en'));
  await writeFile(await fileOf(appFolder, 'main', 'chinese'), '\0');
  const app = await launchNotAfter({ profile, appFolder });
  const ended = app.electron.waitForEvent('close');
  // The app's window, and the dialog over it.
  await expect
    .poll(async () => (await windowTitles()).filter((title) => title === 'NotAfter').length, {
      timeout: 10_000,
    })
    .toBe(2);
  await pictureOfScreen('texts-damaged');
  await pressKeys('Return');
  await ended;
});

test('without any texts of the page, it says that the app is damaged', async () => {
  const appFolder = await copyOfApp();
  await rm(await fileOf(appFolder, 'page', 'en'));
  await rm(await fileOf(appFolder, 'page', 'chinese'));
  const app = await launchNotAfter({ profile, appFolder });
  const page = await app.window();
  await page.getByText('NotAfter is damaged. Install it again.').waitFor();
  app.forgetProblems();
  await app.close();
});
