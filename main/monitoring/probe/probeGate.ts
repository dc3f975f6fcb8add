/** How many connections of probes may be open. */
export interface ProbeShares {
  /** Of all probes together. */
  readonly atOnce: number;
  /** Of each probe, whatever the others have. */
  readonly own: number;
  /**
   * Of all probes together, beyond those. A probe has no more of them than are free: however many want them, some stay
   * for the next one.
   */
  readonly more: number;
}

/** Probes at the same time. */
export const PROBES_AT_ONCE = 32;

const SHARED = 16;

/** One for each probe, so that none waits for another, and sixteen for hosts with several addresses. */
export const probeShares: ProbeShares = { atOnce: PROBES_AT_ONCE + SHARED, own: 1, more: SHARED };

/** What waits, with its probe. */
interface Waiting {
  readonly probe: object;
  readonly enter: () => void;
}

/**
 * Limits the open connections of all probes. Hosts with many addresses that never answer do not hold up the others: each
 * probe has places of its own, no probe takes all of the others, and of those that wait the one with the fewest
 * connections is next.
 */
export class ProbeGate {
  readonly #shares: ProbeShares;
  readonly #open = new Map<object, number>();
  readonly #waiting = new Set<Waiting>();

  constructor(shares: ProbeShares) {
    this.#shares = shares;
  }

  /**
   * Opens a connection when there is a place. If the signal aborts before that, rejects with its reason.
   * @param probe the same object for the connections of one probe
   */
  async run<T>(probe: object, signal: AbortSignal, connect: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#roomFor()(probe)) this.#count(probe, 1);
    else await this.#turn(probe, signal);
    try {
      return await connect();
    } finally {
      this.#count(probe, -1);
      this.#admit();
    }
  }

  /** Which probes may open a connection now. */
  #roomFor(): (probe: object) => boolean {
    const { atOnce, own, more } = this.#shares;
    let [open, extra] = [0, 0];
    for (const count of [...this.#open.values()]) {
      open += count;
      extra += Math.max(0, count - own);
    }
    return (probe) => {
      const beyond = this.#openOf(probe) - own;
      return open < atOnce && (beyond < 0 || beyond < more - extra);
    };
  }

  #turn(probe: object, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = {
        probe,
        enter: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason);
      };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  #admit(): void {
    const hasRoom = this.#roomFor();
    let next: Waiting | null = null;
    for (const each of [...this.#waiting]) {
      const isNext = next === null || this.#openOf(each.probe) < this.#openOf(next.probe);
      if (isNext && hasRoom(each.probe)) next = each;
    }
    if (next === null) return;
    this.#waiting.delete(next);
    this.#count(next.probe, 1);
    next.enter();
  }

  #openOf(probe: object): number {
    return this.#open.get(probe) ?? 0;
  }

  #count(probe: object, change: number): void {
    const count = this.#openOf(probe) + change;
    if (count === 0) this.#open.delete(probe);
    else this.#open.set(probe, count);
  }
}
