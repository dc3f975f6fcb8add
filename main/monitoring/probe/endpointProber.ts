import { isIP } from 'node:net';
import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import type { TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { Endpoint, ProbeError } from '#shared/domain/endpoint.ts';
import type { KeyKind } from '#shared/domain/keyKind.ts';
import type { HostResolver } from './hostResolver.ts';
import { type AddressOutcome, probeAddress, probeLimits } from './probeAddress.ts';
import type { ProbeGate } from './probeGate.ts';
import { ServedLeaves } from './servedLeaves.ts';

export interface ProbeReport {
  /** Error of the whole probe, such as a name that does not resolve. */
  readonly error: ProbeError | null;
  readonly addresses: readonly { readonly address: string; readonly outcome: AddressOutcome }[];
  readonly omitted: number;
}

export interface ProberPorts {
  readonly resolver: HostResolver;
  readonly gate: ProbeGate;
  readonly scheduler: Scheduler;
  readonly clock: Pick<Clock, 'now'>;
  /** Trusted roots of an endpoint's order. The same object for the same roots, as it is a cache key. */
  readonly anchorsFor: (endpoint: Endpoint) => TrustAnchors;
  /** The kind of key of the current certificate of an endpoint's order; `null`: not known. */
  readonly keyFor: (endpoint: Endpoint) => KeyKind | null;
}

/** Probes endpoints and caches the certificates it has read. */
export class EndpointProber {
  readonly #ports: ProberPorts;
  readonly #leaves: ServedLeaves;

  constructor(ports: ProberPorts) {
    this.#ports = ports;
    this.#leaves = new ServedLeaves(ports.clock);
  }

  /**
   * Resolves the host of an endpoint and probes all its addresses, one shortly after the other, as far as the gate
   * allows. Includes addresses without a route from this computer. `null`: the signal was aborted.
   */
  async probe(endpoint: Endpoint, signal: AbortSignal): Promise<ProbeReport | null> {
    try {
      return await this.#probe(endpoint, signal);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  async #probe(endpoint: Endpoint, signal: AbortSignal): Promise<ProbeReport> {
    const { host, port, protocol, serverName } = endpoint;
    const { resolver, gate, scheduler, anchorsFor, keyFor } = this.#ports;
    const found = await resolver.resolve(host, signal);
    if (!found.ok) return { error: found.error, addresses: [], omitted: 0 };
    const chosen = chooseAddresses(found.value);
    const place = { port, protocol, name: serverName ?? host, key: keyFor(endpoint) };
    const anchors = anchorsFor(endpoint);
    const ports = { scheduler, leaves: this.#leaves, limits: probeLimits };
    const addresses = await staggered(chosen, scheduler, async (address, { begun, answered }) => {
      const look = () =>
        gate.run(endpoint, signal, () => {
          begun();
          return probeAddress({ address, ...place, anchors, signal }, ports, answered);
        });
      return { address, outcome: await whenStapled(look, scheduler, signal) };
    });
    return { error: null, addresses, omitted: found.value.length - chosen.length };
  }
}

/** Some servers, such as nginx, get the response that they staple only after their first handshakes. In ms. */
const STAPLE_PAUSES_MS = [1000, 4000] as const;

/** Looks again, a little later, where a stapled response is missing. The last certificate that was seen counts. */
async function whenStapled(
  look: () => Promise<AddressOutcome>,
  scheduler: Scheduler,
  signal: AbortSignal,
): Promise<AddressOutcome> {
  let outcome = await look();
  for (const pauseMs of STAPLE_PAUSES_MS) {
    if (!missesStaple(outcome)) break;
    await pause(pauseMs, scheduler, signal);
    const next = await look();
    if (next.kind === 'served') outcome = next;
  }
  return outcome;
}

function missesStaple(outcome: AddressOutcome): boolean {
  return outcome.kind === 'served' && outcome.leaf.findings.some(({ kind }) => kind === 'stapleMissing');
}

/** Waits until the time has passed, or the signal is aborted. */
async function pause(ms: number, scheduler: Scheduler, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = scheduler.after(ms, end);
  signal.addEventListener('abort', end, { once: true });
  await promise;
  timer.dispose();
  signal.removeEventListener('abort', end);
}

const ADDRESSES_MAX = 16;

/**
 * The addresses to probe, IPv4 first, each family sorted, as resolvers shuffle them. If there are more than sixteen,
 * each family gets a share, and the choice is the same every time.
 */
export function chooseAddresses(addresses: readonly string[]): readonly string[] {
  const sorted = [...addresses].sort();
  const v4 = sorted.filter((address) => isIP(address) === 4);
  const v6 = sorted.filter((address) => isIP(address) === 6);
  const half = ADDRESSES_MAX / 2;
  const v4Kept = v4.slice(0, Math.max(half, ADDRESSES_MAX - v6.length));
  return [...v4Kept, ...v6.slice(0, ADDRESSES_MAX - v4Kept.length)];
}

/** How long the next attempt waits for an address that does not answer (RFC 8305, section 5), in ms. */
export const ATTEMPT_DELAY_MS = 250;

/** Tells that an attempt has begun, which waited for a place until then, or that its address has answered. */
export interface AttemptProgress {
  readonly begun: () => void;
  readonly answered: () => void;
}

/**
 * Makes attempts one after another: the next one starts when the one before is answered or has ended, or a moment after
 * it has begun.
 * @returns the results in the order of the items. Rejects as the first attempt that does; the others go on.
 */
export function staggered<Item, Outcome>(
  items: readonly Item[],
  scheduler: Scheduler,
  attempt: (item: Item, progress: AttemptProgress) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  let turn = Promise.resolve();
  return Promise.all(
    items.map(async (item) => {
      const before = turn;
      const { promise, resolve: answered } = Promise.withResolvers<void>();
      turn = promise;
      await before;
      const delays: Disposable[] = [];
      const begun = () => {
        delays.push(scheduler.after(ATTEMPT_DELAY_MS, answered));
      };
      try {
        return await attempt(item, { begun, answered });
      } finally {
        disposeAll(delays);
        answered();
      }
    }),
  );
}
