import { AddressBlocks, canonicalIp } from '#main/platform/addressBlocks.ts';
import { isLoopbackAddress } from '#shared/domain/loopback.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';

/** The configuration in the form that the checks of requests use. */
export interface RequestRules {
  readonly sources: AddressBlocks;
  readonly proxies: AddressBlocks;
  /** Allowed hosts as `hostName` gives them: the configured ones and the listening address. */
  readonly hosts: ReadonlySet<string>;
  readonly maxSkewSeconds: number;
}

/** Gives the current rules; cached until the configuration or the listening address changes. */
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

/** The host of a `Host` header or an allow-list entry: a lower-case name or a canonical IP address; `null`: malformed. */
function hostName(text: string): string | null {
  const host = HOST.exec(text)?.[1];
  if (host === undefined) return canonicalIp(text);
  if (host.startsWith('[')) return canonicalIp(host.slice(1, -1));
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return canonicalIp(name) ?? name.toLowerCase();
}

/**
 * Protects against DNS rebinding: a web page whose name was pointed at this computer can only send its own name as
 * `Host`, so only our own names are allowed. The port is not compared: a page cannot choose the host, and behind port
 * forwarding the port differs legitimately.
 * @param local the canonical local address of the connection
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
