import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import type { AppError, FileReason } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { expectErrorShown } from '#test/support/e2e/errorsShown.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import type { TestService } from '#test/support/e2e/service.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { canMountForAll, noMounts } from '#test/support/mounts.ts';

const files = ['cert.pem', 'chain.pem', 'fullchain.pem', 'privkey.pem'];
const names = ['Annex', 'Mail', 'Porch', 'Store'] as const;

let service: TestService;
let app: NotAfter;
let driver: WindowDriver;
let target: string;

beforeAll(async () => {
  const orders = names.map((name, index) => ({ rid: name.toLowerCase(), name, days: 60 + index }));
  ({ service, app, driver } = await launchLived({ orders }));
});

beforeEach(async () => {
  target = await temporaryFolder();
});

/** Starts the export of orders into this target. */
async function startInto(place: string, chosen: readonly string[]): Promise<void> {
  await driver.select(chosen);
  await driver.openSelectionExport();
  await driver.choosePreset(driver.t('presets.names.pem'));
  await driver.chooseExportPlace('folder', place);
}

/** Starts an export and waits for its review. */
async function review(chosen: readonly string[]): Promise<void> {
  await startInto(target, chosen);
  await driver.untilReview();
}

/** Exports orders without a question. */
async function exportAll(chosen: readonly string[]): Promise<void> {
  await startInto(target, chosen);
  await driver.untilExported();
}

/** Closes an export that waits or is finished, and clears the selection. */
async function leave(): Promise<void> {
  const { t } = driver;
  const dialog = driver.dialog();
  const stop = driver.button(t('exporting.stop'), dialog);
  if (await stop.isVisible()) await stop.click();
  else await driver.finishExport();
  await dialog.waitFor({ state: 'detached' });
  const clear = driver.button(t('orders.selection.clear'));
  if (await clear.isVisible()) await clear.click();
}

/** The entry of an order in the review or in the summary. */
function item(name: string): Locator {
  const list = driver.dialog().getByRole('region', { name: driver.t('exporting.items') });
  return list.getByRole('listitem').filter({ has: driver.page.getByText(name, { exact: true }) });
}

/** Checks that an order has failed with this error, with its whole text. */
async function expectItemFailed(name: string, error: AppError): Promise<void> {
  const { t } = driver;
  await item(name).getByText(t('exporting.state.failed'), { exact: true }).waitFor();
  const said = await item(name).textContent();
  for (const sentence of Object.values(describeError(error, t))) expect(said).toContain(sentence);
}

function fileError(reason: FileReason, name: string, code: string): AppError {
  return { kind: 'fileSystem', reason, code, name };
}

async function writtenFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

describe('an obstacle in the target folder', () => {
  test('is shown for each order, and the others are written', async () => {
    await writeFile(join(target, 'annex'), 'a file in place of the folder');
    await mkdir(join(target, 'elsewhere'));
    await symlink(join(target, 'elsewhere'), join(target, 'mail'));
    await mkdir(join(target, 'porch'));
    await symlink(join(target, 'elsewhere', 'key'), join(target, 'porch', 'privkey.pem'));

    await exportAll(names);
    await expectItemFailed('Annex', fileError('notADirectory', 'annex', ''));
    await expectItemFailed('Mail', fileError('symlink', 'mail', ''));
    await expectItemFailed('Porch', fileError('symlink', 'privkey.pem', ''));
    const written = await item('Store').textContent();
    for (const file of files) expect(written).toContain(`store/${file}`);
    const { t } = driver;
    const summary = [
      t('exporting.done.saved', { count: files.length, target }),
      t('exporting.done.failedCount', { count: 3 }),
    ];
    await driver.dialog().getByText(summary.join(' · ')).waitFor();
    await driver.screenshot('export-mixed-summary');
    await leave();

    expect(await readdir(join(target, 'elsewhere'))).toEqual([]);
    expect((await readdir(join(target, 'store'))).sort()).toEqual(files);
    expect((await stat(join(target, 'store', 'privkey.pem'))).mode & 0o777).toBe(0o600);
  });

  test('is a folder that others can write to: no key is written', async () => {
    await mkdir(join(target, 'store'));
    await chmod(join(target, 'store'), 0o777);
    await exportAll(['Annex', 'Store']);
    await expectItemFailed('Store', fileError('writableByOthers', 'store', ''));
    await leave();
    expect(await readdir(join(target, 'store'))).toEqual([]);
  });

  test('is a file instead of the folder: it is not changed', async () => {
    const { t } = driver;
    const place = join(target, 'notes.txt');
    await writeFile(place, 'kept');
    await startInto(place, ['Store']);
    await expectErrorShown(driver.dialog(), describeError(fileError('notADirectory', 'notes.txt', ''), t));
    await driver.screenshot('export-no-folder');
    await leave();
    expect(await readFile(place, 'utf8')).toBe('kept');
  });

  test('are files of another program: kept by default, replaced on request', async () => {
    const { t } = driver;
    await mkdir(join(target, 'store'));
    for (const file of files) await writeFile(join(target, 'store', file), 'former');

    await review(['Annex', 'Store']);
    await item('Store')
      .getByText(/privkey\.pem/)
      .waitFor();
    await driver.writeExport(1);
    await item('Store').getByText(t('exporting.state.kept'), { exact: true }).waitFor();
    await leave();
    expect(await readFile(join(target, 'store', 'cert.pem'), 'utf8')).toBe('former');

    await review(['Store']);
    const replace = t('exporting.conflict.replace');
    await driver.dialog().getByRole('radio', { name: replace }).check();
    await driver.writeExport(1);
    await leave();
    expect(await readFile(join(target, 'store', 'cert.pem'), 'utf8')).toContain('BEGIN CERTIFICATE');
    expect(await readFile(join(target, 'store', 'privkey.pem'), 'utf8')).toContain('PRIVATE KEY');
  });
});

