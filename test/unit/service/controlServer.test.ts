import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { type ControlServer, startControlServer } from '#test/service/controlServer.ts';
import { type ReferenceService, startReferenceService } from '#test/service/referenceService.ts';
import { ask } from './serviceClient.ts';

// Its RSA key takes a while, so all services of this file go on with one authority.
const authority = await CertificateAuthority.create(Date.now());
let service: ReferenceService;
let control: ControlServer;

beforeEach(async () => {
  service = await startReferenceService({ authority, orders: 0 });
  control = await startControlServer(service);
  await service.addOrder({ rid: 'r1' });
});

afterEach(() => Promise.all([control.close(), service.close()]));

const json = { 'content-type': 'application/json' };

function post(body: unknown, headers: Readonly<Record<string, string>> = json): Promise<Response> {
  return fetch(control.url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function command(body: unknown): Promise<unknown> {
  const response = await post(body);
  expect(response.status).toBe(200);
  return response.json();
}

describe('commands', () => {
  it('revoke the first token and add another', async () => {
    await command({ action: 'revokeToken' });
    expect((await ask(service, 'r1')).status).toBe(401);
    const { token } = (await command({ action: 'addToken' })) as { token: string };
    expect((await ask(service, 'r1', 'latest', token)).status).toBe(200);
    await command({ action: 'revokeToken', token });
    expect((await ask(service, 'r1', 'latest', token)).status).toBe(401);
  });

  it('renew, add and remove orders, and never give their keys', async () => {
    const before = service.order('r1').fingerprint256;
    const renewed = await command({ action: 'renew', rid: 'r1', days: 10, keyKind: 'p384' });
    expect(service.order('r1').fingerprint256).not.toBe(before);
    expect(renewed).toMatchObject({ rid: 'r1', fingerprint256: service.order('r1').fingerprint256 });
    const added = await command({ action: 'addOrder', order: { rid: 'r2', domains: ['a.example.com'] } });
    expect(JSON.stringify([renewed, added])).not.toContain('-----BEGIN');
    await command({ action: 'removeOrder', rid: 'r1' });
    expect(service.rids).toEqual(['r2']);
  });

  it('set and clear faults', async () => {
    await command({ action: 'setFault', rid: 'r1', fault: { kind: 'status', status: 503 } });
    expect((await ask(service, 'r1')).status).toBe(503);
    await command({ action: 'clearFaults', rid: 'r1' });
    expect((await ask(service, 'r1')).status).toBe(200);
  });

  it('change shape and latency, and empty the log', async () => {
    await command({ action: 'setShape', shape: 'data' });
    await command({ action: 'setLatency', ms: 1 });
    expect(Object.keys((await (await ask(service, 'r1')).json()) as object)).toEqual(['data']);
    await command({ action: 'clearRequests' });
    expect(service.requests).toEqual([]);
  });

  it('give the state with orders, faults and requests, without tokens and material', async () => {
    service.setFault('r1', { kind: 'html200' });
    await ask(service, 'r1');
    const state = await command({ action: 'state' });
    expect(state).toMatchObject({
      baseUrl: service.baseUrl,
      orders: [{ rid: 'r1', fingerprint256: service.order('r1').fingerprint256 }],
      faults: { r1: { kind: 'html200' } },
      maxInFlight: 1,
      requestCount: 1,
      requests: [{ route: { rid: 'r1', endpoint: 'latest' }, hasAuthorization: true }],
    });
    expect(JSON.stringify(state)).not.toContain(service.token);
    expect(JSON.stringify(state)).not.toContain('-----BEGIN');
    expect(await (await fetch(control.url)).json()).toEqual(state);
  });
});

describe('what is refused', () => {
  it.each([
    ['no command', { action: 'explode' }],
    ['a misspelt field', { action: 'renew', rid: 'r1', day: 3 }],
    [
      'a fault that does not exist',
      { action: 'setFault', rid: 'r1', fault: { kind: 'status', status: 'x' } },
    ],
    ['more than 64 KiB', { action: 'removeOrder', rid: 'x'.repeat(70_000) }],
  ])('%s, with 400', async (_name, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it('an order that is not there, with 409 and the reason', async () => {
    const response = await post({ action: 'renew', rid: 'nobody' });
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ error: 'There is no order with the rid nobody' });
  });

  it('other content types, as a cross-site form would send', async () => {
    expect((await post({ action: 'addToken' }, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('requests from web pages', async () => {
    const response = await post({ action: 'addToken' }, { ...json, origin: 'https://example.com' });
    expect(response.status).toBe(403);
  });

  it('another name that leads to this address', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const rebound = request(control.url, { headers: { host: 'rebound.example.com' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    rebound.once('error', reject).end();
    expect(await promise).toBe(403);
  });

  it('other paths and methods', async () => {
    expect((await fetch(new URL('/', control.url))).status).toBe(404);
    expect((await fetch(control.url, { method: 'DELETE' })).status).toBe(405);
  });
});
