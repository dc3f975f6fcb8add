import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configurationText } from '#main/reporting/configuration/configurationText.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { connect, serviceFor, startTestApp, temporaryFolder } from '#test/integration/app/testApp.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { startAuthorityServer } from '../monitoring/authority/authorityServer.ts';
import { alone } from './askApp.ts';

const environment = { NOTAFTER_LOOPBACK_LISTS: 'true' };

/** An app with two orders, one of them revoked, before the first question. */
async function world() {
  const server = await startAuthorityServer();
  const authority = await CertificateAuthority.create(Date.now());
  authority.crlUrl = `${server.url}/list.crl`;
  const service = await serviceFor({ orders: 0, authority });
  const { material } = await service.addOrder({ rid: 'shop', name: 'Shop', days: 80 });
  await service.addOrder({ rid: 'mail', name: 'Mail', days: 80 });
  const { serialNumber, issuer } = new X509Certificate(material.certificate);
  const at = new Date(Date.now() - HOUR_MS);
  const body = await authority.signCrl({
    issuer: issuer.includes('RSA') ? 'rsa' : 'ecdsa',
    thisUpdate: at,
    nextUpdate: new Date(Date.now() + DAY_MS),
    revoked: [{ serialNumber, at, reason: 'superseded' }],
  });
  server.replies.set('/list.crl', { body });
  const secretProcess = new FakeSecretHost();
  const surroundings = { environment: { ...process.env, ...environment } };
  const test = await startTestApp({ secretProcess, surroundings });
  await connect(test, service, ['shop', 'mail']);
  const desktop = () => new FakeDesktop({ userData: test.desktop.userData, secretProcess });
  const run = (line: string) => alone(desktop(), line, null, environment);
  return { server, test, run };
}

it('sync asks what is due where no app runs, if it is switched on, and the check says what it found', async () => {
  const { server, test, run } = await world();
  await test.quit();
  expect(await run('sync')).toMatchObject({ code: 0 });
  expect(server.requests).toEqual([]);

  const path = join(temporaryFolder(), 'config.json');
  const settings = { checkRevocation: true };
  writeFileSync(path, configurationText({ settings, connections: [], orders: [], presets: [] }));
  expect(await run(`config import ${path} --yes`)).toMatchObject({ code: 0 });
  expect(await run('check')).toMatchObject({ code: 0 });
  expect(server.requests).toEqual([]);

  // Only what the command is about.
  expect(await run('sync mail')).toMatchObject({ code: 0 });
  expect(await run('check')).toMatchObject({ code: 0 });
  expect(await run('sync')).toMatchObject({ code: 0 });
  const { code, out } = await run('check');
  expect(code).toBe(2);
  expect(out).toMatch(/Shop.*revoked/u);
  const count = server.requests.length;
  expect(count).toBeGreaterThan(0);
  // Nothing is due.
  await run('sync');
  expect(server.requests).toHaveLength(count);
});
