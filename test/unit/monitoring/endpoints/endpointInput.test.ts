import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostAndPort } from '#shared/domain/endpoint.ts';
import { parseEndpoint, parseServerName, suggestEndpoints } from '#shared/domain/endpointInput.ts';
import { endpointProtocols } from '#shared/domain/endpointProtocol.ts';

describe('the input for an endpoint', () => {
  it.each([
    ['api.example.com', 'tls api.example.com:443'],
    ['  API.Example.COM. ', 'tls api.example.com:443'],
    ['api.example.com:8443', 'tls api.example.com:8443'],
    ['api.example.com:443', 'tls api.example.com:443'],
    ['api.example.com:', 'tls api.example.com:443'],
    ['bücher.example', 'tls xn--bcher-kva.example:443'],
    ['例え.テスト。', 'tls xn--r8jz45g.xn--zckzah:443'],
    ['192.0.2.1:993', 'tls 192.0.2.1:993'],
    ['2001:DB8::1', 'tls [2001:db8::1]:443'],
    ['[2001:db8:0::1]:5432', 'postgres [2001:db8::1]:5432'],
    ['https://api.example.com/v1/status?a=b#c', 'tls api.example.com:443'],
    ['https://user:p@ss@api.example.com:8443/', 'tls api.example.com:8443'],
    ['mail.example.com:587', 'smtp mail.example.com:587'],
    ['smtp://mail.example.com', 'smtp mail.example.com:587'],
    ['smtps://mail.example.com', 'tls mail.example.com:465'],
    ['IMAPS://mail.example.com', 'tls mail.example.com:993'],
    ['imap://mail.example.com:1143', 'imap mail.example.com:1143'],
    ['pop3s://mail.example.com', 'tls mail.example.com:995'],
    ['ldap://dir.example.com/dc=example', 'ldap dir.example.com:389'],
    ['ldaps://dir.example.com', 'tls dir.example.com:636'],
    ['xmpp://chat.example.com', 'xmpp chat.example.com:5222'],
    ['postgresql://app:secret@db.example.com/app', 'postgres db.example.com:5432'],
    ['mysql://db.example.com', 'mysql db.example.com:3306'],
    ['_dmarc.internal', 'tls _dmarc.internal:443'],
  ])('reads %s', (text, expected) => {
    const parsed = parseEndpoint(text, null);
    expect(parsed.ok && `${parsed.value.protocol} ${hostAndPort(parsed.value)}`).toBe(expected);
  });

  it.each([
    ['', 'empty'],
    ['x'.repeat(3000), 'tooLong'],
    ['*.example.com', 'wildcard'],
    ['gopher://example.com', 'malformed'],
    ['api.example.com:0', 'outOfRange'],
    ['api.example.com:65536', 'outOfRange'],
    ['api.example.com:https', 'notAHost'],
    ['api..example.com', 'notAHost'],
    ['-api.example.com', 'notAHost'],
    ['two words', 'notAHost'],
    ['https://', 'notAHost'],
    ['1234', 'notAHost'],
    ['0x7f.1', 'notAHost'],
    ['192.0.2.256', 'notAHost'],
    ['[2001:db8::1', 'notAHost'],
    ['fe80::1%eth0', 'notAHost'],
    ['%61pi.example.com', 'notAHost'],
    [`${'a'.repeat(64)}.example.com`, 'notAHost'],
  ])('refuses %s: %s', (text, error) => {
    expect(parseEndpoint(text, null)).toEqual({ ok: false, error });
  });

  it('the chosen protocol takes precedence over the text', () => {
    expect(parseEndpoint('mail.example.com:587', 'tls')).toMatchObject({
      value: { protocol: 'tls', port: 587 },
    });
    expect(parseEndpoint('https://mail.example.com', 'imap')).toMatchObject({
      value: { protocol: 'imap', port: 143 },
    });
  });

  it('the parsed text parses to the same endpoint again', () => {
    const port = fc.integer({ min: 1, max: 65_535 });
    const host = fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(host, port, fc.constantFrom(...endpointProtocols), (text, given, protocol) => {
        const typed = text.includes(':') ? `[${text}]:${given}` : `${text}:${given}`;
        const parsed = parseEndpoint(typed, protocol);
        if (!parsed.ok) return;
        expect(parseEndpoint(hostAndPort(parsed.value), protocol)).toEqual(parsed);
      }),
    );
  });

  it('never throws, whatever is pasted', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void parseEndpoint(text, null)));
  });
});

describe('the server name', () => {
  it('is a DNS name, or none', () => {
    expect(parseServerName('  ')).toEqual({ ok: true, value: null });
    expect(parseServerName('WWW.example.com')).toEqual({ ok: true, value: 'www.example.com' });
  });

  it.each([
    ['192.0.2.1', 'notAHost'],
    ['::1', 'notAHost'],
    ['www.example.com:443', 'notAHost'],
    ['*.example.com', 'wildcard'],
  ])('is not %s', (text, error) => {
    expect(parseServerName(text)).toEqual({ ok: false, error });
  });
});

it('suggests an endpoint for each name, asks for a name for a wildcard, and guesses protocols', () => {
  const domains = [
    'example.com',
    '*.example.com',
    'IMAP.example.com',
    'mail.example.com',
    '192.0.2.1',
    'example.com',
  ];
  const said = suggestEndpoints([...domains, '192.0.2.1', 'someone@example.com']).map(
    ({ wildcard, protocol, ...place }) => `${protocol} ${wildcard ? '*.' : ''}${hostAndPort(place)}`,
  );
  expect(said).toEqual([
    'tls example.com:443',
    'tls *.example.com:443',
    'imap imap.example.com:143',
    'tls mail.example.com:443',
    'smtp mail.example.com:587',
    'tls 192.0.2.1:443',
  ]);
});
