import { beforeAll, describe, expect, test } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import {
  callIn,
  continueFirstStart,
  enterFirstText,
  firstStartButton,
  snapshotOf,
  untilAllAsked,
} from '#scripts/demo/windowSteps.ts';
import type { AppError, InputField, InputReason } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Fault } from '#test/service/referenceService.ts';
import { expectErrorShown, expectFieldRefused } from '#test/support/e2e/errorsShown.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { closedPort, startMisnamedServer, startOtherApi } from '#test/support/e2e/otherServers.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it begins with a connection that does not work';

const rid = 'intranetOrder';

function input(field: InputField, reason: InputReason): AppError {
  return { kind: 'invalidInput', field, reason };
}

/** Inputs of a connection test; defaults work. */
interface Draft {
  readonly baseUrl?: string;
  readonly token?: string;
  readonly rid?: string;
}

describe('a connection that does not work', () => {
  let service: TestService;
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid, name: 'Intranet' });
    app = await launchNotAfter({ because });
    driver = await driveWindow(app);
  });

  /** Fills the form and presses the button of the test. */
  async function tryOut({ baseUrl = service.baseUrl, token = service.token, rid: asked = rid }: Draft) {
    const { t, page } = driver;
    await page.getByLabel(t('connections.baseUrl'), { exact: true }).fill(baseUrl);
    await page.getByLabel(t('connections.token'), { exact: true }).fill(token);
    await page.getByLabel(t('connections.test.rid'), { exact: true }).fill(asked);
    await driver.button(t('connections.test.run')).click();
  }

  /** Tests a draft and waits for the text of an error, with every value except the system's code. */
  async function expectTestFails(draft: Draft, error: AppError) {
    await tryOut(draft);
    const host = new URL(draft.baseUrl ?? service.baseUrl).host;
    const report = driver.page.getByRole('region', { name: driver.t('connections.test.report') });
    await expectErrorShown(report, describeError(error, driver.t, { host }));
    expect(await report.getByText(driver.t('connections.test.outcome.failed'), { exact: true }).count()).toBe(
      1,
    );
  }

  test('is refused or explained on the first start, until the CA file is chosen', async () => {
    const { t, page } = driver;
    const baseUrl = page.getByLabel(t('connections.baseUrl'), { exact: true });
    const refused = [
      ['', 'empty'],
      ['http://certs.example.com', 'httpsOnly'],
      ['https://certs..example:99999', 'notAUrl'],
      ['https://me:secret@certs.example.com', 'credentialsInUrl'],
      ['https://certs.example.com/?a=b', 'queryInUrl'],
    ] as const;
    await driver.button(t('firstStart.byHand')).click();
    for (const [text, reason] of refused) {
      await baseUrl.fill(text);
      await firstStartButton(page, t, 0).click();
      await expectFieldRefused(baseUrl, describeError(input('baseUrl', reason), t));
    }
    await baseUrl.fill(service.baseUrl);
    await firstStartButton(page, t, 0).click();
    const token = page.getByLabel(t('connections.token'), { exact: true });
    await expectFieldRefused(token, describeError(input('token', 'empty'), t));

    await page.getByLabel(t('connections.name'), { exact: true }).fill('Work');
    await enterFirstText(page, t, `Bearer ${service.token}`);
    const notTrusted: AppError = {
      kind: 'tls',
      reason: 'notTrusted',
      code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    };
    await expectErrorShown(page, describeError(notTrusted, t, { host: new URL(service.baseUrl).host }));
    await driver.screenshot('first-start-not-trusted');

    await answerFileDialogs(app.electron, service.caFile);
    await driver.button(t('firstStart.chooseCa')).click();
    await page.getByText(t('firstStart.tokenAccepted', { host: new URL(service.baseUrl).host })).waitFor();
    await continueFirstStart(page, t, 0);
    await page.getByRole('heading', { name: t('orders.empty.title') }).waitFor();
  });

  test('is explained by the connection test, for every error', async () => {
    const { t } = driver;
    const dialog = await driver.openConnections();
    await driver.button(t('connections.addConnection'), dialog).first().click();

    const notTrusted = {
      kind: 'tls',
      reason: 'notTrusted',
      code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    } as const;
    await expectTestFails({}, notTrusted);
    await answerFileDialogs(app.electron, service.caFile);
    await driver.button(t('connections.ca.choose'), dialog).click();
    await dialog.getByText('company-ca.pem').waitFor();
    await tryOut({});
    await dialog.getByText(/Intranet/).waitFor();

    await expectTestFails(
      { baseUrl: await startMisnamedServer('certs.example.com') },
      { kind: 'tls', reason: 'wrongHost', code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    );
    await expectTestFails(
      { baseUrl: await closedPort() },
      { kind: 'network', reason: 'refused', code: 'ECONNREFUSED' },
    );
    await tryOut({ baseUrl: 'https://certs.invalid' });
    const report = dialog.getByRole('region', { name: t('connections.test.report') });
    // The code depends on this computer's name resolution.
    await report.getByText(t('errors.network.hostNotFound.title'), { exact: true }).waitFor();
    await report.getByText(t('errors.network.hostNotFound.next'), { exact: true }).waitFor();

    await expectTestFails(
      { token: 'revoked' },
      {
        kind: 'unauthorized',
        status: 401,
        detail: 'The access token is missing or invalid; unauthorized',
      },
    );
    // A line break at the end is removed; one in the middle may have cut something off.
    await tryOut({ token: `${service.token}\n` });
    await dialog.getByText(/Intranet/).waitFor();
    const wrapped = `${service.token.slice(0, 20)}\n${service.token.slice(20)}`;
    await expectTestFails({ token: wrapped }, input('token', 'notHeaderSafe'));
    await expectTestFails(
      { rid: 'nobodyKnowsThis' },
      { kind: 'unknownRid', detail: 'There is no order with this rid; order_not_found' },
    );

    service.setFault(rid, { kind: 'html200' });
    await expectTestFails({}, { kind: 'invalidResponse', reason: 'html', detail: null });
    service.setFault(rid, { kind: 'redirect' });
    await expectTestFails({}, { kind: 'redirected', status: 302, location: service.otherOrigin });
    service.setFault(rid, { kind: 'status', status: 503 });
    await expectTestFails(
      {},
      { kind: 'serverError', status: 503, retryAfterMs: null, detail: 'The service answers 503; fault' },
    );
    service.setFault(rid, { kind: 'status', status: 429, headers: { 'retry-after': '90' } });
    await expectTestFails(
      {},
      { kind: 'rateLimited', retryAfterMs: 90_000, detail: 'The service answers 429; fault' },
    );
    service.setFault(rid, { kind: 'oversized' });
    await expectTestFails({}, { kind: 'tooLarge', limitBytes: 1024 * 1024 });
    service.setFault(rid, { kind: 'dropMidBody' });
    await expectTestFails({}, { kind: 'invalidResponse', reason: 'cutShort', detail: null });
    service.clearFaults();
    await expectTestFails(
      { baseUrl: await startOtherApi({ weather: 'fine', degrees: 21 }) },
      { kind: 'invalidResponse', reason: 'noMaterial', detail: null },
    );
    await driver.screenshot('connection-test-failed');

    // A missing value is shown at its field, and no request is sent.
    service.clearRequests();
    await tryOut({ token: '' });
    const token = dialog.getByLabel(t('connections.token'), { exact: true });
    await expectFieldRefused(token, describeError(input('token', 'empty'), t));
    await tryOut({ rid: ' ' });
    const asked = dialog.getByLabel(t('connections.test.rid'), { exact: true });
    await expectFieldRefused(asked, describeError(input('rid', 'empty'), t));
    await tryOut({ token: 'two words' });
    await driver.button(t('connections.addAndSave'), dialog).click();
    await expectFieldRefused(token, describeError(input('token', 'notHeaderSafe'), t));
    expect(service.requests).toEqual([]);
    await driver.page.keyboard.press('Escape');
  });

  test('says at an order whose poll fails what went wrong, and what to do, in its row and its panel', async () => {
    const { t } = driver;
    const faults: Readonly<Record<string, Fault>> = {
      'html-page': { kind: 'html200' },
      redirected: { kind: 'redirect' },
      unavailable: { kind: 'status', status: 503, headers: { 'retry-after': '7200' } },
      swapped: { kind: 'wrongPem', variant: 'keyForCertificate' },
    };
    for (const [failing, fault] of Object.entries(faults)) {
      await service.addOrder({ rid: failing, name: failing });
      service.setFault(failing, fault);
    }
    const failures: Readonly<Record<string, AppError>> = {
      'html-page': { kind: 'invalidResponse', reason: 'html', detail: null },
      redirected: { kind: 'redirected', status: 302, location: service.otherOrigin },
      unavailable: {
        kind: 'serverError',
        status: 503,
        retryAfterMs: 7_200_000,
        detail: 'The service answers 503; fault',
      },
      swapped: { kind: 'invalidMaterial', reason: 'keyInPlaceOfCertificate', part: 'certificate' },
      nobody: { kind: 'unknownRid', detail: 'There is no order with this rid; order_not_found' },
    };
    const { page } = driver;
    // The form of the connection test still has its values.
    await page.reload();
    const { connections } = await snapshotOf(page);
    const given = {
      connectionId: connections[0]?.id ?? '',
      text: [rid, ...Object.keys(failures)].join('\n'),
    };
    await callIn(page, 'orders:add', given);
    await untilAllAsked(page);

    const host = new URL(service.baseUrl).host;
    for (const [failing, error] of Object.entries(failures)) {
      const words = describeError(error, t, { host });
      await expect.poll(() => driver.status(failing)).toBe('failing');
      // If the service asked to wait, the row says how long.
      const isWaiting = error.kind === 'serverError' && error.retryAfterMs !== null;
      const inRow = isWaiting ? t('orders.reason.errorWaits', { status: 503, until: '' }) : words.title;
      await driver.row(failing).getByText(inRow).waitFor();
      const panel = await driver.openDetails(failing);
      const said = await panel.textContent();
      for (const sentence of Object.values(words)) expect(said).toContain(sentence);
    }
    await expect.poll(() => driver.status('Intranet')).toBe('healthy');
  });
});
