import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { renewalId } from '#main/monitoring/authority/renewalInfo.ts';
import { deriveStatus } from '#shared/domain/status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import { startAuthorityServer } from '../monitoring/authority/authorityServer.ts';
import { pushed } from './deliveringService.ts';
import { untilVerdict } from './receiving.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from './testApp.ts';

/** The lists of these tests are on this computer. */
const environment = { ...process.env, NOTAFTER_LOOPBACK_LISTS: 'true' };
const off = { checkRevocation: false, checkRenewalInfo: false, acmeDirectory: null };

/** A service with one order, whose certificate names a revocation list of its authority. */
async function world() {
  const server = await startAuthorityServer();
  const time = { ...createSkippableTime(), environment };
  const authority = await CertificateAuthority.create(Date.now());
  authority.crlUrl = `${server.url}/list.crl`;
  const service = await serviceFor({ orders: 0, authority, now: () => time.clock.now() });
  const { material } = await service.addOrder({ rid: 'shop', name: 'Shop', days: 80, lifetimeDays: 90 });
  const leaf = new X509Certificate(material.certificate);
  const publish = async (isRevoked: boolean) => {
    const revoked = isRevoked
      ? [
          {
            serialNumber: leaf.serialNumber,
            at: new Date(Date.now() - DAY_MS),
            reason: 'keyCompromise' as const,
          },
        ]
      : [];
    const issuer = leaf.issuer.includes('RSA') ? 'rsa' : 'ecdsa';
    const thisUpdate = new Date(Date.now() - HOUR_MS);
    const nextUpdate = new Date(Date.now() + 9 * HOUR_MS);
    const body = await authority.signCrl({ issuer, thisUpdate, nextUpdate, revoked });
    server.replies.set('/list.crl', { body });
  };
  const suggest = (start: number, end: number) => {
    const suggestedWindow = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
    server.replies.set('/dir', { body: JSON.stringify({ renewalInfo: `${server.url}/renewal` }) });
    server.replies.set(`/renewal/${renewalId(leaf) ?? ''}`, {
      body: JSON.stringify({ suggestedWindow, explanationURL: 'https://ca.example/why' }),
    });
  };
  const userData = temporaryFolder();
  const test = await startTestApp({ userData, surroundings: time });
  const statusOf = (app: TestApp) => {
    const order = app.order('shop');
    return order === undefined ? null : deriveStatus(order, 'active', app.seen().settings, time.clock.now());
  };
  await connect(test, service);
  return { server, time, service, publish, suggest, userData, test, statusOf };
}

it('a revoked certificate is critical in window, notification and tray, also after a restart, until it is renewed', async () => {
  const { server, service, publish, userData, test, time, statusOf } = await world();
  await publish(true);
  expect(statusOf(test)).toBe('healthy');
  expect(server.requests).toEqual([]);

  okValue(await test.call('settings:set', { checkRevocation: true }));
  await until(() => statusOf(test) === 'revoked');
  expect(test.order('shop')?.authority?.revoked?.reason).toBe('keyCompromise');
  await until(() => test.desktop.notified.some(({ title }) => title === 'Shop was revoked'));
  expect(test.desktop.notified).toHaveLength(1);
  expect(test.desktop.notified[0]).toMatchObject({
    body: expect.stringMatching(/its private key may be known to others/u),
    urgent: true,
  });
  expect(server.requests).toEqual(['GET /list.crl']);

  await test.quit();
  const again = await startTestApp({
    userData,
    secretProcess: test.desktop.secretProcess,
    surroundings: time,
  });
  expect(statusOf(again)).toBe('revoked');
  await service.renew('shop');
  await again.call('orders:sync', null);
  await until(() => statusOf(again) === 'healthy');
  // The list is still in use: the new certificate is looked up in it.
  expect(server.requests).toEqual(['GET /list.crl']);
});

it('errors change nothing, and what was off is forgotten', async () => {
  const { server, publish, test, time, statusOf } = await world();
  server.replies.set('/list.crl', { status: 500 });
  okValue(await test.call('settings:set', { checkRevocation: true }));
  await until(() => server.requests.length === 1);
  expect(statusOf(test)).toBe('healthy');

  await publish(true);
  await time.advance(75 * MINUTE_MS);
  await until(() => statusOf(test) === 'revoked');
  server.replies.set('/list.crl', { status: 500 });
  await time.advance(10 * HOUR_MS);
  await until(() => server.requests.length >= 3);
  expect(statusOf(test)).toBe('revoked');

  okValue(await test.call('settings:set', off));
  await until(() => test.order('shop')?.authority === null);
});

