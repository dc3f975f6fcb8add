import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import { proofText } from '#shared/i18n/exportText.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { canMountForAll, noMounts } from '#test/support/mounts.ts';

let app: NotAfter;
let driver: WindowDriver;

beforeAll(async () => {
  ({ app, driver } = await launchLived({
    orders: [
      { rid: 'store', name: 'Store', days: 60 },
      { rid: 'shelf', name: 'Shelf', days: 61, domains: ['*.shelf.example.com'] },
    ],
  }));
});

/** The entry of an order in the review or in the summary. */
function item(name: string): Locator {
  const list = driver.dialog().getByRole('region', { name: driver.t('exporting.items') });
  return list.getByRole('listitem').filter({ has: driver.page.getByText(name, { exact: true }) });
}

describe('a disk', needs(canMountForAll(), noMounts), () => {
  /** Mounts a file system in memory until the test ends. */
  async function mountSmallDisk(): Promise<string> {
    const disk = join(await temporaryFolder(), 'disk');
    await mkdir(disk);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8k,mode=700', 'tmpfs', disk]).status).toBe(0);
    onTestFinished(() => {
      spawnSync('umount', ['--lazy', disk]);
    });
    return disk;
  }

  test('that is full leaves nothing behind, and says so', async () => {
    const disk = await mountSmallDisk();
    const { t } = driver;
    await driver.select(['Store']);
    await driver.openSelectionExport();
    await driver.choosePreset(t('presets.names.pem'));
    await driver.chooseExportPlace('folder', disk);
    await driver.dialog().getByText(t('exporting.done.failed'), { exact: true }).waitFor();
    const said = (await item('Store').textContent()) ?? '';
    expect(said).toContain(t('errors.fileSystem.noSpace.title'));
    expect(said).toContain(t('errors.fileSystem.noSpace.next'));
    await driver.screenshot('export-disk-full');
    await driver.finishExport();
    await driver.button(t('orders.selection.clear')).click();
    expect(await readdir(disk, { recursive: true })).toEqual([]);
  });
});

test('a native dialog that is closed leaves the form, without a message', async () => {
  const { t } = driver;
  await driver.select(['Store']);
  await driver.openSelectionExport();
  const key = driver.dialog().getByRole('checkbox', { name: t('exporting.part.key') });
  await key.uncheck();
  await app.electron.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
  });
  const choose = driver.button(t('exporting.otherFolder'), driver.dialog());
  await choose.click();
  await expect.poll(() => choose.isEnabled()).toBe(true);
  expect(await driver.dialog().getByRole('alert').count()).toBe(0);
  expect(await key.isChecked()).toBe(false);
  await driver.page.keyboard.press('Escape');
  await driver.button(t('orders.selection.clear')).click();
});

test('a private key goes into a synced git worktree only after consent in a native dialog, and the files are verified', async () => {
  const { t } = driver;
  const worktree = await temporaryFolder();
  const target = join(worktree, 'certs');
  await mkdir(target);
  // git does not know this repository; the warning comes nevertheless, and also without git.
  await mkdir(join(worktree, '.git'));
  await writeFile(join(worktree, '.stfolder'), '');

  await driver.select(['Shelf']);
  await driver.openSelectionExport();
  await driver.chooseExportPlace('folder', target);
  await driver.untilReview();
  const dialog = driver.dialog();
  await dialog.getByText(t('exporting.warning.gitUnknown', { worktree })).waitFor();
  await dialog.getByText(t('exporting.warning.cloudSynced', { service: 'Syncthing' })).waitFor();
  const lines = dialog.getByRole('textbox', {
    name: t('exporting.warning.gitIgnoreLines', { worktree }),
  });
  expect(await lines.inputValue()).toBe('/certs/shelf/privkey.pem\n/certs/shelf/.notafter-*');
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
    .getByText(proofText({ kind: 'proven', servername: 'www.shelf.example.com', protocol: 'TLSv1.3' }, t))
    .waitFor();
  await driver.screenshot('export-proven');
  expect(await readFile(join(target, 'shelf', 'privkey.pem'), 'utf8')).toContain('PRIVATE KEY');
  await driver.finishExport();
});
