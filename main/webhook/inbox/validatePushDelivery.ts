import type { Clock } from '#main/platform/time.ts';
import { type CertificateFacts, isOlder } from '#shared/domain/certificate.ts';
import { isDamage } from '#shared/domain/chainFault.ts';
import type { DeliveryVerdict, WaitingReason } from '#shared/domain/delivery.ts';
import { CLOCK_SLACK_MS } from '#shared/domain/thresholds.ts';
import { type ChainCheck, leafNames, nameDifference } from './chainCheck.ts';
import type { DeliveryRecord, PushOrder, VerdictChange } from './deliveryRecord.ts';
import type { DeliveryStore } from './deliveryStore.ts';
import type { PushOrders } from './pushOrders.ts';

interface PushVerdicts {
  readonly changes: readonly VerdictChange[];
  /** In the order of acceptance, without those that a later one superseded. */
  readonly acceptedIds: readonly string[];
}

interface PushSources {
  readonly store: DeliveryStore;
  readonly pushOrders: PushOrders;
  readonly checkChain: ChainCheck;
  readonly clock: Clock;
}

/**
 * Validates deliveries for a push-only order one by one: each accepted one changes the rules for the next.
 * @param deliveries open ones, oldest first
 * @param approvedId the delivery that the user approved, or `null`
 */
export function validatePushDeliveries(
  order: PushOrder,
  deliveries: readonly DeliveryRecord[],
  approvedId: string | null,
  { store, pushOrders, checkChain, clock }: PushSources,
): PushVerdicts {
  const now = clock.now();
  const superseded = { kind: 'superseded', at: now } as const;
  const cameBefore = (id: string, otherId: string) =>
    store.list().find((record) => record.id === id || record.id === otherId)?.id === id;
  const changes = new Map<string, VerdictChange>();
  const accepted: DeliveryRecord[] = [];
  let present = pushOrders.currentDelivery(order.id);
  for (const delivery of deliveries) {
    const { id } = delivery;
    const rules = { order, present, now, checkChain, cameBefore, isApproved: id === approvedId };
    const verdict = validatePushDelivery(delivery, rules);
    changes.set(id, { id, orderId: order.id, verdict });
    if (verdict.kind !== 'accepted') continue;
    present = delivery;
    accepted.push(delivery);
  }
  if (present !== null && accepted.length > 0) {
    const { fingerprint256 } = present.leaf;
    const before = store
      .list()
      .filter(({ orderId, verdict }) => orderId === order.id && verdict.kind === 'accepted');
    for (const { id, leaf } of [...before, ...accepted])
      if (leaf.fingerprint256 !== fingerprint256)
        changes.set(id, { id, orderId: order.id, verdict: superseded });
  }
  const standing = accepted.filter(({ id }) => changes.get(id)?.verdict.kind === 'accepted');
  return { changes: [...changes.values()], acceptedIds: standing.map(({ id }) => id) };
}

export interface PushRules {
  readonly order: Pick<PushOrder, 'approvedNames'>;
  /** The delivery whose certificate the order has, or `null`. */
  readonly present: Pick<DeliveryRecord, 'id' | 'leaf'> | null;
  /** Whether a delivery was stored before another. Their times cannot tell: the clock may have been set back. */
  readonly cameBefore: (id: string, otherId: string) => boolean;
  readonly checkChain: ChainCheck;
  /** Unix ms. */
  readonly now: number;
  /** The user approved it: different names and an older leaf are allowed, a refused chain or invalid leaf not. */
  readonly isApproved: boolean;
}

/** From when on a leaf counts as valid, Unix ms: the clock of an authority may be ahead of this computer's. */
export function validFrom({ notBefore }: Pick<CertificateFacts, 'notBefore'>): number {
  return notBefore - CLOCK_SLACK_MS;
}

/**
 * The verdict on a delivery for a push-only order. The leaf must be valid now, have a chain that verifies and the
 * approved names, and must not be older than the current one. One that also came before it is superseded.
 */
export function validatePushDelivery(delivery: DeliveryRecord, rules: PushRules): DeliveryVerdict {
  const { present, now, isApproved } = rules;
  const { leaf } = delivery;
  const isBack = !isApproved && present !== null && isOlder(leaf, present.leaf);
  if (isBack && rules.cameBefore(delivery.id, present.id)) return { kind: 'superseded', at: now };
  const fault = faultOf(delivery, rules);
  if (fault !== null) return { kind: 'waiting', reason: fault };
  if (isBack) {
    return { kind: 'waiting', reason: { kind: 'olderLeaf', notBefore: present.leaf.notBefore } };
  }
  return { kind: 'accepted', at: now };
}

/** Faults that an approval cannot override come first, so that the user is not asked in vain. */
function faultOf(delivery: DeliveryRecord, rules: PushRules): WaitingReason | null {
  const { leaf } = delivery;
  if (rules.now > leaf.notAfter) return { kind: 'expired' };
  if (rules.now < validFrom(leaf)) return { kind: 'notYetValid' };
  const { missingIssuer, faults } = rules.checkChain(delivery, rules.now);
  const damage = faults.find(isDamage);
  if (damage !== undefined) return { kind: 'refused', fault: damage };
  if (missingIssuer !== null) return { kind: 'chainNotTrusted', missingIssuer };
  const [fault] = faults;
  if (fault !== undefined) return { kind: 'refused', fault };
  const difference = nameDifference(rules.order.approvedNames, leafNames(leaf));
  return difference === null || rules.isApproved ? null : { kind: 'namesDiffer', ...difference };
}
