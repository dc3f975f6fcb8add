import { isDamage } from '#shared/domain/chainFault.ts';
import type { DeliveryVerdict, WaitingReason } from '#shared/domain/delivery.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { ChainCheck } from './chainCheck.ts';
import type { DeliveryRecord, PushOrder } from './inboxRecord.ts';
import { leafNames, nameDifference } from './leafNames.ts';

/** What a delivery for a push-only order is measured by. */
export interface PushRules {
  readonly order: Pick<PushOrder, 'approvedNames'>;
  /** The delivery whose certificate the order has, or `null`. */
  readonly present: Pick<DeliveryRecord, 'id' | 'leaf'> | null;
  /** Whether a delivery was kept before another. Their times do not tell: clocks are set back. */
  readonly cameBefore: (id: string, otherId: string) => boolean;
  readonly checkChain: ChainCheck;
  /** Unix ms. */
  readonly now: number;
  /**
   * The person decided for this very delivery: other names, and an earlier end, are then as wanted. What nobody can
   * wish away stays: a chain that leads nowhere or that clients refuse, and a leaf that is not valid now.
   */
  readonly isApproved: boolean;
}

/** By so much the clock of an authority may be ahead of this computer's. */
const CLOCK_SLACK_MS = 5 * MINUTE_MS;

/**
 * What a delivery counts for where nobody can be asked: its key and leaf match (checked when it was kept), its chain
 * verifies, its names are those approved, it is valid now, and it does not end before what the order has. The same leaf
 * may come again. One that came before the present one, and ends before it, is superseded by it.
 */
export function judgePush(delivery: DeliveryRecord, rules: PushRules): DeliveryVerdict {
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

/** What no approval mends comes first, so that nobody is asked for one in vain. */
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
