import { isIPv6 } from 'node:net';
import { AddressBlocks, canonicalIp } from '#main/platform/addressBlocks.ts';
import type { ProxyResolver } from '#main/platform/connectivity.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The names of schemes in PAC results. */
const schemes: Readonly<Record<string, string>> = {
  'http:': 'PROXY',
  'https:': 'HTTPS',
  'socks5:': 'SOCKS5',
  'socks5h:': 'SOCKS5',
};

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Resolves proxies by `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, as curl has them; names in capitals count
 * too, but `HTTP_PROXY`, which a web server could set for a client. Rejects where a variable names no proxy.
 */
export function createEnvironmentProxies(environment: Environment): ProxyResolver {
  return {
    async resolveProxy(url) {
      const target = new URL(url);
      const given = proxyFor(target.protocol, environment);
      if (given === '' || isExcepted(target, variable(environment, 'no_proxy'))) return 'DIRECT';
      const proxy = new URL(given.includes('://') ? given : `http://${given}`);
      const port = proxy.port || (defaultPorts[proxy.protocol] ?? '1080');
      const scheme = schemes[proxy.protocol] ?? proxy.protocol.slice(0, -1).toUpperCase();
      return `${scheme} ${proxy.hostname}:${port}`;
    },
  };
}

function variable(environment: Environment, name: string): string {
  return (environment[name] || environment[name.toUpperCase()] || '').trim();
}

function proxyFor(protocol: string, environment: Environment): string {
  const own =
    protocol === 'https:' ? variable(environment, 'https_proxy') : (environment['http_proxy'] ?? '');
  return own.trim() || variable(environment, 'all_proxy');
}

/** Whether a target is reached directly: by its name, the end of it, its address or a network with it. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/gu, '').toLowerCase();
  const address = canonicalIp(host);
  return list
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', ofPort] =
        /^\[?(.*?)\]?(?::(\d+))?$/u.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
      if (ofPort !== undefined && ofPort !== (port || defaultPorts[protocol])) return false;
      if (address !== null) return new AddressBlocks([name]).has(address);
      const suffix = name.replace(/^\*?\.?/u, '');
      return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`));
    });
}
