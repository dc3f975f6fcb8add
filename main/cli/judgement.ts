import { eachStep, type Steps } from '#main/platform/slices.ts';
import { isDamage } from '#shared/domain/chainFault.ts';
import type { CheckState, Terms } from '#shared/domain/conditions/condition.ts';
import {
  type ConditionKind,
  conditionKinds,
  conditionsOf,
  isHeld,
} from '#shared/domain/conditions/conditions.ts';
import { rejected } from '#shared/domain/conditions/rejected.ts';
import { toReview } from '#shared/domain/finding.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { conditionValues, wordsOf } from '#shared/i18n/conditionText.ts';
import { faultSummary } from '#shared/i18n/faultText.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { cleanText } from '#shared/text.ts';

/** How a check judges an order. */
interface ReasonFacts {
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
function worseState(one: CheckState, other: CheckState): number {
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

/** An order that a check fails for, or a connection: a refused token is no matter of each of its orders. */
export interface Judged {
  /** Of an order; `null`: a connection. */
  readonly orderId: string | null;
  /** Clean text. */
  readonly title: string;
  /** Worst first. */
  readonly reasons: readonly Reason[];
  readonly worst: Reason;
}

/** What a check fails for, worst first; among equal ones in the order of `orders`, connections before them. In steps. */
export function* judge(
  orders: readonly InventoryOrder[],
  factsOf: (order: InventoryOrder) => ReasonFacts,
): Steps<readonly Judged[]> {
  const ofOrders = yield* eachStep(orders, (order): readonly Judged[] => {
    const reasons = reasonsOf(order, factsOf(order));
    const [worst] = reasons;
    return worst === undefined ? [] : [{ orderId: order.id, title: cleanText(order.title), reasons, worst }];
  });
  const ofConnections = yield* rejectedConnections(orders, factsOf);
  return [...ofConnections, ...ofOrders.flat()].sort(
    (one, other) =>
      worseState(one.worst.state, other.worst.state) ||
      conditionKinds.indexOf(one.worst.kind) - conditionKinds.indexOf(other.worst.kind),
  );
}

function* rejectedConnections(
  orders: readonly InventoryOrder[],
  factsOf: (order: InventoryOrder) => ReasonFacts,
): Steps<readonly Judged[]> {
  const refused = yield* eachStep(orders, (order) => {
    const { terms, now } = factsOf(order);
    return isHeld(rejected, order, order.polling, terms, now) ? [order] : [];
  });
  return [...Map.groupBy(refused.flat(), ({ connection }) => connection)].flatMap(([connection, [first]]) => {
    if (first === undefined) return [];
    const text = factsOf(first).t('conditions.reason.rejected');
    const worst: Reason = { kind: 'rejected', state: 'critical', text };
    return { orderId: null, title: cleanText(connection), reasons: [worst], worst };
  });
}

/** The worst state. @param judged result of `judge` */
export function worstState([first]: readonly Judged[]): 'fine' | CheckState {
  return first?.worst.state ?? 'fine';
}

/** How many have which reason, of `count` orders in all. */
export function countedText(judged: readonly Judged[], count: number, t: Translate): string {
  const byKind = Map.groupBy(judged, ({ worst }) => worst.kind);
  const counts = [...byKind].map(([kind, { length }]) => t(`conditions.count.${kind}`, { count: length }));
  return t('cli.status.wrong', { count, counts: counts.join(t('common.listSeparator')) });
}

/** The name of an order or a connection and all its reasons. */
export function reasonsText({ title, reasons }: Judged, t: Translate): string {
  const texts = reasons.map(({ text }) => text).join(t('cli.status.reasonSeparator'));
  return t('cli.status.reasons', { title, reasons: texts });
}