it('a certificate that its authority wants replaced needs attention, and the page that explains it opens', async () => {
  const { server, suggest, test, statusOf } = await world();
  const { id } = test.order('shop') ?? { id: '' };
  suggest(Date.now() - HOUR_MS, Date.now() + DAY_MS);
  okValue(await test.call('settings:set', { checkRenewalInfo: true }));
  // It was issued by an authority that the app does not know.
  await test.call('orders:openExplanation', id);
  expect(server.requests).toEqual([]);

  okValue(await test.call('settings:set', { acmeDirectory: `${server.url}/dir` }));
  await until(() => statusOf(test) === 'toReplace');
  await until(() => test.desktop.notified.some(({ title }) => title === 'Shop: replace the certificate'));
  expect(test.desktop.notified[0]?.body).toMatch(
    /^Have it renewed and deploy it\. The CA wants .*replaced by /u,
  );
  await test.call('orders:openExplanation', id);
  expect(test.desktop.done.filter((what) => what.startsWith('open '))).toEqual([
    'open https://ca.example/why',
  ]);
});

it('the certificate of a push-only order is checked too, and what was found survives a restart', async () => {
  const server = await startAuthorityServer();
  const authority = await CertificateAuthority.create(Date.now());
  authority.crlUrl = `${server.url}/list.crl`;
  const day = { thisUpdate: new Date(Date.now() - HOUR_MS), nextUpdate: new Date(Date.now() + DAY_MS) };
  const list = (serials: readonly string[]) =>
    authority.signCrl({
      issuer: 'ecdsa',
      ...day,
      revoked: serials.map((serialNumber) => ({ serialNumber, at: day.thisUpdate, reason: 'superseded' })),
    });
  server.replies.set('/list.crl', { body: await list([]) });
  const userData = temporaryFolder();
  const { service, test, row, deliver } = await pushed({
    userData,
    authority,
    surroundings: { environment },
  });
  okValue(await test.call('settings:set', { checkRevocation: true }));
  await until(() => row()?.authority?.revocationCheck?.answer === 'notListed');
  const { authority: news } = row() ?? {};

  const { material } = await service.renew('shop', { days: 90 });
  const { serialNumber } = new X509Certificate(material.certificate);
  okValue(await test.call('settings:set', { checkRevocation: false }));
  await until(() => row()?.authority === null);
  server.replies.set('/list.crl', { body: await list([serialNumber]) });
  await deliver('Second');
  await untilVerdict(test, 'Second', 'accepted');
  okValue(await test.call('settings:set', { checkRevocation: true }));
  await until(() => row()?.authority?.revoked?.reason === 'superseded');
  expect(row()?.authority?.revocationCheck?.answeredAt).toBeGreaterThan(
    news?.revocationCheck?.answeredAt ?? Number.POSITIVE_INFINITY,
  );
  const revoked = row();
  await until(() => test.desktop.notified.some(({ title }) => title === 'Shop was revoked'));

  await test.quit();
  const again = await startTestApp({ userData, secretProcess: test.desktop.secretProcess });
  expect([...again.seen().orders.values()][0]?.authority).toEqual(revoked?.authority);
});

it('nothing leaves a computer that is offline, and no directory is taken that is not safe', async () => {
  const { server, test, time } = await world();
  for (const acmeDirectory of [
    'http://ca.example/dir',
    'file:///etc/passwd',
    'https://user:pass@ca.example/',
  ])
    await expect(test.desktop.calls.raw('settings:set', { acmeDirectory })).rejects.toThrow();
  expect(test.seen().settings.acmeDirectory).toBeNull();
  test.desktop.setOnline(false);
  // Refused at once.
  test.desktop.proxy = 'PROXY 127.0.0.1:1';
  okValue(
    await test.call('settings:set', { checkRenewalInfo: true, acmeDirectory: 'https://ca.example/dir' }),
  );
  await until(() => test.seen().settings.checkRenewalInfo);
  await time.advance(10 * MINUTE_MS);
  expect(test.desktop.proxyQuestions).toEqual([]);
  test.desktop.setOnline(true);
  await until(() => test.desktop.proxyQuestions.includes('https://ca.example/'));
  expect(server.requests).toEqual([]);
});
