import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiClient } from '#main/orders/api/openApiClient.ts';
import { buildBundle } from '#main/x509/certificates/bundle.ts';
import { inspectMaterial } from '#main/x509/certificates/inspect.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { exportParts } from '#shared/domain/export.ts';
import { type Fault, type ReferenceService, startReferenceService } from '#test/service/referenceService.ts';
import { type Shape, shapes } from '#test/service/shapes.ts';
import { classicParts } from '#test/support/classicParts.ts';
import { clientFor, quiet } from './support.ts';

let service: ReferenceService;
let client: OpenApiClient;
const rid = 'shop/%2e 证书?#1';

beforeAll(async () => {
  service = await startReferenceService({ orders: 0, tls: true });
  await service.addOrder({ rid, name: 'Shop', domains: ['shop.example.com'] });
  client = clientFor(service.baseUrl, { extraCaPem: service.caPem });
});

afterEach(() => {
  service.clearFaults();
  service.setShape('flat');
  service.clearRequests();
});

afterAll(async () => {
  await client.dispose();
  await service.close();
});

function latest(withKey: boolean, of = rid) {
  return client.latest(of, service.token, { withKey, signal: quiet });
}

async function errorUnder(fault: Fault, shape: Shape = 'flat') {
  service.setShape(shape);
  service.setFault(rid, fault);
  const { material } = await latest(true);
  return material.ok ? null : material.error;
}

const downloadsFor: Readonly<Record<Shape, readonly string[]>> = {
  flat: [],
  data: [],
  result: [],
  envelope: [],
  snake: [],
  partial: ['key'],
  none: ['certificate', 'key'],
};

describe('poll', () => {
  const poll = (known: string | null) => client.poll(rid, service.token, { known, signal: quiet });

  it('decodes a body unless it is the known one', async () => {
    const first = await poll(null);
    if ('sameAs' in first) throw new Error('Nothing was known');
    expect(first).toMatchObject({
      material: { ok: true },
      serviceNotAfter: service.order(rid).material.notAfter,
    });
    expect(await poll(first.bodyDigest)).toEqual({ sameAs: first.bodyDigest });
    expect(await poll('another')).toEqual(first);
  });

  it('has no digest for a body without the whole material, or of an error', async () => {
    service.setShape('none');
    expect(await poll(null)).toMatchObject({ material: { ok: true }, bodyDigest: null });
    service.setFault(rid, { kind: 'status', status: 500 });
    expect(await poll(null)).toMatchObject({ material: { ok: false }, bodyDigest: null });
  });
});

