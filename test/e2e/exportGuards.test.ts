import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { proofText } from '#shared/i18n/exportText.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it was not moved to a profile that has lived yet';

let app: NotAfter;
let driver: WindowDriver;

beforeAll(async () => {
  const service = await startTestService();
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60, domains: ['*.shop.example.com'] });
  app = await launchNotAfter({ because });
  driver = await driveWindow(app);
  await driver.connect(service);
});

test('a private key goes into a synced git worktree only after consent in a native dialog, and the files are verified', async () => {
  const { t } = driver;
  const worktree = await temporaryFolder();
  const target = join(worktree, 'certs');
  await mkdir(target);
  // git does not know this repository; the warning comes nevertheless, and also without git.
  await mkdir(join(worktree, '.git'));
  await writeFile(join(worktree, '.stfolder'), '');

  await driver.select(['Shop']);
  await driver.openSelectionExport();
  await driver.chooseExportPlace('folder', target);
  await driver.untilReview();
  const dialog = driver.dialog();
  await dialog.getByText(t('exporting.warning.gitUnknown', { worktree })).waitFor();
  await dialog.getByText(t('exporting.warning.cloudSynced', { service: 'Syncthing' })).waitFor();
  const lines = dialog.getByRole('textbox', {
    name: t('exporting.warning.gitIgnoreLines', { worktree }),
  });
  expect(await lines.inputValue()).toBe('/certs/shop/privkey.pem\n/certs/shop/.notafter-*');
  await driver.screenshot('export-guards');
  const write = driver.button(t('exporting.write', { count: 1 }), dialog);
  await write.click();
  await answerConsent(app, false, 'consent-place');
  expect(await readdir(target)).toEqual([]);
  await expect.poll(() => write.isEnabled()).toBe(true);
  await write.click();
  await answerConsent(app, true);
  await dialog.getByText(t('exporting.done.title'), { exact: true }).waitFor();

  await dialog
    .getByText(proofText({ kind: 'proven', servername: 'www.shop.example.com', protocol: 'TLSv1.3' }, t))
    .waitFor();
  await driver.screenshot('export-proven');
  expect(await readFile(join(target, 'shop', 'privkey.pem'), 'utf8')).toContain('PRIVATE KEY');
  await driver.finishExport();
});
