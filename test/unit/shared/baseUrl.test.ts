import { describe, expect, it } from 'vitest';
import { parseBaseUrl, parseConsoleUrl } from '#shared/domain/baseUrl.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import { err, ok } from '#shared/result.ts';

describe('parseBaseUrl', () => {
  it.each([
    ['https://certs.example.com', 'https://certs.example.com'],
    [' https://Certs.Example.com/ ', 'https://certs.example.com'],
    ['certs.example.com', 'https://certs.example.com'],
    ['https://certs.example.com:443/api//', 'https://certs.example.com/api'],
    ['https://certs.example.com/open/ssl/latest/', 'https://certs.example.com'],
    ['https://certs.example.com/open/ssl/latest', 'https://certs.example.com'],
    ['https://certs.example.com/open/ssl/latest/r-1001', 'https://certs.example.com'],
    ['https://certs.example.com/open/ssl/latest/r-1001/', 'https://certs.example.com'],
    ['https://certs.example.com/open/ssl/latest/r-1001/certificateChain', 'https://certs.example.com'],
    ['https://certs.example.com/open/ssl/latest/r-1001?access_token=s3cret#a', 'https://certs.example.com'],
    ['https://certs.example.com:8443/a/b//open/ssl/latest/r%2F1', 'https://certs.example.com:8443/a/b'],
    ['certs.example.com/api/open/ssl/latest/r-1001', 'https://certs.example.com/api'],
    ['https://certs.example.com/open/ssl/latestnews', 'https://certs.example.com/open/ssl/latestnews'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['http://localhost', 'http://localhost'],
    ['https://证书.example', 'https://xn--1jqs90m.example'],
  ])('takes %s', (text, url) => {
    expect(parseBaseUrl(text)).toEqual(ok(url));
  });

  it.each([
    ['', 'empty'],
    ['http://certs.example.com', 'httpsOnly'],
    ['http://127.0.0.1.example.com', 'httpsOnly'],
    ['ftp://certs.example.com', 'httpsOnly'],
    ['file:///etc/passwd', 'httpsOnly'],
    ['https://', 'notAUrl'],
    ['https://user:word@certs.example.com', 'credentialsInUrl'],
    ['https://certs.example.com/?a=b', 'queryInUrl'],
    ['https://certs.example.com/#a', 'queryInUrl'],
    ['https://user:word@certs.example.com/open/ssl/latest/r-1001', 'credentialsInUrl'],
    [`https://${'a'.repeat(2000)}.example`, 'tooLong'],
  ] as const)('refuses %s', (text, reason) => {
    expect(parseBaseUrl(text)).toEqual(err(reason));
  });
});

describe('parseConsoleUrl', () => {
  it.each([
    ['', null],
    ['console.example.com', 'https://console.example.com/'],
    [' https://console.example.com/ui?tab=orders#/mine ', 'https://console.example.com/ui?tab=orders#/mine'],
  ])('takes %s', (text, url) => {
    expect(parseConsoleUrl(text)).toEqual(ok(url));
  });

  it.each([
    ['http://console.example.com', 'notHttps'],
    ['http://127.0.0.1', 'notHttps'],
    ['javascript://console.example.com/%0aalert(1)', 'notHttps'],
    ['https://', 'notAUrl'],
    ['https://user:word@console.example.com', 'credentialsInUrl'],
    [`https://${'a'.repeat(2000)}.example`, 'tooLong'],
  ] as const)('refuses %s', (text, reason) => {
    expect(parseConsoleUrl(text)).toEqual(err(reason));
  });
});

describe('isLoopbackHost', () => {
  it('accepts only this machine', () => {
    const own = [
      'localhost',
      'a.localhost',
      'localhost.',
      'A.LocalHost.',
      '127.0.0.1',
      '127.8.9.10',
      '[::1]',
      '::1',
    ];
    expect(own.filter((host) => !isLoopbackHost(host))).toEqual([]);
    const others = [
      'localhost.example.com',
      'notlocalhost',
      '.',
      '',
      '127.0.0.1.example.com',
      '10.0.0.1',
      '[::2]',
      '128.0.0.1',
    ];
    expect(others.filter(isLoopbackHost)).toEqual([]);
  });
});