describe('latest', () => {
  it.each(shapes)('returns the whole material from the shape %s, with the fewest requests', async (shape) => {
    service.setShape(shape);
    const { material, serviceNotAfter } = await latest(true);
    const order = service.order(rid);
    expect(serviceNotAfter).toBe(order.material.notAfter);
    expect(service.requests.map(({ route }) => route?.endpoint)).toEqual(['latest', ...downloadsFor[shape]]);
    if (!material.ok) throw new Error(JSON.stringify(material.error));
    expect(material.value.certificate.trim()).toBe(order.material.certificate.trim());
    expect(material.value.key?.trim()).toBe(order.material.key.trim());

    const anchors = createTrustAnchors([service.caPem]);
    expect(inspectMaterial(material.value, { now: Date.now(), anchors })).toMatchObject({
      ok: true,
      value: {
        leaf: { fingerprint256: order.fingerprint256, notAfter: order.notAfter.getTime() },
        findings: [],
      },
    });
    const bundle = buildBundle(material.value, { now: Date.now(), anchors });
    expect(bundle.ok && classicParts(bundle.value.pem)).toEqual({
      key: order.material.key,
      certificate: order.material.certificate,
      certificateServer: order.material.certificateServer,
      certificateChain: order.material.certificateChain,
    });
  });

  it.each(shapes)('does not request the key unless it is wanted, in the shape %s', async (shape) => {
    service.setShape(shape);
    expect((await latest(false)).material.ok).toBe(true);
    expect(service.requests.map(({ route }) => route?.endpoint)).not.toContain('key');
  });

  it('sends the rid percent-encoded, the token, and the accepted types', async () => {
    await latest(false);
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]).toMatchObject({
      method: 'GET',
      path: `/open/ssl/latest/${encodeURIComponent(rid)}`,
      route: { rid },
      hasAuthorization: true,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'NotAfter/test' },
    });
  });

  it('returns the new certificate after a renewal', async () => {
    const before = await latest(true);
    const renewed = await service.renew(rid);
    const after = await latest(true);
    expect(after.material).not.toEqual(before.material);
    expect(after.material).toMatchObject({
      value: { certificateServer: renewed.material.certificateServer },
    });
  });

  it.each(['flat', 'none'] as const)('reports an unknown rid, in the shape %s', async (shape) => {
    service.setShape(shape);
    expect(await latest(true, 'nobody')).toEqual({
      material: {
        ok: false,
        error: { kind: 'unknownRid', detail: 'There is no order with this rid; order_not_found' },
      },
      serviceNotAfter: null,
    });
  });

  it('is refused with a wrong or revoked token, and accepted with a new one', async () => {
    const detail = 'The access token is missing or invalid; unauthorized';
    const unauthorized = { ok: false, error: { kind: 'unauthorized', status: 401, detail } };
    const with_ = async (token: string) =>
      (await client.latest(rid, token, { withKey: true, signal: quiet })).material;
    expect(await with_('wrong')).toEqual(unauthorized);
    const token = service.addToken();
    expect((await with_(token)).ok).toBe(true);
    service.revokeToken(token);
    expect(await with_(token)).toEqual(unauthorized);
  });

  it('recognises refusals inside envelopes', async () => {
    const enveloped = await startReferenceService({ orders: 1, shape: 'envelope', envelopeErrors: true });
    const other = clientFor(enveloped.baseUrl);
    const [known = ''] = enveloped.rids;
    const error = async (of: string, token: string) =>
      (await other.latest(of, token, { withKey: false, signal: quiet })).material;
    expect(await error(known, 'wrong')).toEqual({
      ok: false,
      error: { kind: 'unauthorized', status: 401, detail: 'The access token is missing or invalid' },
    });
    expect(await error('nobody', enveloped.token)).toMatchObject({ error: { kind: 'unknownRid' } });
    await other.dispose();
    await enveloped.close();
  });

  it.each<[string, Fault, unknown]>([
    [
      '401',
      { kind: 'status', status: 401 },
      { kind: 'unauthorized', status: 401, detail: 'The service answers 401; fault' },
    ],
    [
      '403',
      { kind: 'status', status: 403 },
      { kind: 'unauthorized', status: 403, detail: 'The service answers 403; fault' },
    ],
    [
      '404',
      { kind: 'status', status: 404 },
      { kind: 'unknownRid', detail: 'The service answers 404; fault' },
    ],
    [
      '400',
      { kind: 'status', status: 400 },
      { kind: 'unexpectedStatus', status: 400, detail: 'The service answers 400; fault' },
    ],
    [
      '429',
      { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
      { kind: 'rateLimited', retryAfterMs: 7000, detail: 'The service answers 429; fault' },
    ],
    [
      '503',
      { kind: 'status', status: 503, headers: { 'retry-after': '7' } },
      { kind: 'serverError', status: 503, retryAfterMs: 7000, detail: 'The service answers 503; fault' },
    ],
    [
      '500',
      { kind: 'status', status: 500 },
      { kind: 'serverError', status: 500, retryAfterMs: null, detail: 'The service answers 500; fault' },
    ],
    ['a web page', { kind: 'html200' }, { kind: 'invalidResponse', reason: 'html', detail: null }],
    [
      'a body cut short',
      { kind: 'dropMidBody' },
      { kind: 'invalidResponse', reason: 'cutShort', detail: null },
    ],
    [
      'a body too large by its header',
      { kind: 'oversized', variant: 'declared' },
      { kind: 'tooLarge', limitBytes: 1_048_576 },
    ],
    [
      'a body too large without a header',
      { kind: 'oversized', variant: 'chunked' },
      { kind: 'tooLarge', limitBytes: 1_048_576 },
    ],
    [
      'a body too large when decompressed',
      { kind: 'oversized', variant: 'gzip' },
      { kind: 'tooLarge', limitBytes: 1_048_576 },
    ],
  ])('returns a typed error for %s, for the JSON and for a download', async (_name, fault, error) => {
    expect(await errorUnder(fault)).toEqual(error);
    // At the first download of a body without material, a missing part is not an unknown order.
    const absent = fault.kind === 'status' && (fault.status === 404 || fault.status === 400);
    expect(await errorUnder({ ...fault, only: ['certificate', 'certificateServer'] }, 'none')).toEqual(
      absent ? { kind: 'invalidResponse', reason: 'noMaterial', detail: null } : error,
    );
  });

  it.each(shapes)('refuses invalid PEM in the shape %s', async (shape) => {
    const invalid = (reason: string, part: string) => ({ kind: 'invalidMaterial', reason, part });
    const wrong = (variant: 'truncated' | 'keyForCertificate') =>
      errorUnder({ kind: 'wrongPem', variant }, shape);
    expect(await wrong('truncated')).toEqual(invalid('pemTruncated', 'certificate'));
    expect(await wrong('keyForCertificate')).toEqual(invalid('keyInPlaceOfCertificate', 'certificate'));
  });

  it.each(shapes)('passes on what only an inspection can check, in the shape %s', async (shape) => {
    service.setShape(shape);
    const inspected = async (variant: 'otherKey' | 'wrongOrder' | 'missingIntermediate') => {
      service.setFault(rid, { kind: 'wrongPem', variant });
      const { material } = await latest(true);
      if (!material.ok) throw new Error(JSON.stringify(material.error));
      return inspectMaterial(material.value, {
        now: Date.now(),
        anchors: createTrustAnchors([service.caPem]),
      });
    };
    expect(await inspected('otherKey')).toEqual({
      ok: false,
      error: { kind: 'invalidMaterial', reason: 'keyMismatch', part: 'key' },
    });
    expect(await inspected('wrongOrder')).toMatchObject({
      value: { findings: [{ kind: 'chainOutOfOrder' }] },
    });
    expect(await inspected('missingIntermediate')).toMatchObject({
      value: { chain: [], findings: [{ kind: 'chainIncomplete' }] },
    });
  });

  it('keeps the notAfter of the JSON when a download fails', async () => {
    service.setShape('none');
    service.setFault(rid, { kind: 'html200', only: ['certificate'] });
    const { material, serviceNotAfter } = await latest(false);
    expect(material.ok).toBe(false);
    expect(serviceNotAfter).toBe(service.order(rid).material.notAfter);
  });

  it('continues on the same connections after every kind of failure', async () => {
    for (const fault of [{ kind: 'dropMidBody' }, { kind: 'oversized' }, { kind: 'html200' }] as const) {
      service.setFault(rid, { ...fault, times: 1 });
      expect((await latest(false)).material.ok).toBe(false);
      expect((await latest(false)).material.ok).toBe(true);
    }
  });
});

