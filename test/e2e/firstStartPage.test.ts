import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { enterFirstText, snapshotOf } from '#scripts/demo/windowSteps.ts';
import { isFocused } from '#test/support/e2e/keyboardControl.ts';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { filesHolding } from '#test/support/e2e/traces.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it is about the first start';

/** Counts what a person does: pastes and presses. */
class Actions {
  readonly #driver: WindowDriver;
  count = 0;

  constructor(driver: WindowDriver) {
    this.#driver = driver;
  }

  /** Pastes from the clipboard, without a press before: the box has the focus. */
  async paste(text: string): Promise<void> {
    this.count += 1;
    const { app, page, t } = this.#driver;
    const box = page.getByLabel(t('firstStart.paste'), { exact: true });
    await expect.poll(() => isFocused(box)).toBe(true);
    await app.electron.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
    await page.keyboard.press('Control+V');
  }

  async press(button: Locator): Promise<void> {
    this.count += 1;
    await button.click();
  }
}

async function serviceWithOrders(tls: boolean): Promise<TestService> {
  const service = await startTestService({ tls });
  for (let count = 1; count <= 11; count += 1)
    await service.addOrder({ rid: `k7Qm2VxT9b${count}`, name: `Order ${count}`, days: 20 * count });
  return service;
}

const curl = ({ baseUrl, token, rids }: TestService) =>
  `curl -s \\\n  -H 'Authorization: Bearer ${token}' \\\n  '${baseUrl}/open/ssl/latest/${rids[0]}/certificate'`;

describe('the first start on one page', () => {
  test('leads from a curl command and a list of rids to the orders with two pastes and one press', async () => {
    const service = await serviceWithOrders(false);
    const app = await launchNotAfter({ because });
    const driver = await driveWindow(app);
    const { page, t } = driver;
    const actions = new Actions(driver);
    const box = page.getByLabel(t('firstStart.paste'), { exact: true });

    await actions.paste(curl(service));
    // The first certificate is on the screen while nothing is stored yet.
    await page.getByText('Order 1', { exact: true }).waitFor({ timeout: 10_000 });
    expect((await snapshotOf(page)).connections).toEqual([]);

    await actions.paste([...service.rids, 'nobody1', 'nobody2'].join('\n'));
    const results = page.getByRole('region', { name: t('addOrders.results') });
    const summary = [
      t('addOrders.summary.found', { count: 11 }),
      t('firstStart.result.notFound', { count: 2 }),
    ];
    await results.getByText(summary.join(' · ')).waitFor();
    const rows = await results.getByRole('listitem').allInnerTexts();
    expect(rows).toHaveLength(13);
    for (const row of rows.slice(0, 2)) expect(row).toContain(t('errors.unknownRid.title'));
    // The token is in no text and in no element but its own hidden input.
    expect(await page.locator('body').textContent()).not.toContain(service.token);
    expect(await box.inputValue()).toBe('');
    await driver.screenshot('first-start-results');

    await actions.press(driver.button(t('addOrders.submitCount', { count: 13 })));
    await page.getByRole('banner').waitFor();
    expect(await driver.orders()).toHaveLength(13);
    expect(actions.count).toBe(3);
    expect(
      await page
        .locator('input')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
    ).not.toContain(service.token);
    expect(await filesHolding(app.profile, [service.token])).toEqual([]);
    expect(app.log()).not.toContain(service.token);
  });

  test('asks which word is the token where nothing says it, then whether the others are rids, and shows and stores none before', async () => {
    const service = await startTestService({ tls: false });
    // As long as the token, nearly.
    const rids = [
      'aB3xK9mPq2LwZ7tRv5Nc8Yd1Hf6Gj4Us0Xe_oi-ATk',
      'mN8vC2zX5kJ7hG4fD1sA6pO3iU9yT0rEwQ_bL-VYHe2oR',
    ];
    for (const rid of rids) await service.addOrder({ rid, name: `Order ${rid.slice(-2)}`, days: 30 });
    const app = await launchNotAfter({ because });
    const driver = await driveWindow(app);
    const { page, t } = driver;
    const actions = new Actions(driver);
    await actions.paste([service.baseUrl, rids[0], service.token, rids[1]].join('\n'));
    await page.getByText(t('firstStart.question.several')).waitFor();
    for (const word of [service.token, ...rids])
      expect(await page.locator('html').innerHTML()).not.toContain(word);
    expect(service.requests).toEqual([]);
    await driver.screenshot('first-start-question');

    const word = `••••••••${service.token.slice(-4)}`;
    await actions.press(driver.button(t('firstStart.question.isTokenOf', { word })));
    // Of different lengths, they may be other secrets.
    await page.getByText(t('firstStart.question.areRids')).waitFor();
    for (const rid of rids) expect(await page.locator('html').innerHTML()).not.toContain(rid);
    expect(service.requests.filter(({ path }) => rids.some((rid) => path.includes(rid)))).toEqual([]);
    await driver.screenshot('first-start-question-rids');
    await actions.press(driver.button(t('firstStart.question.theyAreRids')));
    await page.getByText('Order Tk', { exact: true }).waitFor();
    await actions.press(driver.button(t('addOrders.submitCount', { count: 2 })));
    await page.getByRole('banner').waitFor();
    expect(await driver.orders()).toHaveLength(2);
    expect(actions.count).toBe(4);
    expect(await filesHolding(app.profile, [service.token])).toEqual([]);
  });

  test('leads there with one paste, and leaves out the unknown rids with one press', async () => {
    const service = await serviceWithOrders(false);
    const driver = await driveWindow(await launchNotAfter({ because }));
    const { t } = driver;
    const actions = new Actions(driver);
    const table = ['name\trid', ...service.rids.map((rid) => `Some order\t${rid}`), 'Gone\tnobody1'];
    await actions.paste([service.baseUrl, `token: ${service.token}`, ...table].join('\n'));
    await actions.press(driver.button(t('firstStart.leaveOutUnknown', { count: 1 })));
    const add = driver.button(t('addOrders.submitCount', { count: 11 }));
    await expect.poll(() => isFocused(add)).toBe(true);
    await actions.press(add);
    await driver.page.getByRole('banner').waitFor();
    expect(actions.count).toBe(3);
    expect(await driver.orders()).toHaveLength(11);
  });

  test('offers the CA file where it is missed, and tries again with it', async () => {
    const service = await serviceWithOrders(true);
    const app = await launchNotAfter({ because });
    const driver = await driveWindow(app);
    const { page, t } = driver;
    const actions = new Actions(driver);
    await answerFileDialogs(app.electron, service.caFile);
    await actions.paste(curl(service));
    await page.getByText(t('errors.tls.notTrusted.title')).waitFor();
    await driver.screenshot('first-start-ca');
    await actions.press(driver.button(t('firstStart.chooseCa')));
    await page.getByText('Order 1', { exact: true }).waitFor();
    await actions.press(driver.button(t('addOrders.submitCount', { count: 1 })));
    await driver.row('Order 1').waitFor();
    expect(actions.count).toBe(3);
  });
});

