import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { proofText } from '#shared/i18n/exportText.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import type { TestService } from '#test/support/e2e/service.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

const clearedMark = '[clipboard cleared]';

let service: TestService;
let app: NotAfter;
let driver: WindowDriver;

beforeAll(async () => {
  ({ service, app, driver } = await launchLived({
    orders: [{ rid: 'store', name: 'Store', days: 60, domains: ['store.example.com'] }],
  }));
});

/** The choice of a preset on the first page of an export. */
function choice(name: string): Locator {
  return driver.dialog().getByRole('radio', { name: new RegExp(`^${name}`, 'u') });
}

/** Shows the presets that are offered on request. */
async function showAll(): Promise<void> {
  await driver.button(driver.t('exporting.morePresets'), driver.dialog()).click();
}

/** Chooses a preset and a folder. */
async function exportAs(preset: string, target: string): Promise<void> {
  if ((await choice(preset).count()) === 0) await showAll();
  await choice(preset).check();
  await driver.chooseExportPlace('folder', target);
}

function clipboard(): Promise<string> {
  return app.electron.evaluate(({ clipboard: system }) => system.readText());
}

/** Certificates and keys that OpenSSL finds in a PKCS#12 file; rejects for a wrong passphrase. */
async function openWithOpenssl(file: string, passphrase: string): Promise<readonly string[]> {
  const args = ['pkcs12', '-in', file, '-passin', 'env:PASS', '-nodes'];
  const { stdout } = await promisify(execFile)('openssl', args, {
    env: { ...process.env, PASS: passphrase },
  });
  return stdout.match(/-----BEGIN .*?-----END [A-Z ]+-----/gsu) ?? [];
}

test('the preset of a server writes its files, verifies them, and shows the lines for its configuration', async () => {
  const { t, page } = driver;
  const target = await temporaryFolder();
  const dialog = await driver.openExport('Store');
  await choice('nginx').check();
  const files = dialog.getByRole('list', { name: t('presets.files') });
  await files.getByText('store/privkey.pem').waitFor();
  await files.getByText('store/fullchain.pem').waitFor();
  expect(await files.getByRole('listitem').count()).toBe(2);
  await driver.screenshot('presets-choice');
  await expectNoBarriers(page);

  await exportAs('nginx', target);
  await driver.untilExported();

  await dialog
    .getByText(proofText({ kind: 'proven', servername: 'store.example.com', protocol: 'TLSv1.3' }, t))
    .waitFor();
  const lines = await dialog.getByRole('textbox', { name: t('exporting.snippet.title') }).inputValue();
  expect(lines.split('\n')).toEqual([
    `ssl_certificate     ${join(target, 'store', 'fullchain.pem')};`,
    `ssl_certificate_key ${join(target, 'store', 'privkey.pem')};`,
  ]);
  await driver.screenshot('presets-summary');
  await expectNoBarriers(page);
  await driver.button(t('common.copyWhat', { what: t('exporting.snippet.what') }), dialog).click();
  await expect.poll(clipboard).toBe(`${lines}\n`);
  expect((await readdir(join(target, 'store'))).sort()).toEqual(['fullchain.pem', 'privkey.pem']);
  await driver.finishExport();
});

test('a keystore opens with the passphrase that was typed twice, and with no other', async () => {
  const { t, page } = driver;
  const target = await temporaryFolder();
  const dialog = await driver.openExport('Store');
  await exportAs(t('presets.names.tomcat'), target);
  const first = dialog.getByLabel(t('exporting.passphrase.label'), { exact: true });
  const again = dialog.getByLabel(t('exporting.passphrase.repeat'), { exact: true });
  await first.fill('correct horse');
  await again.fill('correct house');
  await driver.button(t('exporting.write', { count: 1 }), dialog).click();
  await dialog.getByText(t('exporting.passphrase.differs')).waitFor();
  expect(await again.getAttribute('aria-invalid')).toBe('true');
  expect(await readdir(target)).toEqual([]);
  await driver.screenshot('presets-passphrase');
  await expectNoBarriers(page);

  await again.fill('correct horse');
  await driver.writeExport(1);
  await driver.screenshot('presets-keystore');
  const lines = dialog.getByRole('textbox', { name: t('exporting.snippet.title') });
  expect(await lines.inputValue()).not.toContain('correct horse');
  const file = join(target, 'store', 'keystore.p12');
  // The key, the leaf, and the chain.
  expect((await openWithOpenssl(file, 'correct horse')).length).toBeGreaterThanOrEqual(3);
  await expect(openWithOpenssl(file, 'correct house')).rejects.toThrow();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await driver.finishExport();
});

