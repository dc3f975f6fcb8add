import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { isFocused } from '#test/support/e2e/keyboardControl.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import type { TestService } from '#test/support/e2e/service.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

let service: TestService;
let driver: WindowDriver;
let target: string;
/** A program that records its calls, and fails while a file exists. */
let program: string;
let tools: string;

beforeAll(async () => {
  tools = await temporaryFolder();
  program = join(tools, 'reload');
  const lines = [
    '#!/bin/sh',
    `printf '%s|' "$@" >> '${tools}/calls'`,
    'echo "reloaded $2"',
    `if [ -e '${tools}/broken' ]; then exit 3; fi`,
  ];
  await writeFile(program, `${lines.join('\n')}\n`);
  await chmod(program, 0o755);
  ({ service, driver } = await launchLived({ orders: [{ rid: 'store', name: 'Store', days: 12 }] }));
  target = await temporaryFolder();
  await driver.select(['Store']);
  await driver.openSelectionExport();
  await driver.choosePreset(driver.t('presets.names.pem'));
  await driver.chooseExportPlace('folder', target);
  await driver.untilExported();
  await driver.finishExport();
});

const path = (...names: readonly string[]) => join(target, 'store', ...names);
const calls = () => readFile(join(tools, 'calls'), 'utf8').catch(() => '');

/** The step of the exported files in the panel of the order. */
const section = (): Promise<Locator> => driver.openStep('Store', 'files');

async function fromMenu(copies: Locator, item: 'copies.restore.open' | 'copies.command.open'): Promise<void> {
  await copies.getByRole('button', { name: /^More for .+/u }).click();
  await driver.page.getByRole('menuitem', { name: driver.t(item) }).click();
}

interface Asked {
  asked: string;
}

/** From now on every native dialog is answered with consent. */
async function agreeToAll(): Promise<void> {
  await driver.app.electron.evaluate(({ dialog }) => {
    dialog.showMessageBox = async (...args: unknown[]) => {
      (globalThis as unknown as Asked).asked = JSON.stringify(args.at(-1));
      return { response: 1, checkboxChecked: false };
    };
  });
}

/** The text of the last native dialog. */
function question(): Promise<string> {
  return driver.app.electron.evaluate(() => (globalThis as unknown as Asked).asked);
}

async function renewAndRefresh(copies: Locator, days: number): Promise<void> {
  await service.renew('store', { days });
  await driver.syncNow();
  await driver.button(driver.t('copies.refresh'), copies).click();
}

/** The toasts. */
const messages = () => driver.page.getByRole('region', { name: driver.t('orders.toasts') });

test('a command is saved after consent in a native dialog, and runs after a refresh', async () => {
  const { t, page } = driver;
  const copies = await section();
  await fromMenu(copies, 'copies.command.open');
  const dialog = driver.dialog();
  const field = dialog.getByLabel(t('copies.command.line'), { exact: true });
  await driver.button(t('copies.command.save'), dialog).click();
  await expect.poll(() => isFocused(field)).toBe(true);
  await field.fill(join(tools, 'missing'));
  await driver.button(t('copies.command.save'), dialog).click();
  await dialog.getByText(t('errors.invalidInput.why.notAProgram')).waitFor();
  await field.fill(`${program} -s "$HOME and more`);
  await driver.button(t('copies.command.save'), dialog).click();
  await dialog.getByText(t('errors.invalidInput.why.unclosedQuote')).waitFor();
  await field.fill(`${program} -s "$HOME and more"`);
  const words = dialog.getByRole('list', { name: t('copies.command.parsed') }).getByRole('listitem');
  expect(await words.allTextContents()).toEqual([program, '-s', '$HOME and more']);

  await driver.button(t('copies.command.save'), dialog).click();
  await answerConsent(driver.app, false, 'consent-command');
  await expect.poll(() => driver.button(t('copies.command.save'), dialog).isEnabled()).toBe(true);
  expect(await copies.getByText('"$HOME and more"').count()).toBe(0);
  await driver.screenshot('reloadCommands-form');
  await expectNoBarriers(page);
  await agreeToAll();
  await driver.button(t('copies.command.save'), dialog).click();
  await expect.poll(question).toContain('1: -s\\n2: \\"$HOME and more\\"');
  await messages().getByText(t('copies.command.set'), { exact: true }).waitFor();
  await copies.getByText('"$HOME and more"').waitFor();
  expect(await calls()).toBe('');

  await renewAndRefresh(copies, 60);
  await copies.getByText(/^Exit code 0/u).waitFor();
  expect(await calls()).toBe('-s|$HOME and more|');
  await driver.button(t('copies.command.showOutput'), copies).click();
  expect(await copies.getByRole('textbox', { name: t('copies.command.output') }).inputValue()).toBe(
    'reloaded $HOME and more',
  );
  await driver.screenshot('reloadCommands-row');
  await expectNoBarriers(page);
  await driver.button(t('copies.command.hideOutput'), copies).click();
});

