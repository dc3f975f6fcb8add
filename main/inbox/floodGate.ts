import type { Clock } from '../lib/clock.ts';
import type { SeenDelivery } from './inboxRecord.ts';

/** Honest tasks that share a second send one body each; a captured header pair is worth no more than these. */
const BODIES_PER_SIGNATURE = 32;
/** A service that renews everything at once sends so many to a hook; a captured pair can be used for one window. */
const BURST = 600;
const REFILL_PER_MS = 60 / 60_000;
/** Deliveries under names that nobody mapped fill the disk only this far. */
const MOST_UNMAPPED = 2_000;
/** A signature is worth nothing by then, whatever the clocks say. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/** A delivery at the gate. */
export interface Arrival extends Pick<SeenDelivery, 'signature' | 'body'> {
  readonly hookId: string;
  /** Whether a person said which order its name means. */
  readonly isMapped: boolean;
}

interface Bucket {
  tokens: number;
  /** Monotonic ms. */
  at: number;
}

interface Tries {
  readonly bodies: Set<string>;
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
    for (const { signature, body } of seen) this.#triesUnder(signature).add(body);
  }

  /** Whether a delivery may pass; it counts then. @param unmapped how many wait under names that nobody mapped */
  admit(arrival: Arrival, unmapped: number): boolean {
    const { hookId, signature, body, isMapped } = arrival;
    this.#forgetOld();
    const bodies = this.#triesUnder(signature);
    if (!bodies.has(body) && bodies.size >= BODIES_PER_SIGNATURE) return false;
    if (!isMapped && unmapped >= MOST_UNMAPPED) return false;
    if (!this.#takeToken(hookId)) return false;
    bodies.add(body);
    return true;
  }

  #triesUnder(signature: string): Set<string> {
    const tries = this.#tries.get(signature) ?? { bodies: new Set(), since: this.#clock.monotonic() };
    this.#tries.set(signature, tries);
    return tries.bodies;
  }

  #takeToken(hookId: string): boolean {
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(hookId) ?? { tokens: BURST, at: now };
    bucket.tokens = Math.min(BURST, bucket.tokens + (now - bucket.at) * REFILL_PER_MS);
    bucket.at = now;
    this.#buckets.set(hookId, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
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
