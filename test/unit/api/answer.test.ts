import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Answer, LONGEST_RETRY_AFTER_MS, readAnswer } from '#main/api/answer.ts';

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

  it('sees a web page whatever its type says', () => {
    for (const page of ['<!doctype html><p>Sign in', '\n<html>', '<?xml version="1.0"?><x/>'])
      expect(read(200, page, { 'content-type': 'application/json' })).toEqual(invalid('html'));
  });

  it('refuses an empty body and one that is no text', () => {
    expect(read(200, ' \n')).toEqual(invalid('empty'));
    expect(read(204)).toEqual(invalid('empty'));
    expect(read(200, Buffer.from([0x30, 0x82, 0xff]))).toEqual(invalid('notText'));
    expect(read(200, 'PK\u0003\u0004\u0000')).toEqual(invalid('notText'));
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

  it('refuses a coding that it does not know, and several', () => {
    expect(read(200, zstdCompressSync('{}'), { 'content-encoding': 'zstd' })).toEqual(
      invalid('contentEncoding', 'zstd'),
    );
    expect(read(200, '{}', { 'content-encoding': 'gzip, br' })).toEqual(
      invalid('contentEncoding', 'gzip, br'),
    );
    expect(read(200, '{}', { 'content-encoding': 'Identity' }).ok).toBe(true);
  });

  it.each([401, 403])('takes %i for a rejected token', (status) => {
    expect(read(status, '<html>')).toEqual({ ok: false, error: { kind: 'unauthorized', status } });
  });

  it('tells an unknown rid from an address that is not the service', () => {
    const unknown = { ok: false, error: { kind: 'unknownRid' } };
    expect(read(404, '{"error":"not found"}')).toEqual(unknown);
    expect(read(404)).toEqual(unknown);
    expect(read(404, '<!DOCTYPE html><pre>Cannot GET /open</pre>')).toEqual(invalid('html'));
    expect(read(404, `404 page ${context.token} not found\n`)).toEqual(
      invalid('notJson', '404 page *** not found'),
    );
  });

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['999999', LONGEST_RETRY_AFTER_MS],
    ['Mon, 01 Jun 2026 00:10:00 GMT', 600_000],
    ['Sun, 31 May 2026 00:10:00 GMT', 0],
    ['Fri, 31 Dec 2027 00:00:00 GMT', LONGEST_RETRY_AFTER_MS],
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
  ])('names of a redirect to %j the origin alone', (location, origin) => {
    for (const status of [301, 302, 303, 307, 308])
      expect(read(status, '', { location })).toEqual({
        ok: false,
        error: { kind: 'redirected', status, location: origin },
      });
  });

  it.each([304, 400, 405, 410, 418])('has no meaning of its own for %i', (status) => {
    expect(read(status, '{}')).toEqual({ ok: false, error: { kind: 'unexpectedStatus', status } });
  });
});
