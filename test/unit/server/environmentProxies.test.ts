import { describe, expect, it } from 'vitest';
import { createEnvironmentProxies } from '#main/server/environmentProxies.ts';

const proxyOf = (url: string, environment: Record<string, string>) =>
  createEnvironmentProxies(environment).resolveProxy(url);

const service = 'https://api.example.com/';

describe('proxies of the environment', () => {
  it('come from the variable of the scheme, in either case, else from that for all', async () => {
    expect(await proxyOf(service, {})).toBe('DIRECT');
    expect(await proxyOf(service, { https_proxy: 'http://cache.example:3128' })).toBe(
      'PROXY cache.example:3128',
    );
    expect(await proxyOf(service, { HTTPS_PROXY: 'cache.example:3128' })).toBe('PROXY cache.example:3128');
    expect(await proxyOf(service, { all_proxy: 'socks5h://[::1]' })).toBe('SOCKS5 [::1]:1080');
    expect(await proxyOf(service, { https_proxy: 'https://cache.example/' })).toBe('HTTPS cache.example:443');
    expect(await proxyOf(service, { http_proxy: 'http://cache.example' })).toBe('DIRECT');
  });

  it('never come from HTTP_PROXY, which a header of a request could set', async () => {
    const url = 'http://api.example.com/';
    expect(await proxyOf(url, { HTTP_PROXY: 'http://evil.example' })).toBe('DIRECT');
    expect(await proxyOf(url, { http_proxy: 'http://cache.example' })).toBe('PROXY cache.example:80');
  });

  it('are not left out when the variable names none, or one that does not work', async () => {
    await expect(proxyOf(service, { https_proxy: 'http://' })).rejects.toThrow();
    expect(await proxyOf(service, { https_proxy: 'socks4://cache.example:1' })).toBe(
      'SOCKS4 cache.example:1',
    );
  });

  it.each([
    ['*', true],
    ['example.com', true],
    ['.example.com', true],
    ['*.example.com', true],
    ['API.example.com', true],
    ['api.example.com:443', true],
    ['api.example.com:8443', false],
    ['other.example, example.com', true],
    ['ample.com', false],
    ['10.0.0.0/8', false],
    ['', false],
  ])('no_proxy=%s leaves the proxy out: %s', async (list, isDirect) => {
    const environment = { https_proxy: 'http://cache.example:3128', no_proxy: list };
    expect((await proxyOf(service, environment)) === 'DIRECT').toBe(isDirect);
  });

  it.each([
    ['https://10.1.2.3/', '10.0.0.0/8', true],
    ['https://10.1.2.3/', '10.1.2.3', true],
    ['https://10.1.2.3/', '10.1.2.30', false],
    ['https://11.1.2.3/', '10.0.0.0/8', false],
    ['https://10.1.2.3/', '10.0.0.0/99', false],
    ['https://[2001:db8::7]/', '2001:db8::/32', true],
    ['https://[2001:db8::7]:8443/', '[2001:db8::7]:8443', true],
    ['https://[2001:db8::7]/', '2001:db8::8', false],
  ])('%s with no_proxy=%s is reached directly: %s', async (url, list, isDirect) => {
    const environment = { https_proxy: 'http://cache.example:3128', NO_PROXY: list };
    expect((await proxyOf(url, environment)) === 'DIRECT').toBe(isDirect);
  });
});
