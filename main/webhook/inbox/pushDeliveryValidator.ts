import type { Clock } from '#main/platform/time.ts';
import { isDamage } from '#shared/domain/chainFault.ts';
import type { DeliveryVerdict, WaitingReason } from '#shared/domain/delivery.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { type ChainCheck, leafNames, nameDifference } from './chainCheck.ts';
import type { DeliveryRecord, PushOrder } from './deliveryRecord.ts';
import type { DeliveryStore } from './deliveryStore.ts';
import type { PushOrders } from './pushOrders.ts';
import type { VerdictChange } from './verdictWriter.ts';

/** The verdicts on the deliveries for one push-only order. */
interface PushVerdicts {
  readonly changes: readonly VerdictChange[];
  /** In the order of acceptance, without those that a later one superseded. */
  readonly acceptedIds: readonly string[];
}

/** Validates deliveries for push-only orders one by one: each accepted one changes the rules for the next. */
export class PushDeliveryValidator {
  readonly #store: DeliveryStore;
  readonly #orders: PushOrders;
  readonly #checkChain: ChainCheck;
  readonly #clock: Clock;

  constructor(store: DeliveryStore, orders: PushOrders, checkChain: ChainCheck, clock: Clock) {
    this.#store = store;
    this.#orders = orders;
    this.#checkChain = checkChain;
    this.#clock = clock;
  }

  /** @param deliveries open ones, oldest first @param approvedId the delivery that the user approved, or `null` */
  validate(order: PushOrder, deliveries: readonly DeliveryRecord[], approvedId: string | null): PushVerdicts {
    const now = this.#clock.now();
    const changes = new Map<string, VerdictChange>();
    const accepted: DeliveryRecord[] = [];
    let present = this.#orders.currentDelivery(order.id);
    for (const delivery of deliveries) {
      const verdict = validatePushDelivery(delivery, {
        ...{ order, present, now },
        checkChain: this.#checkChain,
        cameBefore: (id, otherId) => this.#cameBefore(id, otherId),
        isApproved: delivery.id === approvedId,
      });
      changes.set(delivery.id, { id: delivery.id, orderId: order.id, verdict });
      if (verdict.kind !== 'accepted') continue;
      present = delivery;
      accepted.push(delivery);
    }
    if (present !== null && accepted.length > 0) {
      const fingerprint = present.leaf.fingerprint256;
      for (const former of [...this.#acceptedOf(order.id), ...accepted]) {
        if (former.leaf.fingerprint256 === fingerprint) continue;
        const { id } = former;
        changes.set(id, { id, orderId: order.id, verdict: { kind: 'superseded', at: now } });
      }
    }
    const standing = accepted.filter(({ id }) => changes.get(id)?.verdict.kind === 'accepted');
    return { changes: [...changes.values()], acceptedIds: standing.map(({ id }) => id) };
  }

  #cameBefore(id: string, otherId: string): boolean {
    return this.#store.list().find((record) => record.id === id || record.id === otherId)?.id === id;
  }

  #acceptedOf(orderId: string): DeliveryRecord[] {
    return this.#store
      .list()
      .filter((record) => record.orderId === orderId && record.verdict.kind === 'accepted');
  }
}

/** What a delivery for a push-only order is checked against. */
export interface PushRules {
  readonly order: Pick<PushOrder, 'approvedNames'>;
  /** The delivery whose certificate the order has, or `null`. */
  readonly present: Pick<DeliveryRecord, 'id' | 'leaf'> | null;
  /** Whether a delivery was stored before another. Their times cannot tell: the clock may have been set back. */
  readonly cameBefore: (id: string, otherId: string) => boolean;
  readonly checkChain: ChainCheck;
  /** Unix ms. */
  readonly now: number;
  /**
   * Whether the user approved this delivery. That allows different names and an earlier expiry, but neither a chain
   * that clients refuse nor a leaf that is not valid now.
   */
  readonly isApproved: boolean;
}

/** How far the clock of an authority may be ahead of this computer's. */
const CLOCK_SLACK_MS = 5 * MINUTE_MS;

/**
 * The verdict on a delivery for a push-only order. The chain must verify, the names must be those approved, the leaf
 * must be valid now and must not expire before the current one. (That key and leaf match was checked when it was
 * stored.) The same leaf may be delivered again. An older delivery with an earlier expiry is superseded.
 */
export function validatePushDelivery(delivery: DeliveryRecord, rules: PushRules): DeliveryVerdict {
  const { present, now, isApproved } = rules;
  const { leaf } = delivery;
  const isBack = !isApproved && present !== null && leaf.notAfter < present.leaf.notAfter;
  if (isBack && rules.cameBefore(delivery.id, present.id)) return { kind: 'superseded', at: now };
  const fault = faultOf(delivery, rules);
  if (fault !== null) return { kind: 'waiting', reason: fault };
  if (isBack) {
    return { kind: 'waiting', reason: { kind: 'notAfterBack', notAfter: present.leaf.notAfter } };
  }
  return { kind: 'accepted', at: now };
}

/** Faults that an approval cannot override come first, so that the user is not asked in vain. */
function faultOf(delivery: DeliveryRecord, rules: PushRules): WaitingReason | null {
  const { leaf } = delivery;
  if (rules.now > leaf.notAfter) return { kind: 'expired' };
  if (leaf.notBefore > rules.now + CLOCK_SLACK_MS) return { kind: 'notYetValid' };
  const { missingIssuer, faults } = rules.checkChain(delivery, rules.now);
  const damage = faults.find(isDamage);
  if (damage !== undefined) return { kind: 'refused', fault: damage };
  if (missingIssuer !== null) return { kind: 'chainNotTrusted', missingIssuer };
  const [fault] = faults;
  if (fault !== undefined) return { kind: 'refused', fault };
  const difference = nameDifference(rules.order.approvedNames, leafNames(leaf));
  return difference === null || rules.isApproved ? null : { kind: 'namesDiffer', ...difference };
}
