import { describe, expect, it } from 'vitest';
import type { Hook } from '#main/webhook/hooks/hookSecrets.ts';
import {
  checkAddressing,
  checkBodyClaim,
  checkSignature,
  framingFault,
  payloadEncoding,
} from '#main/webhook/receiver/headCheck.ts';
import { readHead } from '#main/webhook/receiver/rawHeaders.ts';
import { createRules } from '#main/webhook/receiver/requestRules.ts';
import { defaultReceiverConfig, type ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { signTimestamp } from '#test/service/delivery.ts';

const hook: Hook = { id: 'h1', name: 'Hook', path: '/hook', enabled: true, createdAt: 0, secrets: [] };
const now = 1_700_000_000_000;
const timestamp = String(now / 1000);
const token = signTimestamp(timestamp, 'secret');
const good: readonly (readonly [string, string])[] = [
  ['Host', '127.0.0.1:47443'],
  ['Z-Timestamp', timestamp],
  ['z-token', token],
  ['Content-Type', 'application/json'],
  ['Content-Length', '10'],
];

interface Circumstances {
  readonly headers?: readonly (readonly [string, string])[];
  readonly method?: string;
  readonly version?: string;
  readonly hook?: Hook | null;
  readonly sender?: string | null;
  readonly local?: string;
  readonly config?: Partial<ReceiverConfig>;
}

function check({ headers = good, local = '127.0.0.1', config = {}, ...facts }: Circumstances) {
  const rules = createRules(
    () => ({ ...defaultReceiverConfig, ...config }),
    () => ({ address: local, port: 47443 }),
  )();
  const request = { version: '1.1', method: 'POST', hook, sender: '127.0.0.1', ...facts };
  const result = checkAddressing({ ...request, head: readHead(headers.flat()), local: () => local }, rules);
  return result.ok ? 'passed' : result.error;
}

const without = (name: string) => good.filter(([present]) => present.toLowerCase() !== name);
const instead = (name: string, value: string) => [...without(name), [name, value] as const];

describe('the head of a delivery', () => {
  it('is accepted when it is valid', () => expect(check({})).toBe('passed'));

  it.each(['host', 'z-timestamp', 'z-token', 'content-type'])('needs %s exactly once', (name) => {
    expect(check({ headers: without(name) })).toEqual({ kind: 'headerMissing', name });
    const twice = good.flatMap((header) => (header[0].toLowerCase() === name ? [header, header] : [header]));
    expect(check({ headers: twice })).toEqual({ kind: 'headerRepeated', name });
  });

  it('may lack the host in HTTP/1.0, but a host that is sent must be allowed', () => {
    const version = '1.0';
    expect(check({ version, headers: without('host') })).toBe('passed');
    expect(check({ version, headers: instead('host', 'evil.example') })).toMatchObject({
      kind: 'hostNotAllowed',
    });
    const twice = [...good, ['host', 'localhost'] as const];
    expect(check({ version, headers: twice })).toEqual({ kind: 'headerRepeated', name: 'host' });
  });

  it.each(['127.0.0.1', 'LOCALHOST:1', 'localhost.', '[::1]:47443', '127.9.9.9', '[::ffff:127.0.0.1]'])(
    'may name the host %s at a loopback address',
    (host) => expect(check({ headers: instead('host', host) })).toBe('passed'),
  );

  it.each([
    'evil.example',
    '10.0.0.1',
    '127.0.0.1.evil.example',
    '',
    'a@localhost',
    'localhost:x',
    '[::1',
    '::1:1',
  ])('may not name the host "%s"', (host) => {
    expect(check({ headers: instead('host', host) })).toEqual({ kind: 'hostNotAllowed', host });
  });

  it('may name only the hosts that the user listed, on any port', () => {
    const config = { allowedHosts: ['Tunnel.Example', '2001:db8::1'] };
    expect(check({ config, headers: instead('host', 'tunnel.example:8443') })).toBe('passed');
    expect(check({ config, headers: instead('host', '[2001:DB8:0::1]') })).toBe('passed');
    expect(check({ config, headers: instead('host', 'x.tunnel.example') })).toMatchObject({
      kind: 'hostNotAllowed',
    });
  });

  it('may name its local address, but no loopback address on a network address', () => {
    const local = '192.0.2.7';
    expect(check({ local, headers: instead('host', '192.0.2.7:47443') })).toBe('passed');
    expect(check({ local, headers: instead('host', '127.0.0.1') })).toMatchObject({ kind: 'hostNotAllowed' });
  });

  it('shows a refused host as clean text', () => {
    const refused = check({ headers: instead('host', `\u202e${'x'.repeat(3000)}`) });
    expect(refused).toMatchObject({ host: expect.stringMatching(/^x{99}…$/u) });
  });

  it.each(['', 'null', 'http://127.0.0.1:47443'])('may have no origin, not even "%s"', (origin) => {
    expect(check({ headers: instead('origin', origin) })).toEqual({ kind: 'originPresent' });
  });

  it('needs the path of a hook, then POST', () => {
    expect(check({ hook: null, method: 'GET' })).toEqual({ kind: 'unknownPath' });
    expect(check({ method: 'GET' })).toEqual({ kind: 'wrongMethod', method: 'GET' });
  });

  it.each([
    '',
    '170000000',
    '17000000000',
    '1e9      ',
    '+170000000',
    '１７００００００００',
    '1700000000, 1',
  ])('refuses the timestamp "%s"', (value) => {
    expect(check({ headers: instead('z-timestamp', value) })).toEqual({ kind: 'timestampMalformed' });
  });

  it.each(['', token.toUpperCase(), token.slice(1), `${token}0`, `g${token.slice(1)}`, `${token}\n`])(
    'refuses the token "%s"',
    (value) => {
      expect(check({ headers: instead('z-token', value) })).toEqual({ kind: 'tokenMalformed' });
    },
  );

  it('must come from a listed source if there are any', () => {
    const config = {
      sourceAddresses: ['192.0.2.0/24', '2001:db8::/32', '::ffff:198.51.100.0/120', '203.0.113.9'],
    };
    for (const sender of ['192.0.2.200', '2001:db8:1::1', '198.51.100.7', '203.0.113.9'])
      expect(check({ config, sender })).toBe('passed');
    for (const sender of ['192.0.3.1', '2001:db9::1', '198.51.101.7', '203.0.113.8', '127.0.0.1', null])
      expect(check({ config, sender })).toEqual({ kind: 'sourceNotAllowed' });
    expect(check({ config: { sourceAddresses: ['nonsense', '1.2.3.4/33'] } })).toEqual({
      kind: 'sourceNotAllowed',
    });
  });
});

describe('the signature', () => {
  const claim = { hook, timestamp, token, contentType: 'application/json' };

  it('may be made with any of the secrets', () => {
    expect(checkSignature(claim, ['secret', 'other'], 300, now)).toBeNull();
    expect(checkSignature(claim, ['other', 'secret'], 300, now)).toBeNull();
    expect(checkSignature(claim, ['other', 'another'], 300, now)).toEqual({ kind: 'signature' });
    expect(checkSignature(claim, [], 300, now)).toEqual({ kind: 'signature' });
  });

  it('is over the timestamp as sent, with the UTF-8 bytes of the secret', () => {
    expect(
      checkSignature({ ...claim, token: signTimestamp(timestamp, 'sécret') }, ['sécret'], 300, now),
    ).toBeNull();
    const other = { ...claim, timestamp: String(now / 1000 + 1) };
    expect(checkSignature(other, ['secret'], 300, now)).toEqual({ kind: 'signature' });
  });

  it('is valid within the window on both sides; beyond it the skew is reported', () => {
    const at = (seconds: number) => checkSignature(claim, ['secret'], 300, now - seconds * 1000);
    expect(at(300)).toBeNull();
    expect(at(-300)).toBeNull();
    expect(at(301)).toEqual({ kind: 'timeSkew', seconds: 301 });
    expect(at(-3600.2)).toEqual({ kind: 'timeSkew', seconds: -3600 });
    expect(checkSignature(claim, ['other'], 300, now + 3_600_000)).toEqual({ kind: 'signature' });
  });
});

describe('what the head says about the body', () => {
  const body = (...changes: (readonly [string, string])[]) => {
    const type = changes.find(([name]) => name === 'content-type')?.[1] ?? 'application/json';
    const claim = { hook, timestamp, token, contentType: type };
    const length = changes.some(([name]) => name === 'content-length') ? [] : [['content-length', '10']];
    const result = checkBodyClaim(claim, readHead([...length, ...changes].flat()));
    return result.ok ? result.value : result.error;
  };

  it.each([
    ['application/json', 'json'],
    ['Application/JSON; Charset=UTF-8', 'json'],
    ['application/json;charset="utf-8"', 'json'],
    ['application/x-www-form-urlencoded', 'form'],
    ['application/x-www-form-urlencoded ;\tcharset=utf-8 ', 'form'],
    ['application/json;', 'json'],
    ['application/json; ; charset=utf8;', 'json'],
    ['application/json; charset=UTF8', 'json'],
    ["application/json; charset='utf-8'", 'json'],
    ['application/json; charset = utf-8', 'json'],
    ['application/json; charset=unicode-1-1-utf-8', 'json'],
    ['application/json; charset=utf-8; charset=utf8', 'json'],
    ['application/json; odata.metadata=minimal; v="1;\\"2"; IEEE754Compatible=true', 'json'],
    ['application/x-www-form-urlencoded;version=1;charset=utf8', 'form'],
    ['application/json; v="charset=latin1"', 'json'],
    ['application/json; charset=latin1', null],
    ['application/json; charset=utf-8; charset=latin1', null],
    ['application/json; charset=utf-16', null],
    ['application/json; charset=', null],
    ['application/json; charset', null],
    ['application/json; charset="utf-8', null],
    ['application/json; v="a" charset=latin1', null],
    ['application/json charset=utf-8', null],
    ['application/json; a,b', null],
    ['application/json, application/json', null],
    ['application/jsonx', null],
    ['text/plain', null],
    ['multipart/form-data; boundary=x', null],
    ['', null],
  ])('takes the type "%s" for %s', (type, encoding) => {
    expect(payloadEncoding(type)).toBe(encoding);
    const expected = encoding === null ? { kind: 'contentType' } : { encoding, most: 10 };
    expect(body(['content-type', type])).toEqual(expected);
  });

  it('accepts no coding except identity', () => {
    for (const coding of ['Identity', ''])
      expect(body(['content-encoding', coding])).toEqual({ encoding: 'json', most: 10 });
    for (const coding of ['gzip', 'identity, gzip'])
      expect(body(['content-encoding', coding])).toEqual({ kind: 'contentEncoding' });
  });

  it('needs a length, or chunks', () => {
    for (const value of ['', '-1', '1e3', '0x10', '1, 1'])
      expect(body(['content-length', value])).toEqual({ kind: 'lengthMissing' });
    const chunks = readHead(['transfer-encoding', 'Chunked']);
    const claim = { hook, timestamp, token, contentType: 'application/json' };
    expect(checkBodyClaim(claim, chunks)).toEqual({ ok: true, value: { encoding: 'json', most: 262_144 } });
    expect(body(['content-length', '5'], ['content-length', '5'])).toEqual({ kind: 'lengthMissing' });
  });

  it('accepts up to 256 KiB', () => {
    expect(body(['content-length', '262144'])).toEqual({ encoding: 'json', most: 262_144 });
    for (const value of ['262145', '9'.repeat(400)])
      expect(body(['content-length', value])).toEqual({ kind: 'tooLarge', limitBytes: 262_144 });
  });
});

describe('the length of a request', () => {
  const fault = (version: string, ...headers: readonly string[]) => framingFault(version, readHead(headers));

  it('is given by a length, or by chunks', () => {
    expect(fault('1.1', 'content-length', '5')).toBeNull();
    expect(fault('1.0', 'content-length', '5')).toBeNull();
    expect(fault('1.1', 'Transfer-Encoding', 'CHUNKED')).toBeNull();
  });

  it('is ambiguous with both, with another coding, or in a version without chunks', () => {
    const unknown = 'HPE_INVALID_TRANSFER_ENCODING';
    expect(fault('1.1', 'transfer-encoding', 'chunked', 'content-length', '5')).toBe(unknown);
    expect(fault('1.1', 'transfer-encoding', 'chunked', 'transfer-encoding', 'chunked')).toBe(unknown);
    for (const coding of ['', 'identity', 'gzip, chunked', 'chunked, gzip', 'xchunked', 'chunked;q=1'])
      expect(fault('1.1', 'transfer-encoding', coding)).toBe(unknown);
    expect(fault('1.0', 'transfer-encoding', 'chunked')).toBe(unknown);
    for (const version of ['0.9', '2.0', '1.2']) expect(fault(version)).toBe('HPE_INVALID_VERSION');
  });
});
