import type { ElectronApplication, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { windowsOf } from '#test/support/e2e/desktopControl.ts';
import { answerConsent, pressKeys } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { freePort, ReceiverDriver } from '#test/support/e2e/receiverDriver.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it compares the first configuration of the receiver with what is asked';

/** Calls main like a page under attack: with any arguments, and without the app's forms. */
function callFromPage(page: Page, name: string, args: unknown): Promise<unknown> {
  return page.evaluate(
    ([call, given]) => {
      const { calls } = (
        globalThis as unknown as { notAfter: { calls: Record<string, (args: unknown) => Promise<unknown>> } }
      ).notAfter;
      return calls[call]?.(given);
    },
    [name, args] as const,
  );
}

const declined = { ok: false, error: { kind: 'consent', reason: 'declined' } };

describe('a consent', () => {
  let service: TestService;
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid: 'shop', name: 'Shop', domains: ['shop.example.com'] });
    app = await launchNotAfter({ because });
    driver = await driveWindow(app);
    await driver.connect(service);
  });

  const config = async () => (await snapshotOf(driver.page)).receiver.config;

  test('lets a private key be copied only while the window has the focus, and the key cannot be pasted into it', async () => {
    const { page, t } = driver;
    const { electron } = app;
    const [id = ''] = (await driver.orders()).map((order) => order.id);

    await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
    await expect.poll(() => isFocused(electron)).toBe(false);
    expect(await callFromPage(page, 'orders:copyKey', id)).toEqual({
      ok: false,
      error: { kind: 'consent', reason: 'notFocused' },
    });
    await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
    await expect.poll(() => isFocused(electron)).toBe(true);

    const search = page.getByRole('searchbox');
    await search.click();
    const copied = callFromPage(page, 'orders:copyKey', id);
    await answerConsent(app, true);
    expect(await copied).toEqual({ ok: true, value: null });
    const { key } = service.order('shop').material;
    expect((await clipboardText(electron)).trim()).toBe(key.trim());
    expect(await callFromPage(page, 'orders:copyKey', id)).toMatchObject({ error: { kind: 'tooOften' } });

    // An attacker in the page would listen for pastes everywhere, also in frames without the app's preload.
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      const listen = (target: Document) =>
        target.addEventListener(
          'paste',
          (event) => heard.push(event.clipboardData?.getData('text') ?? ''),
          true,
        );
      listen(document);
      const frame = document.createElement('iframe');
      frame.id = 'trap';
      document.body.append(frame);
      const inner = frame.contentDocument;
      if (inner === null) return;
      listen(inner);
      const field = inner.createElement('textarea');
      inner.body.append(field);
    });
    const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
    const refused = page.getByText(t('orders.pasteRefused.title'));
    for (const keys of ['ctrl+v', 'ctrl+shift+v', 'shift+Insert']) {
      await search.click();
      await pressKeys(keys);
      await refused.waitFor();
      await driver.screenshot('paste-refused');
      await page
        .getByRole('region', { name: t('orders.toasts') })
        .getByRole('button', { name: t('common.close') })
        .first()
        .click();
      await refused.waitFor({ state: 'detached' });
    }
    await page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('#trap');
      frame?.contentDocument?.querySelector('textarea')?.focus();
    });
    await pressKeys('ctrl+v');
    await refused.waitFor();
    expect(await page.evaluate(() => document.execCommand('paste'))).toBe(false);
    expect(
      await page.evaluate(() => navigator.clipboard.readText().catch((error: unknown) => String(error))),
    ).toContain('NotAllowedError');
    expect(await search.inputValue()).toBe('');
    expect(await heard()).toEqual([]);

    // After something else was copied, pasting works again.
    await electron.evaluate(({ clipboard }) => clipboard.writeText('shop'));
    await search.click();
    await pressKeys('ctrl+v');
    await expect.poll(() => search.inputValue()).toBe('shop');
    app.forgetProblems();
    expect(app.log()).not.toContain('PRIVATE KEY');
  });

  test('to exposing the receiver is asked in a native dialog with address, port and protocol', async () => {
    const { t } = driver;
    const receiver = new ReceiverDriver(driver);
    const dialog = await receiver.open();
    await driver.button(t('receiver.nav.listening'), dialog).click();
    const port = await freePort();
    await dialog.getByLabel(t('receiver.listening.address'), { exact: true }).fill('0.0.0.0');
    await dialog.getByLabel(t('receiver.listening.port'), { exact: true }).fill(String(port));
    await driver.screenshot('consent-exposure-form');
    const save = driver.button(t('receiver.listening.save'), dialog);
    await save.click();
    await answerConsent(app, false, 'consent-exposure');
    await expect.poll(() => save.isEnabled()).toBe(true);
    expect(await config()).toEqual(defaultReceiverConfig);
    // The input is still there.
    await save.click();
    await answerConsent(app, true);
    await expect.poll(async () => (await config()).address).toBe('0.0.0.0');
    await receiver.close();
  });

  test('cannot be given by the page, which cannot ask for a minute after two refusals', async () => {
    const { page } = driver;
    const before = await config();
    const taken = {
      ...defaultReceiverConfig,
      address: '::',
      exposureAccepted: true,
      plainHttpAccepted: true,
    };
    for (const _ of [1, 2]) {
      const answer = callFromPage(page, 'receiver:configure', taken);
      await answerConsent(app, false);
      expect(await answer).toEqual(declined);
    }
    const [id = ''] = (await driver.orders()).map((order) => order.id);
    for (const [call, args] of [
      ['receiver:configure', taken],
      ['orders:copyKey', id],
    ] as const)
      expect(await callFromPage(page, call, args)).toMatchObject({ error: { kind: 'tooOften' } });
    expect(await windowsOf(app.pid)).toHaveLength(1);
    expect(await config()).toEqual(before);
    await app.close();
  });
});

test('the dialogs are in Chinese', async () => {
  const service = await startTestService();
  await service.addOrder({ rid: 'shop', name: '商店', domains: ['shop.example.com'] });
  const app = await launchNotAfter({ because, language: 'zh_CN' });
  const driver = await driveWindow(app);
  await driver.connect(service);
  const { page } = driver;
  const [id = ''] = (await driver.orders()).map((order) => order.id);
  const asked: [picture: string, call: string, args: unknown][] = [
    ['exposure', 'receiver:configure', { ...defaultReceiverConfig, address: '192.0.2.7' }],
    ['key', 'orders:copyKey', id],
  ];
  for (const [picture, call, args] of asked) {
    const answer = callFromPage(page, call, args);
    await answerConsent(app, false, `consent-${picture}-zh-CN`);
    expect(await answer).toEqual(declined);
  }
  await app.close();
});

function isFocused(electron: ElectronApplication): Promise<boolean> {
  return electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null);
}

function clipboardText(electron: ElectronApplication): Promise<string> {
  return electron.evaluate(({ clipboard }) => clipboard.readText());
}
