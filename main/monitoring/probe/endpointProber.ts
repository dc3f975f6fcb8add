import { isIP } from 'node:net';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import type { TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { Endpoint, ProbeError } from '#shared/domain/endpoint.ts';
import type { HostResolver } from './hostResolver.ts';
import { type AddressOutcome, probeAddress, probeLimits } from './probeAddress.ts';
import type { ProbeGate } from './probeGate.ts';
import { ServedLeaves } from './servedLeaves.ts';

/** What a probe of an endpoint found. */
export interface EndpointProbe {
  /** Of the whole, such as a name that does not resolve. */
  readonly error: ProbeError | null;
  readonly addresses: readonly { readonly address: string; readonly outcome: AddressOutcome }[];
  /** How many further addresses the name has, which were not probed. */
  readonly omitted: number;
}

export interface ProberPorts {
  readonly resolver: HostResolver;
  /** One for all endpoints. */
  readonly gate: ProbeGate;
  readonly scheduler: Scheduler;
  readonly clock: Pick<Clock, 'now'>;
  /** What the certificates of an endpoint's order should lead to; the same object for the same roots. */
  readonly anchorsFor: (endpoint: Endpoint) => TrustAnchors;
}

/** Probes endpoints, and remembers the certificates that it met. */
export class EndpointProber {
  readonly #ports: ProberPorts;
  readonly #leaves: ServedLeaves;

  constructor(ports: ProberPorts) {
    this.#ports = ports;
    this.#leaves = new ServedLeaves(ports.clock);
  }

  /**
   * Resolves an endpoint's host and probes all its addresses, IPv4 and IPv6, at the same time as far as the gate lets
   * them. One that this computer has no route to is among them. `null`: the signal was aborted.
   */
  async probe(endpoint: Endpoint, signal: AbortSignal): Promise<EndpointProbe | null> {
    try {
      return await this.#probe(endpoint, signal);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  async #probe(endpoint: Endpoint, signal: AbortSignal): Promise<EndpointProbe> {
    const { host, port, protocol, serverName } = endpoint;
    const { resolver, gate, scheduler, anchorsFor } = this.#ports;
    const found = await resolver.resolve(host, signal);
    if (!found.ok) return { error: found.error, addresses: [], omitted: 0 };
    const chosen = chooseAddresses(found.value);
    const anchors = anchorsFor(endpoint);
    const ports = { scheduler, leaves: this.#leaves, limits: probeLimits };
    const addresses = await Promise.all(
      chosen.map(async (address) => {
        const request = { address, port, protocol, name: serverName ?? host, anchors, signal };
        return { address, outcome: await gate.run(signal, () => probeAddress(request, ports)) };
      }),
    );
    return { error: null, addresses, omitted: found.value.length - chosen.length };
  }
}

/** The most addresses of one name that are probed. */
const ADDRESSES_MAX = 16;

/**
 * The addresses that are probed, IPv4 first, each family in an order of its own: resolvers shuffle them. Of more than
 * sixteen each family keeps a share, and the same ones are chosen every time.
 */
export function chooseAddresses(addresses: readonly string[]): readonly string[] {
  const sorted = [...addresses].sort();
  const v4 = sorted.filter((address) => isIP(address) === 4);
  const v6 = sorted.filter((address) => isIP(address) === 6);
  const half = ADDRESSES_MAX / 2;
  const v4Kept = v4.slice(0, Math.max(half, ADDRESSES_MAX - v6.length));
  return [...v4Kept, ...v6.slice(0, ADDRESSES_MAX - v4Kept.length)];
}