describe('the page of the first start, as long as nothing is added', () => {
  let service: TestService;
  let driver: WindowDriver;

  beforeAll(async () => {
    service = await serviceWithOrders(false);
    driver = await driveWindow(await launchNotAfter({ because }));
  });

  beforeEach(async () => {
    await driver.page.reload();
    await driver.page.getByLabel(driver.t('firstStart.paste'), { exact: true }).waitFor();
    service.clearRequests();
  });

  test('says at the field what is wrong with the token or the address, and stores nothing meanwhile', async () => {
    const { page, t } = driver;
    const actions = new Actions(driver);
    const [rid = ''] = service.rids;
    await actions.paste(`${service.baseUrl} Bearer not-the-one ${rid}`);
    const token = page.getByLabel(t('connections.token'), { exact: true });
    await expect.poll(() => token.getAttribute('aria-invalid')).toBe('true');
    await page.getByText(t('errors.unauthorized.title')).first().waitFor();
    await driver.button(t('firstStart.saveAnyway')).waitFor();
    await driver.screenshot('first-start-wrong-token');

    await enterFirstText(page, t, `Bearer ${service.token}\nhttps://nobody.invalid`);
    const address = page.getByLabel(t('connections.baseUrl'), { exact: true });
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
    expect(await token.getAttribute('aria-invalid')).toBeNull();
    await page.getByText(t('errors.network.hostNotFound.title')).first().waitFor();
    expect((await snapshotOf(page)).connections).toEqual([]);

    await enterFirstText(page, t, service.baseUrl);
    await page.getByText('Order 1', { exact: true }).waitFor();
    expect(await address.getAttribute('aria-invalid')).toBeNull();
  });

  test('sends nothing while an address is being typed', async () => {
    const { page, t } = driver;
    await enterFirstText(page, t, `Bearer ${service.token} ${service.rids[0]}`);
    await driver.button(t('firstStart.byHand')).click();
    service.clearRequests();
    await page.getByLabel(t('connections.baseUrl'), { exact: true }).focus();
    await page.keyboard.type(`${service.baseUrl}/path`);
    for (let count = 0; count < '/path'.length; count += 1) await page.keyboard.press('Backspace');
    expect(service.requests).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Order 1', { exact: true }).waitFor();
    expect(service.requests).toHaveLength(1);
  });

  test.each([
    ['the smallest window', 760, 520, 1],
    ['the smallest window at 200 %', 760, 520, 2],
  ])('shows its main button in %s', async (_name, width, height, zoom) => {
    const { app, page, t } = driver;
    await app.electron.evaluate(
      ({ BrowserWindow }, [wide, high, factor]) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.setContentSize(wide, high);
        window?.webContents.setZoomFactor(factor);
      },
      [width, height, zoom] as const,
    );
    await enterFirstText(page, t, [service.baseUrl, `Bearer ${service.token}`, ...service.rids].join('\n'));
    await page.getByText(t('addOrders.summary.found', { count: 11 })).waitFor();
    const add = driver.button(t('addOrders.submitCount', { count: 11 }));
    const box = await add.evaluate((button) => {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      return { left, top, right: innerWidth - right, bottom: innerHeight - bottom };
    });
    for (const distance of Object.values(box)) expect(distance).toBeGreaterThanOrEqual(0);
    await driver.screenshot(`first-start-small-${zoom}`);
  });

  test('changes language and theme at once', async () => {
    const { page, t } = driver;
    await page.getByLabel(t('settings.theme'), { exact: true }).selectOption('dark');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await page.getByLabel(t('settings.language'), { exact: true }).selectOption('zh-CN');
    await page.getByRole('heading', { name: '欢迎使用 NotAfter' }).waitFor();
    expect((await snapshotOf(page)).settings).toMatchObject({ theme: 'dark', language: 'zh-CN' });
    await driver.screenshot('first-start-zh-dark');
  });
});
