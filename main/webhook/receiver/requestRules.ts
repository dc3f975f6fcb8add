import { isLoopbackAddress } from '#shared/domain/loopback.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { AddressBlocks, canonicalIp } from './addressBlocks.ts';

/** What the configuration says about requests, ready to be asked. */
export interface RequestRules {
  readonly sources: AddressBlocks;
  readonly proxies: AddressBlocks;
  /** As `hostName` gives them: those that the person listed, and the address that is listened at. */
  readonly hosts: ReadonlySet<string>;
  readonly maxSkewSeconds: number;
}

/** Gives the rules of the present configuration; made anew only when that is another one than at the last call. */
export function createRules(
  config: () => ReceiverConfig,
  listening: () => { readonly address: string; readonly port: number } | null,
): () => RequestRules {
  let known: { readonly of: ReceiverConfig; readonly address: string | null; readonly rules: RequestRules };
  const make = (of: ReceiverConfig, address: string | null) => {
    known = { of, address, rules: rulesOf(of, address) };
    return known.rules;
  };
  make(config(), null);
  return () => {
    const present = config();
    const address = listening()?.address ?? null;
    return known.of === present && known.address === address ? known.rules : make(present, address);
  };
}

function rulesOf(config: ReceiverConfig, listeningAt: string | null): RequestRules {
  const own = listeningAt === null ? null : canonicalIp(listeningAt);
  const listed = config.allowedHosts.map(hostName);
  return {
    sources: new AddressBlocks(config.sourceAddresses),
    proxies: new AddressBlocks(config.trustedProxies),
    hosts: new Set([...listed, own].filter((host) => host !== null)),
    maxSkewSeconds: config.maxSkewSeconds,
  };
}

const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]/?#@\s]+)(?::[0-9]{1,5})?$/iu;

/**
 * The host that a `Host` header names, without its port, in lower case, an IP address in its canonical form; `null`
 * when it is none. Also for what a person lists, where an IPv6 address may stand without brackets.
 */
function hostName(text: string): string | null {
  const host = HOST.exec(text)?.[1];
  if (host === undefined) return canonicalIp(text);
  if (host.startsWith('[')) return canonicalIp(host.slice(1, -1));
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return canonicalIp(name) ?? name.toLowerCase();
}

/**
 * Whether a request may name this host. A page in a browser whose own name was pointed at this computer (DNS
 * rebinding) can only name itself, so nothing but our own names will do. The port does not count: a page cannot choose
 * the host, and where a port is forwarded it differs in honest use.
 * @param local gives the canonical address that the connection came in at: where all are listened at, one of them
 * @param allowed names as `hostName` gives them
 */
export function isHostAllowed(
  host: string,
  local: () => string | null,
  allowed: ReadonlySet<string>,
): boolean {
  const name = hostName(host);
  if (name === null) return false;
  if (name === 'localhost' || allowed.has(name)) return true;
  const own = local();
  return own !== null && (name === own || (isLoopbackAddress(own) && isLoopbackAddress(name)));
}
