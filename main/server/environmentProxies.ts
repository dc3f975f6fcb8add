import { BlockList, isIP, isIPv6 } from 'node:net';
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
  return list
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', ofPort] =
        /^\[?(.*?)\]?(?::(\d+))?$/u.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
      if (ofPort !== undefined && ofPort !== (port || defaultPorts[protocol])) return false;
      if (isIP(host) !== 0) return isInNetwork(host, name);
      const suffix = name.replace(/^\*?\.?/u, '');
      return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`));
    });
}

function isInNetwork(address: string, network: string): boolean {
  const [base = '', prefix] = network.split('/');
  const family = isIP(base);
  if (family === 0 || family !== isIP(address)) return false;
  const type = family === 6 ? 'ipv6' : 'ipv4';
  const bits = prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix);
  if (!Number.isInteger(bits) || bits < 0 || bits > (family === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(base, bits, type);
  return list.check(address, type);
}
