import { createPrivateKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDownload, decodeLatest } from '#main/orders/api/decodeLatest.ts';
import type { ServiceOrder } from '#test/service/orderBook.ts';
import { bodyInShape, shapes } from '#test/service/shapes.ts';
import { labelled, pkcs7Of, pkcs12Of } from '#test/support/containerFiles.ts';
import { soakCount } from '#test/support/soak.ts';
import { createAuthority, issue, leafNotAfter } from '#test/unit/x509/certificates/certificateFixtures.ts';

const token = 'tok-4711-secret';
const authority = await createAuthority();
const material = await issue(authority);
const { certificate, certificateServer, certificateChain, key } = material;
const all = { certificate, certificateServer, certificateChain, key };
const keyDer = createPrivateKey(key).export({ format: 'der', type: 'pkcs8' });

function decode(body: unknown) {
  return decodeLatest(typeof body === 'string' ? body : JSON.stringify(body), token);
}

function partsOf(body: unknown) {
  const { parts } = decode(body);
  if (!parts.ok) throw new Error(JSON.stringify(parts.error));
  return parts.value;
}

function errorOf(body: unknown) {
  const { parts } = decode(body);
  return parts.ok ? null : parts.error;
}

describe('decodeLatest', () => {
  const order: ServiceOrder = {
    rid: 'r1',
    name: 'Shop',
    domains: ['shop.example.com'],
    keyKind: 'p256',
    keyEncoding: 'pkcs8',
    issuer: 'ecdsa',
    material: { ...all, notAfter: '2026-08-01 20:34:56' },
    fingerprint256: '',
    notBefore: new Date(0),
    notAfter: new Date(leafNotAfter),
  };

  it.each(shapes)('takes what the shape %s holds', (shape) => {
    const decoded = decode(bodyInShape(shape, order));
    const nothing = { certificate: null, certificateServer: null, certificateChain: null, key: null };
    const expected = {
      ...(shape === 'none' ? nothing : shape === 'partial' ? { ...nothing, certificate } : all),
      name: shape === 'partial' ? null : 'Shop',
      reported: null,
    };
    expect(decoded).toEqual({ parts: { ok: true, value: expected }, notAfter: '2026-08-01 20:34:56' });
  });

  it.each([
    [
      'kebab-case',
      { 'certificate-server': certificateServer, 'certificate-chain': certificateChain, key, certificate },
    ],
    [
      'PascalCase',
      {
        CertificateServer: certificateServer,
        CertificateChain: certificateChain,
        Key: key,
        Certificate: certificate,
      },
    ],
    [
      'SCREAMING_CASE',
      {
        CERTIFICATE: certificate,
        CERTIFICATE_SERVER: certificateServer,
        CERTIFICATE_CHAIN: certificateChain,
        KEY: key,
      },
    ],
    ['deep wrapping', { code: '0', data: { result: { order: { detail: all } } } }],
  ])('takes %s', (_name, body) => {
    expect(partsOf(body)).toMatchObject(all);
  });

  const expiry = Date.parse('2026-08-01T12:34:56Z');

  it.each([
    [
      'OHTTPS',
      { success: true, msg: '', payload: { fullChainCerts: certificate, certKey: key, expiredTime: expiry } },
      { certificate, key },
      String(expiry),
    ],
    [
      'Certd',
      {
        code: 0,
        msg: 'success',
        data: {
          crt: certificate,
          key,
          oc: certificateServer,
          ic: certificateChain,
          detail: { notAfter: '2026-08-01T12:34:56.000Z', domains: { commonName: 'shop.example.com' } },
        },
      },
      all,
      '2026-08-01T12:34:56.000Z',
    ],
  ])('reads the answer of %s', (_name, body, parts, notAfter) => {
    const decoded = decode(body);
    expect(decoded).toMatchObject({ parts: { ok: true, value: parts }, notAfter });
  });

  it.each([
    ['CRLF', (pem: string) => pem.replaceAll('\n', '\r\n')],
    ['no final line end', (pem: string) => pem.trimEnd()],
    ['blank lines around', (pem: string) => `\n\n${pem}\n\n`],
  ])('leaves PEM with %s as it came', (_name, write) => {
    expect(partsOf({ certificate: write(certificate) }).certificate).toBe(write(certificate));
  });

  it.each([
    ['line ends written out', (pem: string) => pem.replaceAll('\n', '\\n')],
    ['CRLF written out', (pem: string) => pem.replaceAll('\n', '\\r\\n')],
  ])('undoes %s', (_name, write) => {
    expect(partsOf({ certificate: write(certificate), key: write(key) })).toMatchObject({ certificate, key });
  });

  it('takes text without PEM for no material', () => {
    const der = (pem: string) => pem.replace(/-----[^-]+-----|\s/gu, '');
    expect(partsOf({ certificate: der(certificate), key: der(key) })).toMatchObject({
      certificate: null,
      key: null,
    });
  });

  it.each([
    ['2026-08-01 20:34:56', '2026-08-01 20:34:56'],
    ['2026-08-01T12:34:56Z', '2026-08-01T12:34:56Z'],
    [1785587696, '1785587696'],
    [1785587696000, '1785587696000'],
  ])('keeps the notAfter %j as it came', (value, kept) => {
    for (const name of ['notAfter', 'not_after', 'NOT-AFTER'])
      expect(decode({ data: { [name]: value, certificate } }).notAfter).toBe(kept);
  });

  it('gives no notAfter that is empty, endless or no text', () => {
    for (const notAfter of ['', ' ', 'x'.repeat(65), 'a\u0000b', null, true, {}, []])
      expect(decode({ notAfter, certificate }).notAfter).toBeNull();
  });

  it('tells a chain that is empty from one that is not given', () => {
    expect(partsOf({ certificate: certificateServer, certificateChain: '' }).certificateChain).toBe('');
    expect(partsOf({ certificate: certificateServer }).certificateChain).toBeNull();
  });

  it('does not take ids and file names under known names for material', () => {
    const body = { key: 'k-1', certificate: 17, crt: 'shop.crt', ic: null, data: { certificate, key } };
    expect(partsOf(body)).toMatchObject({ certificate, key, certificateChain: null });
  });

  it('takes nothing from a list of orders', () => {
    expect(partsOf({ data: [all, all] }).certificate).toBeNull();
  });

  it('keeps the notAfter when the material is of no use', () => {
    const decoded = decode({ certificate: key, notAfter: '2026-08-01 20:34:56' });
    expect(decoded.notAfter).toBe('2026-08-01 20:34:56');
    expect(decoded.parts.ok).toBe(false);
  });

  it.each([
    ['certificate', { certificate: certificate.slice(0, -40) }, 'pemTruncated', 'certificate'],
    [
      'certificateServer',
      { certificate, certificateServer: certificateServer.slice(0, 90) },
      'pemTruncated',
      'certificateServer',
    ],
    [
      'certificateChain',
      { certificate, certificateChain: certificateChain.slice(0, 90) },
      'pemTruncated',
      'certificateChain',
    ],
    ['key', { certificate, key: key.slice(0, 60) }, 'pemTruncated', 'key'],
    ['certificate', { certificate: key }, 'keyInPlaceOfCertificate', 'certificate'],
    [
      'certificateChain',
      { certificate, certificateChain: key },
      'keyInPlaceOfCertificate',
      'certificateChain',
    ],
    ['key', { certificate, key: certificate }, 'certificateInPlaceOfKey', 'key'],
  ] as const)('refuses a spoilt %s', (_part, body, reason, part) => {
    expect(errorOf(body)).toEqual({ kind: 'invalidMaterial', reason, part });
  });

  it('drops a private key that stands beside the certificates', () => {
    expect(partsOf({ certificate: key + certificate }).certificate).toBe(certificate);
  });

  it.each([
    ['{"certificate": "-----BEGIN', 'cutShort'],
    ['[', 'cutShort'],
    ['{"a": 1,}', 'notJson'],
    ['hello', 'notJson'],
    ["{'a': 1}", 'notJson'],
  ])('says that %j is %s', (text, reason) => {
    expect(errorOf(text)).toEqual({ kind: 'invalidResponse', reason, detail: null });
  });

  it.each([
    [{ code: 40001, msg: 'order is frozen', data: null }, 'order is frozen'],
    [{ code: '-1', message: 'order is frozen' }, 'order is frozen'],
    [{ success: false, msg: 'order\u0000 is\r\n frozen' }, 'order is frozen'],
    [{ error: 'order is frozen' }, 'order is frozen'],
    [{ error: 'frozen', error_description: 'order is frozen' }, 'order is frozen; frozen'],
    [{ error: true, detail: 'order is frozen' }, 'order is frozen'],
    [{ error: { reason: 'order is frozen' } }, null],
    [{ code: 'FROZEN' }, 'FROZEN'],
    [{ code: 1, msg: `bad token ${token}` }, 'bad token ***'],
    [{ code: 1, msg: `look:\n${key}` }, 'look:'],
    [{ code: 1, msg: '长'.repeat(300) }, `${'长'.repeat(199)}…`],
  ])('keeps the words of a body that says that something failed: %j', (body, detail) => {
    expect(errorOf(body)).toEqual({ kind: 'invalidResponse', reason: 'errorEnvelope', detail });
  });

  it.each([
    ['invalid_token', 401],
    ['insufficient_scope', 403],
  ])('takes the error %j about the token as its HTTP status', (error, status) => {
    expect(errorOf({ error })).toEqual({ kind: 'unauthorized', status, detail: error });
  });

  it.each([
    [401, { kind: 'unauthorized', status: 401, detail: 'no' }],
    ['403', { kind: 'unauthorized', status: 403, detail: 'no' }],
    [404, { kind: 'unknownRid', detail: 'no' }],
    [429, { kind: 'rateLimited', retryAfterMs: null, detail: 'no' }],
    [503, { kind: 'serverError', status: 503, retryAfterMs: null, detail: 'no' }],
  ])('takes the code %j of an envelope as the HTTP status', (code, error) => {
    expect(errorOf({ code, msg: 'no', data: null })).toEqual(error);
  });

  it.each([
    { code: 401, message: 'Token expired', notAfter: '2020-01-01 00:00:00' },
    { code: 401, message: 'Token expired', data: { notAfter: '2020-01-01 00:00:00' } },
    { success: false, message: 'Token expired', notAfter: '2020-01-01 00:00:00' },
    { error: 'Token expired', notAfter: 1577836800 },
    { code: 500, notAfter: '2020-01-01 00:00:00' },
  ])('takes no notAfter from the error %j', (body) => {
    const { parts, notAfter } = decode(body);
    expect(notAfter).toBeNull();
    expect(parts.ok).toBe(false);
    if (!parts.ok && 'detail' in parts.error) expect(parts.error.detail).toBe('Token expired');
  });

  it('takes the notAfter of an order beside a number that is no error', () => {
    const notAfter = '2026-08-01 20:34:56';
    for (const body of [
      { code: 1, msg: 'done', data: { rid: 'r1', notAfter } },
      { code: 1, data: { notAfter } },
      { rid: 'r1', status: 'failed', notAfter },
    ])
      expect(decode(body)).toMatchObject({ notAfter, parts: { ok: true } });
  });

  it.each([
    [{ success: false, message: 'Renewal failed' }, 'Renewal failed'],
    [{ error: true }, null],
    [{ code: 500, msg: 'Renewal failed' }, 'Renewal failed'],
  ])('reports what a body says beside a certificate: %j', (body, said) => {
    const decoded = decode({ ...body, certificate });
    expect(decoded.parts).toMatchObject({ ok: true, value: { certificate, reported: { said } } });
  });

  it.each([
    { code: 0, msg: 'ok' },
    { code: 1, msg: 'here it is' },
    { status: 'issued', error: null, errors: [] },
  ])('reports nothing of %j beside a certificate', (body) => {
    expect(decode({ ...body, certificate }).parts).toMatchObject({ ok: true, value: { reported: null } });
  });

  it('takes no name or time with a secret in it', () => {
    const bare = keyDer.toString('base64');
    for (const text of [
      token,
      Buffer.from(token).toString('base64'),
      Buffer.from(token).toString('hex'),
      bare,
    ])
      expect(decode({ certificate, name: text.slice(0, 200), notAfter: text.slice(0, 64) })).toMatchObject({
        parts: { value: { name: null } },
        notAfter: null,
      });
  });

  it.each([
    { code: 0, data: {} },
    { code: '200', msg: 'ok' },
    { status: 'renewing', rid: 'r1' },
    { success: true },
    { rid: 'r1', error: null },
    { rid: 'r1', code: 77, notAfter: '2026-08-01 20:34:56' },
    [],
    {},
  ])('sees no error in %j, only nothing to use', (body) => {
    expect(decode(body).parts).toMatchObject({ ok: true, value: { certificate: null } });
  });

  it('uses a certificate whatever code comes with it', () => {
    expect(partsOf({ code: 1, msg: 'done', data: all }).certificate).toBe(certificate);
  });

  it('bounds its work on bodies made to be deep or wide', () => {
    const deep = `${'{"data":'.repeat(2000)}{}${'}'.repeat(2000)}`;
    expect(decode(deep).parts).toMatchObject({ error: { kind: 'invalidResponse', reason: 'notJson' } });
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, {}]));
    expect(partsOf(wide).certificate).toBeNull();
  });

  it('is not held up by a body made to make its patterns backtrack', () => {
    for (const filling of [' ', 'A', '\n', 'A ', '-----', '-----BEGIN A', '-----BEGIN A-----', '\\n']) {
      const text = `MII${filling.repeat(500_000 / filling.length)}!`;
      const { parts } = decode({ certificate: text, key: text });
      expect(parts.ok && parts.value.certificate !== null).toBe(false);
    }
  });

  it('never throws, and never gives a key in place of a certificate', () => {
    const pem = fc.constantFrom(
      certificate,
      key,
      certificateChain,
      key + certificate,
      certificate.slice(0, 99),
      '',
      'x',
    );
    const name = fc.constantFrom(
      'certificate',
      'crt',
      'key',
      'cert_key',
      'certificate_chain',
      'data',
      'code',
      'msg',
      'x',
      '__proto__',
    );
    const json = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        pem,
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('node'), { maxLength: 2 }),
        fc.dictionary(name, tie('node'), { maxKeys: 5 }),
      ),
    })).node;
    fc.assert(
      fc.property(json, (body) => {
        const { parts } = decode(body);
        if (!parts.ok) return;
        const { certificate: full, certificateServer: server, certificateChain: chain } = parts.value;
        for (const text of [full, server, chain]) expect(text ?? '').not.toContain('PRIVATE KEY');
        expect(parts.value.key ?? 'PRIVATE KEY').toContain('PRIVATE KEY');
      }),
      { numRuns: soakCount(1_000) },
    );
    fc.assert(fc.property(fc.string(), (text) => void decode(text)));
  });
});

