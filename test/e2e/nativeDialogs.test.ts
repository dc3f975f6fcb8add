import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { windowTitles } from '#test/support/e2e/desktopControl.ts';
import {
  chooseFolderInGtk,
  pictureOfScreen,
  pressKeys,
  untilNativeWindow,
} from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { profileWithOrders } from '#test/support/preparedProfile.ts';

const because = 'it is about the dialogs of the first start and of a quit';

const t = translatorOf('en');

describe('the native dialog for files', () => {
  test('chooses the folder of an export, or keeps the form when it is closed', async () => {
    const service = await startTestService();
    await service.addOrder({ rid: 'a', name: 'Order a' });
    const app = await launchNotAfter({ because });
    const driver = await driveWindow(app);
    const real = await app.electron.evaluateHandle(({ dialog }) => dialog.showOpenDialog);
    await driver.connect(service);
    await app.electron.evaluate(({ dialog }, method) => {
      dialog.showOpenDialog = method;
    }, real);

    const target = await temporaryFolder();
    await driver.select(['Order a']);
    await driver.openSelectionExport();
    const choose = driver.button(t('exporting.chooseFolder'), driver.dialog());
    await choose.click();
    await untilNativeWindow(t('dialogs.chooseExportFolder'));
    await pictureOfScreen('native-folder-dialog');
    await pressKeys('Escape');
    await expect.poll(() => choose.isEnabled()).toBe(true);

    await choose.click();
    await chooseFolderInGtk(t('dialogs.chooseExportFolder'), target);
    await driver.untilExported();
    await driver.finishExport();
    expect((await readdir(join(target, 'order-a'))).sort()).toEqual([
      'cert.pem',
      'chain.pem',
      'fullchain.pem',
      'privkey.pem',
    ]);
  });
});

describe('a database that cannot be opened', () => {
  const boxTitle = 'NotAfter';

  async function copies(profile: string, why = 'damaged'): Promise<readonly string[]> {
    return (await readdir(profile)).filter((file) => file.startsWith(`${DATABASE_FILE}.${why}-`));
  }

  test('because it is damaged is kept beside a new one if the user agrees', async () => {
    const profile = profileWithOrders(await temporaryFolder(), 3);
    const file = join(profile, DATABASE_FILE);
    const damaged = await readFile(file);
    damaged.fill(0x2a, 0, 4096);
    await writeFile(file, damaged);

    const app = await launchNotAfter({ profile });
    await untilNativeWindow(boxTitle);
    await pictureOfScreen('database-damaged');
    // Its page is loaded already, behind the question.
    expect((await windowTitles()).filter((title) => title === boxTitle)).toHaveLength(1);
    await pressKeys('Return');
    const { page } = await driveWindow(app);
    await page.getByRole('heading', { name: t('firstStart.title') }).waitFor();
    const [copy] = await copies(profile);
    expect(await readFile(join(profile, copy ?? ''))).toEqual(damaged);
    await app.close();
  });

  test('because it is newer is not changed if the user quits', async () => {
    const profile = profileWithOrders(await temporaryFolder(), 3);
    const file = join(profile, DATABASE_FILE);
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 999');
    database.close();
    const newer = await readFile(file);

    const app = await launchNotAfter({ profile });
    const ended = app.electron.waitForEvent('close');
    await untilNativeWindow(boxTitle);
    await pictureOfScreen('database-newer');
    await pressKeys('Escape');
    await ended;
    expect(await readFile(file)).toEqual(newer);
    expect(await copies(profile, 'newer')).toEqual([]);
  });
});
