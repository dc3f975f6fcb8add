import { isDamage } from '#shared/domain/chainFault.ts';
import type { CheckState, Terms } from '#shared/domain/conditions/condition.ts';
import { type ConditionKind, conditionsOf } from '#shared/domain/conditions/conditions.ts';
import { toReview } from '#shared/domain/finding.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { conditionValues, wordsOf } from '#shared/i18n/conditionText.ts';
import { faultSummary } from '#shared/i18n/faultText.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** How a check judges an order. */
export interface ReasonFacts {
  /** With the times that the check was given. */
  readonly terms: Terms;
  /** Whether old facts, and a service that cannot be asked, are reasons. */
  readonly needsConfirmation: boolean;
  /** Unix ms. */
  readonly now: number;
  readonly t: Translate;
  readonly locale: Locale;
}

/** Why a check fails. */
export interface Reason {
  readonly kind: ConditionKind;
  readonly state: CheckState;
  /** Clean text, without a full stop. */
  readonly text: string;
}

/** States of a check, worst first. */
const checkStates: readonly CheckState[] = ['critical', 'attention', 'unknown'];

/** The worse state first. */
export function worseState(one: CheckState, other: CheckState): number {
  return checkStates.indexOf(one) - checkStates.indexOf(other);
}

/**
 * Why a check fails for an order, worst first; empty if it does not. Without `needsConfirmation` an old confirmation is
 * no reason: without the running app no order is confirmed, and the certificate's facts still hold.
 */
export function reasonsOf(order: InventoryOrder, facts: ReasonFacts): readonly Reason[] {
  const { terms, needsConfirmation, now } = facts;
  return conditionsOf(order, order.polling, terms, now)
    .flatMap(({ kind, check }): readonly Reason[] => {
      if (check === null || (check === 'unknown' && !needsConfirmation)) return [];
      return [{ kind, state: check, text: reasonText(kind, order, facts) }];
    })
    .sort((one, other) => worseState(one.state, other.state));
}

function reasonText(
  kind: ConditionKind,
  order: InventoryOrder,
  { terms, now, t, locale }: ReasonFacts,
): string {
  const words = wordsOf(kind, order);
  switch (words) {
    case 'damaged':
      return faultSummary(toReview(order.findings).filter(isDamage), t, locale);
    case 'needsReview':
      return faultSummary(toReview(order.findings), t, locale);
    default:
      return t(`conditions.reason.${words}`, conditionValues(kind, order, terms, now, t, locale));
  }
}
