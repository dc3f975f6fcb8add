import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '#test/integration/orders/api/support.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

const because = 'it enters the first address for alerts, and copies its secret once';

test('alerts are posted to an address that the user entered and agreed to, signed by the secret that is copied once', async () => {
  const received: { readonly signed: string; readonly signature: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers;
    received.push({ signed: `${String(id)}.${String(time)}.${body}`, signature });
    response.writeHead(received.length === 1 ? 503 : 204).end();
  });
  const { baseUrl, close } = await serve(server, 'http');
  onTestFinished(close);

  const app = await launchNotAfter({ because });
  const driver = await driveWindow(app);
  const { page, t } = driver;
  await driver.openSettings('alerts');
  await driver.openFoldedSetting(t('alertChannels.webhook.title'));
  await page.getByRole('textbox', { name: t('alertChannels.webhook.url') }).fill(`${baseUrl}/alerts`);
  await driver.button(t('alertChannels.webhook.save')).click();
  await answerConsent(app, true, 'consent-webhook');
  const copy = driver.button(t('alertChannels.webhook.secret.copy'));
  await copy.click();
  await copy.waitFor({ state: 'hidden' });
  const secret = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(await page.content()).not.toContain(secret);

  const testButton = driver.button(t('alertChannels.test')).last();
  await testButton.click();
  await page.getByText(t('alertChannels.result.refused', { status: 503 })).waitFor();
  await testButton.click();
  await page.getByText(t('alertChannels.result.testSent', { status: 204 })).waitFor();
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  for (const { signed, signature } of received)
    expect(signature).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(received).toHaveLength(2);
  await expectNoBarriers(page);
  await driver.screenshot('webhook-of-alerts');
});
