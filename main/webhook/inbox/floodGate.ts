import { createHash } from 'node:crypto';
import type { Clock } from '#main/platform/time.ts';
import type { SeenDelivery } from './deliveryRecord.ts';
import type { DeliveryStore } from './deliveryStore.ts';

/**
 * Limit of different bodies per signature. All honest deliveries of one second share a signature: a thousand in a night
 * that renews everything. The rest leaves room for forged ones beside them.
 */
const BODIES_PER_SIGNATURE = 2_000;
/** Limit of different bodies for the same order, task and leaf under one signature. An honest sender has one. */
const VARIANTS = 8;
/** Deliveries that a hook may send at once, and the refill per minute. One signature cannot use up the burst. */
const BURST = 4_000;
const REFILL_PER_MINUTE = 60;
/** The largest honest body is about 30 KiB. Bytes beyond this size are limited per signature and per hook. */
const ORDINARY_BYTES = 32 * 1024;
const LARGE_BYTES_PER_SIGNATURE = 8 * 1024 * 1024;
const LARGE_BYTES_BURST = 32 * 1024 * 1024;
const LARGE_BYTES_REFILL_PER_MINUTE = 256 * 1024;
/** Limits for deliveries whose name is not linked to an order, so that they cannot fill the disk. */
const MOST_UNMAPPED = 2_000;
const MOST_UNMAPPED_BYTES = 64 * 1024 * 1024;
/** A signature has expired by then, whatever the clocks say. */
const FORGOTTEN_AFTER_MS = 3_600_000;

export interface Arrival extends Pick<SeenDelivery, 'signature' | 'body'> {
  readonly hookId: string;
  readonly bytes: number;
  readonly isMapped: boolean;
}

interface Cargo {
  readonly order: string;
  readonly task: string;
  /** Fingerprint of the leaf. */
  readonly leaf: string;
}

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
  /** Bodies by the digest of their content. */
  readonly variants: Map<string, Set<string>>;
  largeBytes: number;
  /** Monotonic ms of the first attempt. */
  readonly since: number;
}

/**
 * Rate limiter. The signature does not cover the body, so anyone who has seen one signed head can send any number of
 * bodies. Unusable bodies count under their signature too; otherwise one signed head could use up the limit of a hook.
 */
export class FloodGate {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();
  /** In the order of their first attempt. */
  readonly #tries = new Map<string, Tries>();

  /** @param seen the deliveries in the replay window */
  constructor(clock: Clock, seen: readonly SeenDelivery[]) {
    this.#clock = clock;
    for (const { signature, body } of seen) this.#triesUnder(signature).bodies.add(body);
  }

  /** Whether a delivery is within the limits; counts it if so. @param unmapped see `UnmappedCount` */
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

  /** Whether the content of an admitted delivery is within `VARIANTS`; counts it if so. */
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
    for (;;) {
      const [oldest] = this.#tries;
      if (oldest === undefined || oldest[1].since > before) return;
      this.#tries.delete(oldest[0]);
    }
  }
}

/** Total of the deliveries whose name is not linked to an order, including those being stored. */
export class UnmappedCount {
  readonly #store: DeliveryStore;
  /** Cached until the store changes: computed once per batch during a flood. */
  #inBook: Amount | null = null;
  #reserved: Amount = { count: 0, bytes: 0 };

  constructor(store: DeliveryStore) {
    this.#store = store;
    store.onDidChange(() => {
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

  /** Counts one more delivery until `release`. */
  reserve(bytes: number): void {
    this.#reserved = added(this.#reserved, { count: 1, bytes });
  }

  release(bytes: number): void {
    this.#reserved = added(this.#reserved, { count: -1, bytes: -bytes });
  }
}

function added(one: Amount, other: Amount): Amount {
  return { count: one.count + other.count, bytes: one.bytes + other.bytes };
}
