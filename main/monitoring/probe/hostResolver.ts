import { type LookupAddress, lookup } from 'node:dns';
import { ConcurrencyGate } from '#main/platform/concurrencyGate.ts';
import { codeOf } from '#main/platform/errors.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { ProbeError } from '#shared/domain/endpoint.ts';
import { parseIpAddress } from '#shared/domain/ipAddress.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Resolves a name to all its addresses; rejects with an error that has a `code`. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** Timeout of a lookup in ms. */
const LIMIT_MS = 10_000;
/** Concurrent lookups: libuv runs no more at once, and the others would wait uncounted. */
const LOOKUPS_AT_ONCE = 2;

/** The system's resolver, which includes `/etc/hosts`. */
export const systemLookup: Lookup = (name) =>
  new Promise((resolve, reject) =>
    lookup(name, { all: true, order: 'verbatim' }, (error, found: readonly LookupAddress[]) =>
      error === null ? resolve(found.map(({ address }) => address)) : reject(error),
    ),
  );

export class HostResolver {
  readonly #lookup: Lookup;
  readonly #scheduler: Scheduler;
  readonly #gate = new ConcurrencyGate(LOOKUPS_AT_ONCE);
  /** Lookups in flight by name: endpoints of one name often differ only in their ports. */
  readonly #running = new Map<string, Promise<Result<readonly string[], ProbeError>>>();

  constructor(scheduler: Scheduler, lookup: Lookup = systemLookup) {
    this.#scheduler = scheduler;
    this.#lookup = lookup;
  }

  /** All addresses in canonical form, each once. Timeout: 10 s. Rejects only with the signal's reason. */
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
    // A lookup cannot be cancelled: after a timeout it keeps its slot until it ends.
    void this.#gate.run(null, async () => {
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

/** Waits for work that cannot be cancelled. Rejects with the signal's reason as soon as it aborts. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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
