import { createPrivateKey, X509Certificate } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ControlServer, startControlServer } from '#test/service/controlServer.ts';
import { signTimestamp } from '#test/service/delivery.ts';
import {
  type Endpoint,
  type ReferenceService,
  startReferenceService,
} from '#test/service/referenceService.ts';

const rid = 'team a/ü%41';
const json = { 'content-type': 'application/json' };
let service: ReferenceService;
let control: ControlServer;

beforeAll(async () => {
  service = await startReferenceService({ orders: 0 });
  control = await startControlServer(service);
  await service.addOrder({ rid, name: 'Team A', keyKind: 'p384', days: 12.5 });
});

afterAll(() => Promise.all([control.close(), service.close()]));

function get(endpoint: Endpoint = 'latest', token = service.token): Promise<Response> {
  const download = endpoint === 'latest' ? '' : `/${endpoint}`;
  return fetch(`${service.baseUrl}/open/ssl/latest/${encodeURIComponent(rid)}${download}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

function command(body: unknown, headers: Readonly<Record<string, string>> = json): Promise<Response> {
  return fetch(control.url, { method: 'POST', headers, body: JSON.stringify(body) });
}

// The contract is the interface of the service. What else the service does (faults, shapes of the JSON, renewals) is tested by the tests
// of the app that use it.
describe('the Open API of the reference service', () => {
  it('returns an order as application/json', async () => {
    const response = await get();
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ rid, name: 'Team A', ...service.order(rid).material });
  });

  it.each(['key', 'certificate', 'certificateServer', 'certificateChain'] as const)(
    'returns %s as a download',
    async (endpoint) => {
      const response = await get(endpoint);
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${endpoint}.pem"`);
      expect(await response.text()).toBe(service.order(rid).material[endpoint]);
    },
  );

  it('returns key, leaf and chain that belong together, with notAfter in UTC+8', () => {
    const { material, notAfter } = service.order(rid);
    const leaf = new X509Certificate(material.certificateServer);
    expect(material.certificate).toBe(material.certificateServer + material.certificateChain);
    expect(leaf.checkPrivateKey(createPrivateKey(material.key))).toBe(true);
    expect(leaf.validToDate).toEqual(notAfter);
    expect(new Date(`${material.notAfter.replace(' ', 'T')}+08:00`)).toEqual(notAfter);
  });

  it('answers 401 without a valid token, 404 to an unknown rid and 405 to other methods', async () => {
    const url = `${service.baseUrl}/open/ssl/latest/unknown`;
    const authorization = `Bearer ${service.token}`;
    const withoutToken = await fetch(url);
    expect(withoutToken.status).toBe(401);
    expect(await withoutToken.json()).toMatchObject({ error: 'unauthorized' });
    expect((await get('latest', 'unknown')).status).toBe(401);
    expect((await fetch(url, { headers: { authorization } })).status).toBe(404);
    expect((await fetch(url, { method: 'POST', headers: { authorization } })).status).toBe(405);
  });

  it('logs requests without the token', async () => {
    service.clearRequests();
    await get('key', 'sentinel-token');
    expect(service.requests).toMatchObject([{ route: { rid, endpoint: 'key' }, hasAuthorization: true }]);
    expect(JSON.stringify(service.requests)).not.toContain('sentinel');
  });
});

describe('the signature of a delivery', () => {
  it.each([
    // printf 1700000000 | openssl dgst -sha256 -hmac "$secret"
    ['a signing secret', '09eb04e786129e9c4a8a540f920142d9b4baf2d013f27a57715b0f22d56daca0'],
    ['Schlüssel ✓', '093c14224e2d150e59107ff192a4f66ea90ec8eed96d816c91347180dcbcfd09'],
  ])('with the secret "%s" is what openssl computes', (secret, token) => {
    expect(signTimestamp('1700000000', secret)).toBe(token);
  });
});

describe('the control endpoint', () => {
  it('changes orders and tokens, and never returns a key', async () => {
    const added = await command({ action: 'addOrder', order: { rid: 'r2' } });
    const before = service.order('r2').fingerprint256;
    const renewed = await command({ action: 'renew', rid: 'r2', days: 10 });
    expect(service.order('r2').fingerprint256).not.toBe(before);
    expect((await added.text()) + (await renewed.text())).not.toContain('-----BEGIN');
    const { token } = (await (await command({ action: 'addToken' })).json()) as { token: string };
    expect((await get('latest', token)).status).toBe(200);
    await command({ action: 'revokeToken', token });
    expect((await get('latest', token)).status).toBe(401);
  });

  it('refuses commands that it does not know, and unknown orders', async () => {
    expect((await command({ action: 'explode' })).status).toBe(400);
    expect((await command({ action: 'renew', rid: 'r2', day: 3 })).status).toBe(400);
    expect((await command({ action: 'renew', rid: 'unknown' })).status).toBe(409);
  });

  it('refuses requests that a web page can send', async () => {
    const asForm = await command({ action: 'addToken' }, { 'content-type': 'text/plain' });
    expect(asForm.status).toBe(415);
    const fromPage = await command({ action: 'addToken' }, { ...json, origin: 'https://example.com' });
    expect(fromPage.status).toBe(403);
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const rebound = request(control.url, { headers: { host: 'rebound.example.com' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    rebound.once('error', reject).end();
    expect(await promise).toBe(403);
  });
});