test('a generated passphrase is shown once, copied, and opens the file', async () => {
  const { t, page } = driver;
  const target = await temporaryFolder();
  const dialog = await driver.openExport('Store');
  // The preset of the last export is preselected.
  await expect.poll(() => choice(t('presets.names.tomcat')).isChecked()).toBe(true);
  await exportAs(t('presets.names.iis'), target);
  await driver.button(t('exporting.passphrase.make'), dialog).click();
  const made = await dialog.getByLabel(t('exporting.passphrase.label'), { exact: true }).inputValue();
  expect(made).toMatch(/^[A-Za-z2-9]{24}$/u);
  await driver.screenshot('presets-made');
  await expectNoBarriers(page);
  await driver.button(t('exporting.passphrase.copy'), dialog).click();
  await expect.poll(clipboard).toBe(made);
  await driver.writeExport(1);
  expect(await openWithOpenssl(join(target, 'store', 'certificate.pfx'), made)).not.toEqual([]);
  await driver.finishExport();
});

test('a custom preset is created from another one, used, and removed after a question', async () => {
  const { t, page } = driver;
  const target = await temporaryFolder();
  const dialog = await driver.openExport('Store');
  const settings = driver.settings();
  await showAll();
  await choice('HAProxy').check();
  await driver.button(t('exporting.managePresets'), dialog).click();
  await driver.button(t('presets.useAsStart'), settings).click();
  await settings.getByLabel(t('presets.field.name'), { exact: true }).fill('Mail server');
  const name = settings.getByLabel(t('presets.field.fileName'), { exact: true });
  await name.fill('{alias');
  await driver.button(t('presets.save'), settings).click();
  await settings.getByText(t('errors.invalidInput.why.unknownVariable')).waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
  await driver.screenshot('presets-editor-error');
  await name.fill('{domain}-{notAfter}.pem');
  const until = new Date((await driver.order('Store'))?.notAfter ?? 0).toISOString().slice(0, 10);
  const becomes = `store.example.com-${until}.pem`;
  await settings.getByText(t('presets.preview', { title: 'Store', name: becomes })).waitFor();
  await driver.screenshot('presets-editor');
  await expectNoBarriers(page);
  await driver.button(t('presets.save'), settings).click();
  await page.getByText(t('presets.saved')).waitFor();
  await driver.closeSettings();

  // The export dialog opens again, with the new preset.
  await expect.poll(() => choice('Mail server').isChecked()).toBe(true);
  await exportAs('Mail server', target);
  await driver.untilExported();
  const written = await readFile(join(target, 'store', becomes), 'utf8');
  expect(written).toContain('PRIVATE KEY');
  expect(written).toContain(service.order('store').material.certificate.trimEnd());
  await driver.finishExport();

  await driver.openExport('Store');
  await showAll();
  await driver.button(t('exporting.managePresets'), dialog).click();
  await driver.button(t('presets.remove.button'), settings).click();
  await settings.getByText(t('presets.remove.question', { name: 'Mail server' })).waitFor();
  await driver.screenshot('presets-remove');
  await driver.button(t('presets.remove.confirm'), settings).click();
  await driver.button('Mail server', settings).waitFor({ state: 'detached' });
  await driver.closeSettings();
  await showAll();
  await choice('nginx').waitFor();
  expect(await choice('Mail server').count()).toBe(0);
  await driver.button(t('common.cancel'), dialog).click();
  expect(await readdir(join(target, 'store'))).toEqual([becomes]);
});

