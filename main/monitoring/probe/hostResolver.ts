import { type LookupAddress, lookup } from 'node:dns';
import { codeOf } from '#main/platform/errors.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { ProbeError } from '#shared/domain/endpoint.ts';
import { parseIpAddress } from '#shared/domain/ipAddress.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { ProbeGate } from './probeGate.ts';

/** Asks for all addresses of a name, as a port; rejects with an error that has a `code`. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** How long a name may take to resolve, in milliseconds. */
const LIMIT_MS = 10_000;
/** As many as the runtime asks at once by itself (libuv's limit for slow work): the others would wait unseen. */
const LOOKUPS_AT_ONCE = 2;

/** The system's own resolver, as other programs of this computer ask it: `/etc/hosts` counts. */
export const systemLookup: Lookup = (name) =>
  new Promise((resolve, reject) =>
    lookup(name, { all: true, order: 'verbatim' }, (error, found: readonly LookupAddress[]) =>
      error === null ? resolve(found.map(({ address }) => address)) : reject(error),
    ),
  );

/** Finds the addresses of names. */
export class HostResolver {
  readonly #lookup: Lookup;
  readonly #scheduler: Scheduler;
  readonly #gate = new ProbeGate(LOOKUPS_AT_ONCE);
  /** By name: endpoints of one name differ in their ports. */
  readonly #running = new Map<string, Promise<Result<readonly string[], ProbeError>>>();

  constructor(scheduler: Scheduler, lookup: Lookup = systemLookup) {
    this.#scheduler = scheduler;
    this.#lookup = lookup;
  }

  /**
   * Gives all addresses of a name, each once in its canonical form; an IP literal is itself. Ten seconds after it was
   * asked, the system's resolver is given up on. Rejects with the signal's reason alone.
   */
  async resolve(host: string, signal: AbortSignal): Promise<Result<readonly string[], ProbeError>> {
    signal.throwIfAborted();
    const literal = parseIpAddress(host);
    if (literal !== null) return ok([literal]);
    const running = this.#running.get(host) ?? this.#ask(host);
    return await orAborted(running, signal);
  }

  #ask(host: string): Promise<Result<readonly string[], ProbeError>> {
    const { promise, resolve } = Promise.withResolvers<Result<readonly string[], ProbeError>>();
    this.#running.set(host, promise);
    void promise.then(() => this.#running.delete(host));
    // Whoever gives up leaves the resolver at its work, and its place taken: it cannot be called off.
    void this.#gate.run(new AbortController().signal, async () => {
      const limit = this.#scheduler.after(LIMIT_MS, () =>
        resolve(err({ kind: 'timeout', phase: 'resolve' })),
      );
      resolve(await this.#found(host));
      limit.dispose();
    });
    return promise;
  }

  async #found(host: string): Promise<Result<readonly string[], ProbeError>> {
    try {
      const addresses = (await this.#lookup(host)).map((address) => parseIpAddress(address) ?? address);
      const unique = [...new Set(addresses)];
      return unique.length === 0 ? err({ kind: 'notFound', code: 'ENODATA' }) : ok(unique);
    } catch (error) {
      return err({ kind: 'notFound', code: codeOf(error) });
    }
  }
}

/** Waits for what cannot be called off itself. Rejects with the signal's reason as soon as it is aborted. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: isAborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, isAborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