describe('download', () => {
  it.each(exportParts)('returns the %s', async (part) => {
    const result = await client.download(rid, part, service.token, quiet);
    expect(result).toEqual({ ok: true, value: service.order(rid).material[part].trim() });
    expect(service.requests.map(({ route }) => route)).toEqual([{ rid, endpoint: part }]);
  });

  it('reports an unknown rid as such', async () => {
    expect(await client.download('nobody', 'key', service.token, quiet)).toEqual({
      ok: false,
      error: { kind: 'unknownRid', detail: 'There is no order with this rid; order_not_found' },
    });
  });
});

describe('the client never sends', () => {
  it.each(['.', '..', '', 'a\u0000b', 'x'.repeat(201), '\uD800'])('the rid %j', async (bad) => {
    const { material } = await latest(true, bad);
    expect(material).toMatchObject({ ok: false, error: { kind: 'invalidInput', field: 'rid' } });
    expect(service.requests).toEqual([]);
  });

  it.each(['a b', 'a\r\nx-evil: 1', 'tök', 'a\u0000'])('the token %j', async (token) => {
    const { material } = await client.latest(rid, token, { withKey: true, signal: quiet });
    expect(material).toEqual({
      ok: false,
      error: { kind: 'invalidInput', field: 'token', reason: 'notHeaderSafe' },
    });
    expect(await client.download(rid, 'key', '', quiet)).toEqual({
      ok: false,
      error: { kind: 'tokenMissing' },
    });
    expect(service.requests).toEqual([]);
  });

  it('anything to a base URL that would expose the token', () => {
    expect(() => clientFor('http://api.example.com')).toThrow(TypeError);
    expect(() => clientFor('ftp://api.example.com')).toThrow(TypeError);
  });
});