describe('decodeDownload', () => {
  const download = (text: string, part: 'certificate' | 'key' | 'certificateChain' = 'certificate') =>
    decodeDownload(text, part, token);

  it('takes PEM as it is', () => {
    expect(download(certificate)).toEqual({ ok: true, value: certificate });
    expect(download(key, 'key')).toEqual({ ok: true, value: key });
  });

  it.each([{ certificate }, { code: 0, data: { certificate } }])('takes PEM inside JSON', (body) => {
    expect(download(JSON.stringify(body))).toEqual({ ok: true, value: certificate });
  });

  it('refuses what is no such part', () => {
    const invalid = (reason: string, part: string) => ({
      ok: false,
      error: { kind: 'invalidMaterial', reason, part },
    });
    expect(download(key)).toEqual(invalid('keyInPlaceOfCertificate', 'certificate'));
    expect(download(certificate, 'key')).toEqual(invalid('certificateInPlaceOfKey', 'key'));
    expect(download('Not ready', 'key')).toEqual(invalid('pemMissing', 'key'));
    expect(download('{}')).toEqual(invalid('pemMissing', 'certificate'));
    expect(download(certificate.slice(0, -9))).toEqual(invalid('pemTruncated', 'certificate'));
  });

  it('says that it is PKCS#7 or PKCS#12', async () => {
    const [p7, p12] = [pkcs7Of(certificateServer), await pkcs12Of(key, certificateServer)];
    const error = (reason: string, part: string) => ({
      ok: false,
      error: { kind: 'invalidMaterial', reason, part },
    });
    expect(download(labelled('PKCS7', p7))).toEqual(error('pkcs7', 'certificate'));
    expect(download(p7.toString('base64'))).toEqual(error('pkcs7', 'certificate'));
    expect(download(p12.toString('base64'))).toEqual(error('pkcs12', 'certificate'));
    expect(download(JSON.stringify({ key: p12.toString('base64') }), 'key')).toEqual(error('pkcs12', 'key'));
    const latest = { ...all, certificate: labelled('PKCS7', p7) };
    expect(errorOf(latest)).toEqual(error('pkcs7', 'certificate').error);
  });

  it('finds the error in an envelope', () => {
    expect(download('{"code":404,"msg":"no such order"}')).toEqual({
      ok: false,
      error: { kind: 'unknownRid', detail: 'no such order' },
    });
    expect(download('{"code":9,"msg":"frozen"}')).toEqual({
      ok: false,
      error: { kind: 'invalidResponse', reason: 'errorEnvelope', detail: 'frozen' },
    });
  });
});
