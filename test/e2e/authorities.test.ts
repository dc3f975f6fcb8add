import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { renewalId } from '#main/monitoring/authority/renewalInfo.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { startAuthorityServer } from '../integration/monitoring/authority/authorityServer.ts';

const because = 'its certificates are those of an authority whose lists it writes';

test('what certificate authorities say is shown after the user switched it on', async () => {
  const now = Date.now();
  const server = await startAuthorityServer();
  const authority = await CertificateAuthority.create(now);
  authority.crlUrl = `${server.url}/list.crl`;
  const service = await startTestService({ authority });
  await service.addOrder({ rid: 'leaked', name: 'Leaked', days: 80 });
  await service.addOrder({ rid: 'recalled', name: 'Recalled', days: 85 });
  const leafOf = (rid: string) => new X509Certificate(service.order(rid).material.certificate);
  const { serialNumber, issuer } = leafOf('leaked');
  const body = await authority.signCrl({
    issuer: issuer.includes('RSA') ? 'rsa' : 'ecdsa',
    thisUpdate: new Date(now - HOUR_MS),
    nextUpdate: new Date(now + DAY_MS),
    revoked: [{ serialNumber, at: new Date(now - HOUR_MS), reason: 'keyCompromise' }],
  });
  server.replies.set('/list.crl', { body });
  const suggestedWindow = {
    start: new Date(now - HOUR_MS).toISOString(),
    end: new Date(now + DAY_MS).toISOString(),
  };
  const explanationURL = 'https://ca.example/why';
  server.replies.set('/dir', { body: JSON.stringify({ renewalInfo: `${server.url}/renewal` }) });
  server.replies.set(`/renewal/${renewalId(leafOf('recalled')) ?? ''}`, {
    body: JSON.stringify({ suggestedWindow, explanationURL }),
  });

  const app = await launchNotAfter({ because, env: { NOTAFTER_LOOPBACK_LISTS: 'true' } });
  const driver = await driveWindow(app);
  await driver.connect(service);
  const { page, t } = driver;
  await driver.openSettings('alerts');
  await driver.openFoldedSetting(t('settings.authority.title'));
  await page.getByRole('checkbox', { name: t('settings.authority.revocation') }).click();
  await page.getByRole('checkbox', { name: t('settings.authority.renewalInfo') }).click();
  const directory = page.getByRole('textbox', { name: t('settings.authority.directory') });
  await directory.fill('ca.example');
  await directory.press('Enter');
  await page.getByText(t('settings.authority.notDirectory')).waitFor();
  await directory.fill(`${server.url}/dir`);
  await directory.press('Enter');
  await expectNoBarriers(page);
  await directory.scrollIntoViewIfNeeded();
  await driver.screenshot('authorities-settings');
  await page.keyboard.press('Escape');

  // Questions that are due together are spread over some seconds.
  await expect.poll(() => driver.status('Leaked'), { timeout: 30_000 }).toBe('revoked');
  await expect.poll(() => driver.status('Recalled'), { timeout: 30_000 }).toBe('toReplace');
  await driver.row('Leaked').click();
  await page.getByText(t('orders.revocation.keyCompromise')).first().waitFor();
  await expectNoBarriers(page);
  await driver.screenshot('authorities-revoked');
  await driver.row('Recalled').click();
  await driver.button(t('orders.explanation')).waitFor();
  await expectNoBarriers(page);
  await driver.screenshot('authorities-to-replace');
  const notRevoked = page.getByText(t('orders.authority.notListed'));
  await notRevoked.scrollIntoViewIfNeeded();
  await expectNoBarriers(page);
  await driver.screenshot('authorities-facts');
});