test('a custom preset based on nginx shows the lines for its files, and what other servers lack', async () => {
  const { t, page } = driver;
  const target = await temporaryFolder();
  const dialog = await driver.openExport('Store');
  const settings = driver.settings();
  await choice('nginx').check();
  await showAll();
  await driver.button(t('exporting.managePresets'), dialog).click();
  const preview = settings.getByRole('textbox', { name: t('presets.lines') });
  await expect.poll(() => preview.inputValue()).toContain('ssl_certificate_key store/privkey.pem;');
  await driver.screenshot('presets-builtin');
  await expectNoBarriers(page);
  await driver.button(t('presets.useAsStart'), settings).click();
  await settings.getByLabel(t('presets.field.name'), { exact: true }).fill('Front');
  const names = settings.getByLabel(t('presets.field.fileName'), { exact: true });
  await names.nth(0).fill('site.key');
  await names.nth(1).fill('{domain}.crt');
  const server = settings.getByLabel(t('presets.field.server'));
  expect(await server.inputValue()).toBe('nginx');
  await expect
    .poll(() => preview.inputValue())
    .toBe('ssl_certificate     store/store.example.com.crt;\nssl_certificate_key store/site.key;');
  await preview.scrollIntoViewIfNeeded();
  await driver.screenshot('presets-server');
  await server.selectOption('haproxy');
  const need = t('presets.serverNeed.combined');
  await settings.getByText(t('presets.serverLacks', { server: 'HAProxy', need })).waitFor();
  expect(await preview.count()).toBe(0);
  await driver.screenshot('presets-server-lacks');
  await expectNoBarriers(page);
  await server.selectOption('nginx');
  await driver.button(t('presets.save'), settings).click();
  await driver.button('Front', settings).waitFor();
  await driver.closeSettings();

  await exportAs('Front', target);
  await driver.untilExported();
  const lines = await dialog.getByRole('textbox', { name: t('exporting.snippet.title') }).inputValue();
  expect(lines.split('\n')).toEqual([
    `ssl_certificate     ${join(target, 'store', 'store.example.com.crt')};`,
    `ssl_certificate_key ${join(target, 'store', 'site.key')};`,
  ]);
  await driver.screenshot('presets-server-summary');
  expect((await readdir(join(target, 'store'))).sort()).toEqual(['site.key', 'store.example.com.crt']);
  await driver.finishExport();
});

test('a certificate is copied at once, its key after a question, and the key is removed at quit', async () => {
  const { t, page } = driver;
  const panel = await driver.openDetails('Store');
  const copyFromMenu = async (item: 'copyLeaf' | 'copyKey') => {
    await driver.button(t('orders.panel.more'), panel).click();
    const entry = page.getByRole('menuitem', { name: t(`verbs.${item}`) });
    await entry.waitFor();
    await driver.screenshot('copy-menu');
    await entry.click();
  };
  const { key, certificateServer } = service.order('store').material;
  await copyFromMenu('copyLeaf');
  await expect.poll(async () => (await clipboard()).trim()).toBe(certificateServer.trim());

  await copyFromMenu('copyKey');
  await answerConsent(app, false, 'copy-key');
  expect((await clipboard()).trim()).toBe(certificateServer.trim());

  await copyFromMenu('copyKey');
  await answerConsent(app, true);
  await page.getByText(t('orders.copy.keyCopied')).waitFor();
  await expect.poll(async () => (await clipboard()).trim()).toBe(key.trim());
  // The X11 clipboard of a program ends with it, so the removal is observed before.
  await app.electron.evaluate(({ clipboard: system }, mark) => {
    const clear = system.clear.bind(system);
    system.clear = () => {
      clear();
      process.stderr.write(mark);
    };
  }, clearedMark);
  await app.close();
  expect(app.log()).toContain(clearedMark);
  expect(app.log()).not.toContain('PRIVATE KEY');
});
