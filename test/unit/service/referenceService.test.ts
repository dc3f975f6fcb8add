import { createPrivateKey, X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { type ReferenceService, startReferenceService } from '#test/service/referenceService.ts';
import { ask, httpsStatus } from './serviceClient.ts';

// Its RSA key takes a while, so all services of this file go on with one authority.
const authority = await CertificateAuthority.create(Date.now());
const patience = { timeout: 10_000 };
const rid = 'team a/ü%41';
let service: ReferenceService;

beforeEach(async () => {
  service = await startReferenceService({ authority, orders: 0 });
});

afterEach(() => service.close());

describe('the endpoints', () => {
  it('gives the order as application/json', async () => {
    const { material } = await service.addOrder({ rid, name: 'Team A' });
    const response = await ask(service, rid);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toEqual({ rid, name: 'Team A', ...material });
  });

  it.each(['key', 'certificate', 'certificateServer', 'certificateChain'] as const)(
    'gives %s as a file to download, without the rid in its name',
    async (endpoint) => {
      const { material } = await service.addOrder({ rid });
      const response = await ask(service, rid, endpoint);
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${endpoint}.pem"`);
      expect(await response.text()).toBe(material[endpoint]);
    },
  );

  it('gives material that belongs together, the service time being that of the leaf in UTC+8', async () => {
    const { material, fingerprint256, notAfter } = await service.addOrder({ keyKind: 'p384', days: 12.5 });
    const leaf = new X509Certificate(material.certificateServer);
    expect(material.certificate).toBe(material.certificateServer + material.certificateChain);
    expect(leaf.checkPrivateKey(createPrivateKey(material.key))).toBe(true);
    expect(leaf.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(fingerprint256);
    expect(leaf.validToDate).toEqual(notAfter);
    expect(new Date(`${material.notAfter.replace(' ', 'T')}+08:00`)).toEqual(notAfter);
  });

  it('answers 404 with a JSON error for an unknown rid and for paths that the interface does not name', async () => {
    const unknown = await ask(service, 'nobody');
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ error: 'order_not_found' });
    expect((await fetch(`${service.baseUrl}/open/ssl/list`)).status).toBe(404);
    expect((await fetch(`${service.baseUrl}/open/ssl/latest/a?b=c`)).status).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('answers 405 to %s', async (method) => {
    const response = await fetch(`${service.baseUrl}/open/ssl/latest/a`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('writes notAfter in the zone that it was told', async () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    const other = await startReferenceService({
      authority,
      orders: 0,
      zoneOffsetMinutes: -330,
      now: () => now,
    });
    const { material } = await other.addOrder({ days: 1 });
    await other.close();
    expect(material.notAfter).toBe('2026-01-01 18:30:00');
  });
});

describe('tokens', () => {
  it.each([
    ['none', {}],
    ['an unknown one', { authorization: 'Bearer unknown' }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['an empty one', { authorization: 'Bearer ' }],
  ])('refuses %s with 401 and a JSON error, before it looks for the order', async (_name, headers) => {
    const response = await fetch(`${service.baseUrl}/open/ssl/latest/nobody`, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/json']);
    expect(await response.json()).toMatchObject({ error: 'unauthorized' });
  });

  it('knows added tokens at once, and revoked ones no longer', async () => {
    await service.addOrder({ rid });
    const second = service.addToken();
    service.revokeToken(service.token);
    expect((await ask(service, rid)).status).toBe(401);
    expect((await ask(service, rid, 'key', second)).status).toBe(200);
  });
});

describe('orders', () => {
  it('renews with a new key and leaf for as long as before, without a change of name or encoding', async () => {
    const former = await service.addOrder({ keyEncoding: 'sec1', days: 2, lifetimeDays: 6 });
    const renewed = await service.renew(former.rid);
    const sixDays = 6 * 86_400_000;
    expect(renewed.notAfter.getTime() - renewed.notBefore.getTime()).toBe(sixDays);
    expect(renewed.notAfter > former.notAfter).toBe(true);
    expect(renewed.fingerprint256).not.toBe(former.fingerprint256);
    expect(renewed.material.key).not.toBe(former.material.key);
    expect(renewed).toMatchObject({ rid: former.rid, name: former.name, keyEncoding: 'sec1' });
    expect(await (await ask(service, former.rid, 'certificate')).text()).toBe(renewed.material.certificate);
  });

  it('renews with another kind of key for as many days as told', async () => {
    const { rid: renewable } = await service.addOrder({ keyEncoding: 'sec1' });
    const renewed = await service.renew(renewable, { days: 30, keyKind: 'ed25519' });
    const leaf = new X509Certificate(renewed.material.certificate);
    expect(leaf.publicKey.asymmetricKeyType).toBe('ed25519');
    expect(renewed.notAfter.getTime() - renewed.notBefore.getTime()).toBe(30 * 86_400_000);
  });

  it('renews into the past as a certificate that began before it ended', async () => {
    const { rid: renewable } = await service.addOrder();
    const renewed = await service.renew(renewable, { days: -1 });
    expect(renewed.notBefore < renewed.notAfter).toBe(true);
    expect(renewed.notAfter.getTime()).toBeLessThan(Date.now());
  });

  it('forgets a removed order', async () => {
    await service.addOrder({ rid });
    service.removeOrder(rid);
    expect((await ask(service, rid)).status).toBe(404);
    expect(service.rids).toEqual([]);
  });

  it('refuses what cannot be: a rid twice, a wrong encoding, an order that is not there', async () => {
    await service.addOrder({ rid });
    await expect(service.addOrder({ rid })).rejects.toThrow(RangeError);
    await expect(service.addOrder({ keyKind: 'p256', keyEncoding: 'pkcs1' })).rejects.toThrow(RangeError);
    await expect(service.renew('nobody')).rejects.toThrow(RangeError);
    expect(() => service.order('nobody')).toThrow(RangeError);
    expect(service.rids).toEqual([rid]);
  });
});

describe('the request log', () => {
  it('tells method, path, route, host and whether there was a token, never the token or the query', async () => {
    await ask(service, rid, 'key', 'sentinel-token');
    await fetch(`${service.baseUrl}/open/ssl/latest/a?token=sentinel-token`, {
      headers: { cookie: 'sentinel-token', 'accept-encoding': 'identity' },
    });
    expect(service.requests).toMatchObject([
      {
        method: 'GET',
        path: '/open/ssl/latest/team%20a%2F%C3%BC%2541/key',
        route: { rid, endpoint: 'key' },
        host: new URL(service.baseUrl).host,
        hasAuthorization: true,
      },
      {
        path: '/open/ssl/latest/a',
        route: undefined,
        hasAuthorization: false,
        headers: { 'accept-encoding': 'identity' },
      },
    ]);
    expect(JSON.stringify(service.requests)).not.toContain('sentinel');
    service.clearRequests();
    expect(service.requests).toEqual([]);
  });

  it('counts the requests in progress and remembers the most', async () => {
    await service.addOrder({ rid });
    service.setFault(rid, { kind: 'delay', ms: 600_000 });
    const aborts = [new AbortController(), new AbortController(), new AbortController()];
    const requests = aborts.map(({ signal }) =>
      fetch(`${service.baseUrl}/open/ssl/latest/${encodeURIComponent(rid)}`, {
        headers: { authorization: `Bearer ${service.token}` },
        signal,
      }).catch(() => undefined),
    );
    await expect.poll(() => service.inFlight, patience).toBe(3);
    for (const abort of aborts) abort.abort();
    await Promise.all(requests);
    await expect.poll(() => service.inFlight, patience).toBe(0);
    expect(service.maxInFlight).toBe(3);
  });
});

describe('the server', () => {
  it('serves HTTPS under localhost and 127.0.0.1 to those who trust its root, and to no others', async () => {
    const secure = await startReferenceService({ authority, orders: 0, tls: true });
    const other = await CertificateAuthority.create(Date.now());
    const path = '/open/ssl/latest/x';
    await secure.addOrder({ rid: 'x' });
    expect(await httpsStatus(`${secure.baseUrl}${path}`, secure.caPem, secure.token)).toBe(200);
    expect(await httpsStatus(`${secure.otherOrigin}${path}`, secure.caPem, secure.token)).toBe(200);
    await expect(httpsStatus(`${secure.baseUrl}${path}`, other.rootPem, secure.token)).rejects.toThrow();
    await secure.close();
  });

  it('rejects when its port is taken', async () => {
    const port = Number(new URL(service.baseUrl).port);
    await expect(startReferenceService({ authority, orders: 0, port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('closes at once although answers are waiting', async () => {
    const slow = await startReferenceService({ authority, orders: 0, latencyMs: 600_000 });
    const request = ask(slow, 'x').catch(() => 'dropped');
    await expect.poll(() => slow.inFlight, patience).toBe(1);
    await slow.close();
    expect(await request).toBe('dropped');
  });

  it('makes every answer wait for the latency, which can be taken away again', async () => {
    await service.addOrder({ rid });
    service.setLatency(600_000);
    const late = ask(service, rid).catch(() => undefined);
    await expect.poll(() => service.inFlight, patience).toBe(1);
    service.setLatency(0);
    expect((await ask(service, rid)).status).toBe(200);
    expect(service.inFlight).toBe(1);
    await service.close();
    await late;
    service = await startReferenceService({ authority, orders: 0 });
  });

  it('starts with as many seeded orders as told, more than twenty of which share RSA keys', async () => {
    const many = await startReferenceService({ authority, orders: 60, seed: 10 });
    expect(many.rids).toHaveLength(60);
    for (const each of many.rids) {
      const { material } = many.order(each);
      const leaf = new X509Certificate(material.certificate);
      expect(leaf.checkPrivateKey(createPrivateKey(material.key))).toBe(true);
    }
    const rsa = many.rids.map((each) => many.order(each)).filter(({ keyKind }) => keyKind === 'rsa2048');
    expect(rsa.length).toBeGreaterThan(16);
    expect(new Set(rsa.map(({ material }) => material.key)).size).toBe(16);
    await many.close();
  });
});