test('a failed command is notified, with a link to its output', async () => {
  const { t, page } = driver;
  const copies = await section();
  await writeFile(join(tools, 'broken'), '');
  await driver.button(t('copies.command.runNow'), copies).click();
  await copies.getByText(/^Failed: exit code 3/u).waitFor();
  await renewAndRefresh(copies, 70);
  await messages()
    .getByText(t('copies.command.failed', { count: 1 }))
    .waitFor();
  await page
    .getByRole('complementary', { name: 'Store' })
    .getByRole('button', { name: t('common.close') })
    .click();
  await driver.button(t('copies.command.showOutput'), messages()).click();
  const command = page.getByRole('region', { name: /^Command for /u });
  await command.getByRole('textbox', { name: t('copies.command.output') }).waitFor();
  expect(await isFocused(command)).toBe(true);
  await driver.screenshot('reloadCommands-failed');
  await expectNoBarriers(page);
  await rm(join(tools, 'broken'));
});

test('previous files are restored, and the restore can be undone', async () => {
  const { t, page } = driver;
  const copies = await section();
  const renewed = await readFile(path('fullchain.pem'), 'utf8');
  await copies.getByRole('checkbox', { name: t('copies.keepUpToDate') }).check();
  await fromMenu(copies, 'copies.restore.open');
  const dialog = driver.dialog();
  await dialog.getByText(/valid until/u).waitFor();
  await dialog.getByText(t('copies.restore.keepingEnds')).waitFor();
  await driver.screenshot('reloadCommands-restore');
  await expectNoBarriers(page);
  await driver.button(t('copies.restore.confirm'), dialog).click();
  await messages().getByText(t('copies.restore.done')).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await readFile(path('fullchain.pem'), 'utf8')).not.toBe(renewed);
  // The window updates a moment after the answer.
  const keepsUpToDate = copies.getByRole('checkbox', { name: t('copies.keepUpToDate') });
  await expect.poll(() => keepsUpToDate.isChecked()).toBe(false);
  await copies.getByText(t('copies.state.stale'), { exact: true }).waitFor();

  await writeFile(path('cert.pem'), 'mine');
  await fromMenu(copies, 'copies.restore.open');
  await driver.button(t('copies.restore.confirm'), dialog).click();
  await dialog.getByText(t('copies.overwrite.restore.title')).waitFor();
  await driver.screenshot('reloadCommands-overwrite');
  expect(await readFile(path('cert.pem'), 'utf8')).toBe('mine');
  await driver.button(t('copies.overwrite.restore.confirm'), dialog).click();
  await expect.poll(() => readFile(path('fullchain.pem'), 'utf8')).toBe(renewed);
  await fromMenu(copies, 'copies.restore.open');
  await dialog.getByText(t('copies.restore.others')).waitFor();
  await driver.button(t('common.cancel'), dialog).click();

  await driver.button(t('copies.command.remove'), copies).click();
  await messages().getByText(t('copies.command.removed')).waitFor();
  await copies.getByText(t('copies.command.title')).waitFor({ state: 'detached' });
  await driver.app.close();
});
