import { describe, expect, it } from 'vitest';
import { parsePacResult } from '#main/orders/api/routes.ts';

const direct = { kind: 'direct' };
const proxy = (uri: string) => ({ kind: 'proxy', uri });

describe('parsePacResult', () => {
  it.each([
    ['DIRECT', [direct]],
    ['', [direct]],
    [' ; ', [direct]],
    ['DIRECT; PROXY a:1', [direct]],
    ['PROXY cache.example:3128', [proxy('http://cache.example:3128')]],
    ['proxy  cache.example:3128 ;', [proxy('http://cache.example:3128')]],
    ['HTTPS cache.example:443', [proxy('https://cache.example:443')]],
    ['SOCKS5 127.0.0.1:1080', [proxy('socks5://127.0.0.1:1080')]],
    ['PROXY [2001:db8::1]:8080', [proxy('http://[2001:db8::1]:8080')]],
    ['PROXY a:1; HTTPS b:2', [proxy('http://a:1'), proxy('https://b:2')]],
  ])('reads %j', (text, choices) => {
    expect(parsePacResult(text)).toEqual(choices);
  });

  it('takes no direct connection after a proxy', () => {
    expect(parsePacResult('PROXY a:1; DIRECT')).toEqual([proxy('http://a:1')]);
  });

  it.each([
    ['SOCKS a:1', 'SOCKS'],
    ['SOCKS4 a:1', 'SOCKS4'],
    ['QUIC a:1', 'QUIC'],
    ['PROXY', 'PROXY'],
    ['PROXY user@evil:1', 'PROXY'],
    ['PROXY a:99999', 'PROXY'],
    ['PROXY a/b', 'PROXY'],
  ])('cannot use %j, and does not go directly for it', (text, scheme) => {
    expect(parsePacResult(`${text}; DIRECT`)).toEqual([{ kind: 'unsupported', scheme }]);
  });
});
