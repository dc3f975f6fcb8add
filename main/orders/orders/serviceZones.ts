import {
  impliedOffsetMinutes,
  majorityOffset,
  type ZoneSample,
} from '#main/x509/certificates/serviceZone.ts';

/** So many orders tell a zone; more would only be read again at every change. */
const MOST_SAMPLES = 500;

/** The zone of each connection's notAfter strings, learnt from those of its orders where the leaf is known too. */
export class ServiceZones {
  /** By connection and order: the offset that the order speaks for, or `null`. */
  readonly #samples = new Map<string, Map<string, number | null>>();
  readonly #learnt = new Map<string, number | null>();

  /** Minutes east of UTC, or `null` where nothing is learnt yet. */
  offset(connectionId: string): number | null {
    return this.#learnt.get(connectionId) ?? null;
  }

  /** Takes what one order says in place of what it said before. The newest samples count. */
  sample(connectionId: string, orderId: string, { serviceNotAfter, notAfter }: ZoneSample): void {
    const samples = this.#samples.get(connectionId) ?? new Map<string, number | null>();
    this.#samples.set(connectionId, samples);
    samples.delete(orderId);
    samples.set(orderId, impliedOffsetMinutes(serviceNotAfter, notAfter));
    const [oldest] = samples.keys();
    if (samples.size > MOST_SAMPLES && oldest !== undefined) samples.delete(oldest);
  }

  /** Learns anew from a connection's samples. Gives whether its zone changed. */
  relearn(connectionId: string): boolean {
    const before = this.offset(connectionId);
    const now = majorityOffset(this.#samples.get(connectionId)?.values() ?? []);
    this.#learnt.set(connectionId, now);
    return now !== before;
  }

  forget(connectionId: string): void {
    this.#samples.delete(connectionId);
    this.#learnt.delete(connectionId);
  }
}
