import { createHash } from 'node:crypto';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Clock } from '#main/platform/time.ts';
import type { SeenDelivery } from './deliveryRecord.ts';
import type { DeliveryStore } from './deliveryStore.ts';

/**
 * Different bodies under one signature. All honest deliveries of one second have the same one, a thousand in a night
 * that renews everything; there is room for as many of a stranger beside them.
 */
const BODIES_PER_SIGNATURE = 2_000;
/** Different bodies for one order, task and leaf under one signature: an honest sender has one. */
const VARIANTS = 8;
/** What a hook may send at once, and then every minute: one signature never uses it up, and the inbox holds more. */
const BURST = 4_000;
const REFILL_PER_MINUTE = 60;
/** Honest bodies have some 30 KiB at the most. What one has beyond that counts for a signature and for a hook. */
const ORDINARY_BYTES = 32 * 1024;
const LARGE_BYTES_PER_SIGNATURE = 8 * 1024 * 1024;
const LARGE_BYTES_BURST = 32 * 1024 * 1024;
const LARGE_BYTES_REFILL_PER_MINUTE = 256 * 1024;
/** Deliveries under names that nobody mapped fill the disk only this far. */
const MOST_UNMAPPED = 2_000;
const MOST_UNMAPPED_BYTES = 64 * 1024 * 1024;
/** A signature is worth nothing by then, whatever the clocks say. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/** A delivery at the gate. */
export interface Arrival extends Pick<SeenDelivery, 'signature' | 'body'> {
  readonly hookId: string;
  /** Length of the body. */
  readonly bytes: number;
  /** Whether a person said which order its name means. */
  readonly isMapped: boolean;
}

/** What a delivery says that it carries. */
interface Cargo {
  readonly order: string;
  readonly task: string;
  /** Fingerprint of the leaf. */
  readonly leaf: string;
}

/** How much there is of something. */
interface Amount {
  readonly count: number;
  readonly bytes: number;
}

interface Bucket {
  deliveries: number;
  largeBytes: number;
  /** Monotonic ms. */
  at: number;
}

interface Tries {
  readonly bodies: Set<string>;
  /** Bodies by what they carry, as a digest. */
  readonly variants: Map<string, Set<string>>;
  largeBytes: number;
  /** Monotonic ms of the first. */
  readonly since: number;
}

/**
 * Says when there are too many. The signature does not cover the body, so whoever has seen one header pair can send
 * any number of bodies: those that were unusable count under their signature too, or one pair could shut out a hook.
 */
export class FloodGate {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();
  /** In the order of their first try. */
  readonly #tries = new Map<string, Tries>();

  /** @param seen what was kept within the window */
  constructor(clock: Clock, seen: Iterable<SeenDelivery>) {
    this.#clock = clock;
    for (const { signature, body } of seen) this.#triesUnder(signature).bodies.add(body);
  }

  /** Whether a delivery may pass; it counts then. @param unmapped what waits under names that nobody mapped */
  admit({ hookId, signature, body, bytes, isMapped }: Arrival, unmapped: Amount): boolean {
    this.#forgetOld();
    const tries = this.#triesUnder(signature);
    const isNew = !tries.bodies.has(body);
    const large = Math.max(0, bytes - ORDINARY_BYTES);
    if (isNew && tries.bodies.size >= BODIES_PER_SIGNATURE) return false;
    if (isNew && large > 0 && tries.largeBytes + large > LARGE_BYTES_PER_SIGNATURE) return false;
    if (!isMapped && (unmapped.count >= MOST_UNMAPPED || unmapped.bytes >= MOST_UNMAPPED_BYTES)) return false;
    if (!this.#take(hookId, large)) return false;
    tries.bodies.add(body);
    if (isNew) tries.largeBytes += large;
    return true;
  }

  /** Whether one that was let pass is not yet another form of what came under its signature already; it counts then. */
  admitCargo({ signature, body }: Pick<Arrival, 'signature' | 'body'>, cargo: Cargo): boolean {
    const { variants } = this.#triesUnder(signature);
    const digest = createHash('sha256')
      .update(JSON.stringify([cargo.order, cargo.task, cargo.leaf]))
      .digest('base64');
    const bodies = variants.get(digest) ?? new Set();
    if (!bodies.has(body) && bodies.size >= VARIANTS) return false;
    variants.set(digest, bodies.add(body));
    return true;
  }

  #triesUnder(signature: string): Tries {
    const tries = this.#tries.get(signature) ?? {
      bodies: new Set(),
      variants: new Map(),
      largeBytes: 0,
      since: this.#clock.monotonic(),
    };
    this.#tries.set(signature, tries);
    return tries;
  }

  #take(hookId: string, largeBytes: number): boolean {
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(hookId) ?? { deliveries: BURST, largeBytes: LARGE_BYTES_BURST, at: now };
    const minutes = (now - bucket.at) / 60_000;
    bucket.deliveries = Math.min(BURST, bucket.deliveries + minutes * REFILL_PER_MINUTE);
    bucket.largeBytes = Math.min(
      LARGE_BYTES_BURST,
      bucket.largeBytes + minutes * LARGE_BYTES_REFILL_PER_MINUTE,
    );
    bucket.at = now;
    this.#buckets.set(hookId, bucket);
    if (bucket.deliveries < 1 || bucket.largeBytes < largeBytes) return false;
    bucket.deliveries -= 1;
    bucket.largeBytes -= largeBytes;
    return true;
  }

  #forgetOld(): void {
    const before = this.#clock.monotonic() - FORGOTTEN_AFTER_MS;
    for (const [signature, { since }] of this.#tries) {
      if (since > before) break;
      this.#tries.delete(signature);
    }
  }
}

/** How much waits under names that nobody mapped, what is on its way to the disk included. */
export class UnmappedCount implements Disposable {
  readonly #store: DeliveryStore;
  readonly #listener: Disposable;
  /** Counted anew only after a change: during a storm that is once for every batch. */
  #inBook: Amount | null = null;
  #reserved: Amount = { count: 0, bytes: 0 };

  constructor(store: DeliveryStore) {
    this.#store = store;
    this.#listener = store.onDidChange(() => {
      this.#inBook = null;
    });
  }

  value(): Amount {
    this.#inBook ??= this.#store
      .list()
      .filter(({ verdict }) => verdict.kind === 'waiting' && verdict.reason.kind === 'unknownName')
      .reduce((sum, { pem }) => added(sum, { count: 1, bytes: pem.length }), { count: 0, bytes: 0 });
    return added(this.#inBook, this.#reserved);
  }

  /** Counts one more until it is let go. */
  reserve(bytes: number): Disposable {
    this.#reserved = added(this.#reserved, { count: 1, bytes });
    let isHeld = true;
    return {
      dispose: () => {
        if (isHeld) this.#reserved = added(this.#reserved, { count: -1, bytes: -bytes });
        isHeld = false;
      },
    };
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

function added(one: Amount, other: Amount): Amount {
  return { count: one.count + other.count, bytes: one.bytes + other.bytes };
}
