import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { hostName } from './hostRule.ts';
import { AddressBlocks, canonicalIp } from './ipAddress.ts';

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
