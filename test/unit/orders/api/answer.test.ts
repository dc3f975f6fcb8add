import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Answer, readAnswer } from '#main/orders/api/answer.ts';
import { MAX_RETRY_AFTER_MS } from '#shared/domain/serviceWait.ts';

const context = {
  limitBytes: 1000,
  token: 'tok-4711-secret',
  origin: 'https://api.example.com',
  now: Date.parse('2026-06-01T00:00:00Z'),
};

function read(status: number, body: string | Buffer = '', headers: Answer['headers'] = {}) {
  return readAnswer({ status, headers, body: Buffer.from(body) }, context);
}

function invalid(reason: string, detail: string | null = null) {
  return { ok: false, error: { kind: 'invalidResponse', reason, detail } };
}

describe('readAnswer', () => {
  it('gives the text of a success without byte order mark and blanks', () => {
    expect(read(200, '\uFEFF{"a":1}\n')).toEqual({ ok: true, value: '{"a":1}' });
    expect(read(201, 'x').ok).toBe(true);
  });

  it('detects a web page regardless of its content type', () => {
    for (const page of ['<!doctype html><p>Sign in', '\n<html>', '<?xml version="1.0"?><x/>'])
      expect(read(200, page, { 'content-type': 'application/json' })).toEqual(invalid('html'));
  });

  it.each([
    ['GBK, undeclared', 'd6d0b9fabdbbcd', undefined, null],
    ['GBK, undeclared', 'd6d0b9fabdbbcda8', undefined, '中国交通'],
    ['GBK with a backslash as second byte', '815c', undefined, '乗'],
    ['GBK, declared', 'd6d0b9fabdbbcda8', 'application/json; charset=GBK', '中国交通'],
    ['GB18030, declared in quotes', '8139ee39', 'application/json;charset="gb18030"', '㐀'],
    ['Big5, declared', 'a4a4b0ea', 'application/json; charset=big5', '中國'],
    ['ISO-8859-1, declared', '5afc72696368', 'text/plain; charset=iso-8859-1', 'Zürich'],
    ['UTF-8 under another label', 'e4b8ade59bbd', 'application/json; charset=gbk', '中国'],
    ['an unknown label', 'd6d0b9fa', 'application/json; charset=x-unknown', '中国'],
  ])('decodes a name in %s (%s, %s)', (_name, hex, type, name) => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(hex, 'hex'), Buffer.from('"}')]);
    const answer = read(200, body, { 'content-type': type });
    if (name === null) expect(answer).toEqual(invalid('notText'));
    else expect(answer).toEqual({ ok: true, value: `{"name":"${name}"}` });
  });

  it('refuses an empty body and a binary one', () => {
    expect(read(200, ' \n')).toEqual(invalid('empty'));
    expect(read(204)).toEqual(invalid('empty'));
    expect(read(200, Buffer.from([0x30, 0x82, 0xff]))).toEqual(invalid('notText'));
    expect(read(200, 'PK\u0003\u0004\u0000')).toEqual(invalid('notText'));
  });

  it('says that a body is PKCS#7', () => {
    // A SEQUENCE with the type signedData, and zero bytes.
    const body = Buffer.from('300f06092a864886f70d010702a0020000', 'hex');
    expect(read(200, body)).toEqual({
      ok: false,
      error: { kind: 'invalidMaterial', reason: 'pkcs7', part: 'latest' },
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('unpacks %s, within the limit', (coding, pack) => {
    const headers = { 'content-encoding': coding };
    expect(read(200, pack('{"a":1}'), headers)).toEqual({ ok: true, value: '{"a":1}' });
    expect(read(200, pack('x'.repeat(1000)), headers).ok).toBe(true);
    expect(read(200, pack('x'.repeat(1001)), headers)).toEqual({
      ok: false,
      error: { kind: 'tooLarge', limitBytes: 1000 },
    });
    expect(read(200, 'not packed', headers)).toEqual(invalid('contentEncoding', coding));
  });

  it('refuses an unknown coding, and several codings', () => {
    expect(read(200, zstdCompressSync('{}'), { 'content-encoding': 'zstd' })).toEqual(
      invalid('contentEncoding', 'zstd'),
    );
    expect(read(200, '{}', { 'content-encoding': 'gzip, br' })).toEqual(
      invalid('contentEncoding', 'gzip, br'),
    );
    expect(read(200, '{}', { 'content-encoding': 'Identity' }).ok).toBe(true);
  });

  it.each([
    ['{"message":"Token expired"}', 'Token expired'],
    ['{"error":"invalid_token","error_description":"Token expired"}', 'Token expired; invalid_token'],
    ['{"status":418,"error":"Teapot","message":"","path":"/open"}', 'Teapot'],
    ['{"code":40101,"msg":"令牌已过期","data":null}', '令牌已过期'],
    ['{"title":"Gone","detail":"It is frozen","type":"about:blank"}', 'It is frozen'],
    ['Plain\nwords', 'Plain words'],
    ['{"message":"a\\u202eb\\u0000c"}', 'a b c'],
    [`{"message":"${'长'.repeat(300)}"}`, `${'长'.repeat(199)}…`],
    [`{"error":"bad token tok-4711-secret","message":"tok-4711"}`, '***; bad token ***'],
    ['{"message":"cut: tok-4711-se…"}', 'cut: ***…'],
    ['{"message":"wrapped: tok-4711\\n-secret."}', 'wrapped: *** ***.'],
  ])('passes the message of an error on: %s', (body, detail) => {
    for (const [status, error] of [
      [401, { kind: 'unauthorized', status: 401 }],
      [403, { kind: 'unauthorized', status: 403 }],
      [429, { kind: 'rateLimited', retryAfterMs: null }],
      [503, { kind: 'serverError', status: 503, retryAfterMs: null }],
      [400, { kind: 'unexpectedStatus', status: 400 }],
    ] as const)
      expect(read(status, body)).toEqual({ ok: false, error: { ...error, detail } });
  });

  it.each([
    '',
    '<html>Sorry',
    '{"message":',
    '{}',
    '[]',
    '{"status":503}',
    '{"message":7}',
    '{"error":{"message":"x"}}',
    '\u0000\u0001',
  ])('passes nothing of %j on', (body) => {
    expect(read(500, body)).toEqual({
      ok: false,
      error: { kind: 'serverError', status: 500, retryAfterMs: null },
    });
  });

  it('handles a maliciously costly error quickly', () => {
    const deep = `${'{"error":'.repeat(5000)}{}${'}'.repeat(5000)}`;
    const wide = JSON.stringify({ errors: Array.from({ length: 90_000 }, () => ({ message: 'x' })) });
    for (const body of [deep, wide, 'tok-4711-'.repeat(110_000)]) expect(read(500, body).ok).toBe(false);
  });

  it('detects a page that requires a client certificate', () => {
    const page =
      '<html>\r\n<head><title>400 No required SSL certificate was sent</title></head>\r\n<body>\r\n' +
      '<center><h1>400 Bad Request</h1></center>\r\n<center>No required SSL certificate was sent</center>\r\n' +
      '<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n';
    const error = { kind: 'tls', reason: 'clientCertificate', code: 'HTTP_400' };
    expect(read(400, page)).toEqual({ ok: false, error });
    expect(read(400, '<html>Bad Request')).toEqual({
      ok: false,
      error: { kind: 'unexpectedStatus', status: 400 },
    });
  });

  it.each([401, 403])('treats %i as a rejected token', (status) => {
    expect(read(status, '<html>')).toEqual({ ok: false, error: { kind: 'unauthorized', status } });
  });

  it('distinguishes an unknown rid from an address that is not the service', () => {
    const unknown = { ok: false, error: { kind: 'unknownRid' } };
    expect(read(404, '{"error":"not found"}')).toEqual({
      ok: false,
      error: { kind: 'unknownRid', detail: 'not found' },
    });
    expect(read(404)).toEqual(unknown);
    expect(read(404, '<!DOCTYPE html><pre>Cannot GET /open</pre>')).toEqual(invalid('html'));
    expect(read(404, `404 page ${context.token} not found\n`)).toEqual(
      invalid('notJson', '404 page *** not found'),
    );
  });

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['999999', MAX_RETRY_AFTER_MS],
    ['Mon, 01 Jun 2026 00:10:00 GMT', 600_000],
    ['Sun, 31 May 2026 00:10:00 GMT', 0],
    ['Fri, 31 Dec 2027 00:00:00 GMT', MAX_RETRY_AFTER_MS],
    ['1.5', 1500],
    ['1.0001', 1001],
    ['9'.repeat(400), MAX_RETRY_AFTER_MS],
    ['Monday, 01-Jun-26 00:10:00 GMT', 600_000],
    ['Mon Jun  1 00:10:00 2026', 600_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', MAX_RETRY_AFTER_MS],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    // Numbers that are a date for JavaScript only.
    ['-120', null],
    ['-9999', null],
    ['3.9999.1', null],
    ['1e9', null],
    ['0x10', null],
    ['9999-12-31', null],
    ['soon', null],
    [undefined, null],
  ])('reads Retry-After %j', (value, retryAfterMs) => {
    const headers = { 'retry-after': value };
    expect(read(429, '', headers)).toEqual({ ok: false, error: { kind: 'rateLimited', retryAfterMs } });
    expect(read(503, '', headers)).toEqual({
      ok: false,
      error: { kind: 'serverError', status: 503, retryAfterMs },
    });
  });

  it("counts a Retry-After date from the service's own clock", () => {
    const headers = { 'retry-after': 'Tue, 01 Jan 2030 00:01:00 GMT', date: 'Tue, 01 Jan 2030 00:00:00 GMT' };
    expect(read(429, '', headers)).toMatchObject({ error: { retryAfterMs: 60_000 } });
  });

  it.each([
    ['https://login.example.org:8443/sso?token=abc', 'https://login.example.org:8443'],
    ['/elsewhere?x=1', 'https://api.example.com'],
    ['https://user:pass@login.example.org/', 'https://login.example.org'],
    ['mailto:x@example.org', null],
    ['http://[', null],
    [undefined, null],
  ])('reports only the origin of a redirect to %j', (location, origin) => {
    for (const status of [301, 302, 303, 307, 308])
      expect(read(status, '', { location })).toEqual({
        ok: false,
        error: { kind: 'redirected', status, location: origin },
      });
  });

  it.each([304, 400, 405, 410, 418])('has no special meaning for %i', (status) => {
    expect(read(status, '{}')).toEqual({ ok: false, error: { kind: 'unexpectedStatus', status } });
  });
});
