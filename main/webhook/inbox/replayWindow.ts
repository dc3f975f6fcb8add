import { createHash } from 'node:crypto';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Logger } from '#main/platform/logger.ts';
import { type Clock, repeat, type Scheduler } from '#main/platform/time.ts';
import { receiverBounds } from '#shared/domain/receiverBounds.ts';
import type { VerifiedDelivery } from './delivery.ts';
import type { InboxRepository, SeenDelivery } from './deliveryRecord.ts';

interface ReplayWindowPorts {
  readonly repository: Pick<InboxRepository, 'loadSeen' | 'forgetSeen'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** The longest time that a signature is accepted, before and after its timestamp. */
const WINDOW_S = 2 * receiverBounds.maxSkewSeconds.max;
const WINDOW_MS = WINDOW_S * 1000;
/** Timestamps further ahead were signed while the clock was wrong; their entries would stay for years. */
const AHEAD_S = 24 * 3600;
const PRUNE_EVERY_MS = 3_600_000;
/** The rate limit keeps the number of entries far below this. */
const MOST = 150_000;

interface Entry {
  readonly seen: SeenDelivery;
  /** Monotonic ms. */
  readonly since: number;
}

/**
 * Detects replays: holds the recently stored deliveries by signature and body. It survives restarts. An entry is
 * removed only if both the wall clock and the monotonic clock say that it has expired, so that a wrong clock cannot
 * reopen the window.
 */
export class ReplayWindow implements Disposable {
  readonly #ports: ReplayWindowPorts;
  /** By signature, then by body; oldest first. */
  readonly #entries = new Map<string, Map<string, Entry>>();
  #size = 0;
  /** Removed from memory, still on disk. */
  #forgotten: SeenDelivery[] = [];
  readonly #timer: Disposable;

  constructor(ports: ReplayWindowPorts) {
    this.#ports = ports;
    for (const seen of ports.repository.loadSeen()) this.remember(seen);
    this.#timer = repeat(
      ports.scheduler,
      'replayWindow.prune',
      PRUNE_EVERY_MS,
      () => this.#prune(),
      WINDOW_MS,
    );
  }

  has({ signature, body }: Pick<SeenDelivery, 'signature' | 'body'>): boolean {
    return this.#entries.get(signature)?.has(body) === true;
  }

  all(): readonly SeenDelivery[] {
    return [...this.#entries.keys()].flatMap((signature) => this.under(signature));
  }

  /** The entries under a signature, oldest first. */
  under(signature: string): readonly SeenDelivery[] {
    return [...(this.#entries.get(signature)?.values() ?? [])].map(({ seen }) => seen);
  }

  /** Adds an entry that is on disk. Over the limit, the oldest ones are removed. */
  remember(seen: SeenDelivery): void {
    const bodies = this.#entries.get(seen.signature) ?? new Map<string, Entry>();
    if (bodies.has(seen.body)) return;
    bodies.set(seen.body, { seen, since: this.#ports.clock.monotonic() });
    this.#entries.set(seen.signature, bodies);
    this.#size += 1;
    while (this.#size > MOST) {
      const [oldest] = this.#entries.keys();
      const [entry] = this.#entries.get(oldest ?? '')?.values() ?? [];
      if (entry === undefined) break;
      this.#forget(entry.seen);
    }
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #prune(): void {
    const { clock, repository, logger } = this.#ports;
    const now = Math.floor(clock.now() / 1000);
    const heldSince = clock.monotonic() - WINDOW_MS;
    for (const bodies of [...this.#entries.values()]) {
      for (const { seen, since } of [...bodies.values()]) {
        const isOver = seen.timestamp < now - WINDOW_S || seen.timestamp > now + AHEAD_S;
        if (isOver && since <= heldSince) this.#forget(seen);
      }
    }
    if (this.#forgotten.length === 0) return;
    const saved = repository.forgetSeen(this.#forgotten);
    if (saved.ok) this.#forgotten = [];
    else logger.warn('Seen deliveries were not forgotten', { error: saved.error.kind });
  }

  #forget(seen: SeenDelivery): void {
    const bodies = this.#entries.get(seen.signature);
    if (bodies?.delete(seen.body) !== true) return;
    if (bodies.size === 0) this.#entries.delete(seen.signature);
    this.#size -= 1;
    this.#forgotten.push(seen);
  }
}

/** The entry of a delivery, without its id. Only a hash of timestamp and token is kept. */
export function seenOf(delivery: VerifiedDelivery): Omit<SeenDelivery, 'deliveryId'> {
  const { timestamp, token, bodySha256 } = delivery;
  return {
    signature: createHash('sha256').update(`${timestamp}:${token}`).digest('hex'),
    body: bodySha256,
    timestamp: Number(timestamp),
  };
}
