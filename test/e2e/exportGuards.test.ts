import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { proofText } from '#shared/i18n/exportText.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

let app: NotAfter;
let driver: WindowDriver;

beforeAll(async () => {
  ({ app, driver } = await launchLived({
    orders: [{ rid: 'store', name: 'Store', days: 60, domains: ['*.store.example.com'] }],
  }));
});

test('a private key goes into a synced git worktree only after consent in a native dialog, and the files are verified', async () => {
  const { t } = driver;
  const worktree = await temporaryFolder();
  const target = join(worktree, 'certs');
  await mkdir(target);
  // git does not know this repository; the warning comes nevertheless, and also without git.
  await mkdir(join(worktree, '.git'));
  await writeFile(join(worktree, '.stfolder'), '');

  await driver.select(['Store']);
  await driver.openSelectionExport();
  await driver.chooseExportPlace('folder', target);
  await driver.untilReview();
  const dialog = driver.dialog();
  await dialog.getByText(t('exporting.warning.gitUnknown', { worktree })).waitFor();
  await dialog.getByText(t('exporting.warning.cloudSynced', { service: 'Syncthing' })).waitFor();
  const lines = dialog.getByRole('textbox', {
    name: t('exporting.warning.gitIgnoreLines', { worktree }),
  });
  expect(await lines.inputValue()).toBe('/certs/store/privkey.pem\n/certs/store/.notafter-*');
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
    .getByText(proofText({ kind: 'proven', servername: 'www.store.example.com', protocol: 'TLSv1.3' }, t))
    .waitFor();
  await driver.screenshot('export-proven');
  expect(await readFile(join(target, 'store', 'privkey.pem'), 'utf8')).toContain('PRIVATE KEY');
  await driver.finishExport();
});