describe('a disk', needs(canMountForAll(), noMounts), () => {
  /** Mounts a file system in memory until the test ends. */
  async function mountSmallDisk(): Promise<string> {
    const disk = join(target, 'disk');
    await mkdir(disk);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8k,mode=700', 'tmpfs', disk]).status).toBe(0);
    onTestFinished(() => {
      spawnSync('umount', ['--lazy', disk]);
    });
    return disk;
  }

  test('that is full leaves nothing behind, and says so', async () => {
    const disk = await mountSmallDisk();
    await startInto(disk, ['Store']);
    const { t } = driver;
    await driver.dialog().getByText(t('exporting.done.failed'), { exact: true }).waitFor();
    const said = (await item('Store').textContent()) ?? '';
    expect(said).toContain(t('errors.fileSystem.noSpace.title'));
    expect(said).toContain(t('errors.fileSystem.noSpace.next'));
    await driver.screenshot('export-disk-full');
    await leave();
    expect(await writtenFiles(disk)).toEqual([]);
  });

  test('that is read-only cannot be written to', async () => {
    const disk = await mountSmallDisk();
    spawnSync('mount', ['-o', 'remount,ro', disk]);
    await startInto(disk, ['Store']);
    await expectErrorShown(driver.dialog(), describeError(fileError('readOnly', 'disk', 'EROFS'), driver.t));
    await leave();
  });
});

describe('material of the service', () => {
  test('is refused if key and certificate do not belong together or the rid is unknown', async () => {
    await service.addOrder({ rid: 'gone', name: 'Gone' });
    await driver.addOrders(['gone']);
    await driver.untilStatus('Gone', 'healthy');
    service.removeOrder('gone');
    service.setFault('mail', { kind: 'wrongPem', variant: 'otherKey' });
    service.setFault('porch', { kind: 'status', status: 503 });

    await exportAll(['Gone', 'Mail', 'Porch', 'Store']);
    await expectItemFailed('Gone', {
      kind: 'unknownRid',
      detail: 'There is no order with this rid; order_not_found',
    });
    await expectItemFailed('Mail', { kind: 'invalidMaterial', reason: 'keyMismatch', part: 'key' });
    await expectItemFailed('Porch', {
      kind: 'serverError',
      status: 503,
      retryAfterMs: null,
      detail: 'The service answers 503; fault',
    });
    await leave();
    expect(await readdir(target)).toEqual(['store']);
    service.clearFaults();
  });

  test.each(['partial', 'none'] as const)(
    'is completed by the downloads, where its JSON is %s',
    async (shape) => {
      service.setShape(shape);
      await exportAll(['Store']);
      await leave();
      expect((await readdir(join(target, 'store'))).sort()).toEqual(files);
      service.setShape('flat');
    },
  );

  test('is exported without the key if it is not selected, and the key is not fetched', async () => {
    const { t } = driver;
    service.setShape('none');
    service.clearRequests();
    await driver.select(['Store']);
    await driver.openSelectionExport();
    await driver
      .dialog()
      .getByRole('checkbox', { name: t('exporting.part.key') })
      .uncheck();
    await driver.chooseExportPlace('folder', target);
    await driver.untilExported();
    await leave();
    expect((await readdir(join(target, 'store'))).sort()).toEqual(
      files.filter((file) => file !== 'privkey.pem'),
    );
    expect(service.requests.map(({ route }) => route?.endpoint)).not.toContain('key');
    service.setShape('flat');
  });
});

describe('the user', () => {
  test('closes the native dialog: the form stays, without a message', async () => {
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

  test('cancels while the service is slow: nothing is written', async () => {
    const { t } = driver;
    service.setLatency(5_000);
    await startInto(target, names);
    await driver
      .dialog()
      .getByText(t('exporting.fetchingProgress', { done: 0, total: 4 }))
      .waitFor();
    await driver.button(t('exporting.stop'), driver.dialog()).click();
    await driver.dialog().waitFor({ state: 'detached' });
    service.setLatency(0);
    await driver.button(t('orders.selection.clear')).click();
    expect(await readdir(target)).toEqual([]);
  });

  test.each(['button', 'Escape'] as const)(
    'cancels in the review with the %s: nothing is written',
    async (by) => {
      const { t, page } = driver;
      await mkdir(join(target, 'store'));
      await writeFile(join(target, 'store', 'cert.pem'), 'theirs');
      await review(['Store']);
      if (by === 'button') await driver.button(t('exporting.stop'), driver.dialog()).click();
      else await page.keyboard.press('Escape');
      await driver.dialog().waitFor({ state: 'detached' });
      // No export waits for an answer.
      await page
        .getByRole('region', { name: t('exporting.title'), exact: true })
        .waitFor({ state: 'detached' });
      await driver.button(t('orders.selection.clear')).click();
      expect(await readdir(join(target, 'store'))).toEqual(['cert.pem']);
    },
  );

  test('has a token that is rejected during the export: every order shows it', async () => {
    service.revokeToken(service.token);
    await startInto(target, ['Annex', 'Store']);
    await expectItemFailed('Annex', {
      kind: 'unauthorized',
      status: 401,
      detail: 'The access token is missing or invalid; unauthorized',
    });
    await expectItemFailed('Store', {
      kind: 'unauthorized',
      status: 401,
      detail: 'The access token is missing or invalid; unauthorized',
    });
    await driver.screenshot('export-token-rejected');
    await leave();
    expect(await readdir(target)).toEqual([]);
  });
});
