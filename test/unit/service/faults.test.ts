import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { get } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { faultSchema } from '#test/service/faults.ts';
import {
  type ReferenceService,
  type ServiceOrder,
  startReferenceService,
} from '#test/service/referenceService.ts';
import { ask } from './serviceClient.ts';

// Its RSA key takes a while, so all services of this file go on with one authority.
const authority = await CertificateAuthority.create(Date.now());
const mebibyte = 1024 * 1024;
let service: ReferenceService;
let order: ServiceOrder;

beforeEach(async () => {
  service = await startReferenceService({ authority, orders: 0 });
  order = await service.addOrder({ rid: 'r1', keyKind: 'p384' });
});

afterEach(() => service.close());

/** What came over the wire, without unpacking. */
function rawAnswer(
  rid: string,
): Promise<{ headers: NodeJS.Dict<string | string[]>; bytes: number; whole: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${service.token}` };
    const request = get(`${service.baseUrl}/open/ssl/latest/${rid}`, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      response.on('error', () => undefined);
      response.once('close', () => resolve({ headers: response.headers, bytes, whole: response.complete }));
    });
    request.once('error', reject);
  });
}

describe('scope', () => {
  it('hits its own rid alone', async () => {
    await service.addOrder({ rid: 'r2' });
    service.setFault('r1', { kind: 'status', status: 500 });
    expect([(await ask(service, 'r1')).status, (await ask(service, 'r2')).status]).toEqual([500, 200]);
  });

  it('lasts for as many requests as told', async () => {
    service.setFault('r1', { kind: 'status', status: 500, times: 2 });
    const statuses = [await ask(service, 'r1'), await ask(service, 'r1'), await ask(service, 'r1')];
    expect(statuses.map(({ status }) => status)).toEqual([500, 500, 200]);
  });

  it('hits the endpoints that were named, and counts no others', async () => {
    service.setFault('r1', { kind: 'status', status: 500, only: ['key'], times: 1 });
    expect((await ask(service, 'r1', 'certificate')).status).toBe(200);
    expect((await ask(service, 'r1', 'key')).status).toBe(500);
    expect((await ask(service, 'r1', 'key')).status).toBe(200);
  });

  it('ends when cleared, for one rid or for all', async () => {
    await service.addOrder({ rid: 'r2' });
    for (const rid of ['r1', 'r2']) service.setFault(rid, { kind: 'html200' });
    service.clearFaults('r1');
    expect(Object.keys(service.faults)).toEqual(['r2']);
    service.clearFaults();
    expect(service.faults).toEqual({});
  });

  it('does not reach those without a token', async () => {
    service.setFault('r1', { kind: 'status', status: 500, times: 1 });
    expect((await ask(service, 'r1', 'latest', 'wrong')).status).toBe(401);
    expect((await ask(service, 'r1')).status).toBe(500);
  });
});

describe('answers in place of the right one', () => {
  it('gives a status with its headers', async () => {
    service.setFault('r1', { kind: 'status', status: 429, headers: { 'Retry-After': '3600' } });
    const response = await ask(service, 'r1');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600']);
  });

  it('gives a web page with status 200', async () => {
    service.setFault('r1', { kind: 'html200' });
    const response = await ask(service, 'r1', 'certificate');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(await response.text()).toMatch(/^<!doctype html>/);
  });

  it('leads to the same path at another origin that serves it', async () => {
    service.setFault('r1', { kind: 'redirect', times: 1 });
    const response = await ask(service, 'r1', 'key');
    const location = new URL(response.headers.get('location') ?? '');
    expect(response.status).toBe(302);
    expect(location.origin).toBe(service.otherOrigin);
    expect(location.origin).not.toBe(service.baseUrl);
    const followed = await fetch(location, { headers: { authorization: `Bearer ${service.token}` } });
    expect(await followed.text()).toBe(order.material.key);
    expect(service.requests.map(({ host }) => host)).toEqual([new URL(service.baseUrl).host, location.host]);
  });

  it('leads elsewhere with another status when told so', async () => {
    service.setFault('r1', { kind: 'redirect', status: 307, location: 'https://example.com/' });
    const response = await ask(service, 'r1');
    expect([response.status, response.headers.get('location')]).toEqual([307, 'https://example.com/']);
  });
});

describe('trouble on the way', () => {
  it('gives the right answer late', async () => {
    service.setFault('r1', { kind: 'delay', ms: 1 });
    expect(await (await ask(service, 'r1', 'key')).text()).toBe(order.material.key);
  });

  it('hangs up in the middle of the body', async () => {
    service.setFault('r1', { kind: 'dropMidBody' });
    const { headers, bytes, whole } = await rawAnswer('r1');
    expect(whole).toBe(false);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(Number(headers['content-length']));
  });

  it('sends more than 1 MiB with its length, in chunks when told so, good to those who swallow it', async () => {
    service.setFault('r1', { kind: 'oversized' });
    const declared = await rawAnswer('r1');
    expect(declared.bytes).toBeGreaterThan(mebibyte);
    expect(declared.headers['content-length']).toBe(String(declared.bytes));
    service.setFault('r1', { kind: 'oversized', variant: 'chunked' });
    const chunked = await rawAnswer('r1');
    expect(chunked.bytes).toBeGreaterThan(mebibyte);
    expect(chunked.headers['content-length']).toBeUndefined();
    expect(await (await ask(service, 'r1')).json()).toMatchObject({ rid: 'r1', ...order.material });
  });

  it('sends a small gzip body that unpacks to far more than 1 MiB, unasked', async () => {
    service.setFault('r1', { kind: 'oversized', variant: 'gzip' });
    const { headers, bytes } = await rawAnswer('r1');
    expect(headers['content-encoding']).toBe('gzip');
    expect(bytes).toBeLessThan(mebibyte / 8);
    expect((await (await ask(service, 'r1')).arrayBuffer()).byteLength).toBeGreaterThan(16 * mebibyte);
  });
});

describe('wrong PEM', () => {
  it('is cut off in the certificate, in the JSON object and in the download', async () => {
    service.setFault('r1', { kind: 'wrongPem', variant: 'truncated' });
    const { certificate } = (await (await ask(service, 'r1')).json()) as ServiceOrder['material'];
    expect(await (await ask(service, 'r1', 'certificate')).text()).toBe(certificate);
    expect(order.material.certificate.startsWith(certificate)).toBe(true);
    expect(() => new X509Certificate(certificate)).toThrow();
  });

  it('is the key in place of the certificate', async () => {
    service.setFault('r1', { kind: 'wrongPem', variant: 'keyForCertificate' });
    expect(await (await ask(service, 'r1', 'certificate')).text()).toBe(order.material.key);
  });

  it('is a key of the same kind that does not fit the leaf', async () => {
    service.setFault('r1', { kind: 'wrongPem', variant: 'otherKey' });
    const key = createPrivateKey(await (await ask(service, 'r1', 'key')).text());
    expect(createPublicKey(key).asymmetricKeyDetails?.namedCurve).toBe('secp384r1');
    expect(new X509Certificate(order.material.certificate).checkPrivateKey(key)).toBe(false);
  });

  it('is the chain before the leaf', async () => {
    service.setFault('r1', { kind: 'wrongPem', variant: 'wrongOrder' });
    const { certificateChain, certificateServer } = order.material;
    expect(await (await ask(service, 'r1', 'certificate')).text()).toBe(certificateChain + certificateServer);
  });

  it('is a certificate without its intermediate', async () => {
    service.setFault('r1', { kind: 'wrongPem', variant: 'missingIntermediate' });
    expect(await (await ask(service, 'r1', 'certificate')).text()).toBe(order.material.certificateServer);
    expect(await (await ask(service, 'r1', 'certificateChain')).text()).toBe('');
  });
});

describe('faultSchema', () => {
  it.each([
    { kind: 'nothing' },
    { kind: 'status', status: 99 },
    { kind: 'delay' },
    { kind: 'html200', times: 0 },
    { kind: 'html200', tims: 1 },
    { kind: 'wrongPem', variant: 'upsideDown' },
  ])('refuses %j', (fault) => {
    expect(faultSchema.safeParse(fault).success).toBe(false);
  });
});
