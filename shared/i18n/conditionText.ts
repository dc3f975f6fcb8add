import { endOf } from '../domain/chainEnd.ts';
import type { ConditionFacts, Terms } from '../domain/conditions/condition.ts';
import type { ConditionKind } from '../domain/conditions/conditions.ts';
import { renewalState } from '../domain/renewal.ts';
import { describeError } from './describeError.ts';
import { formatLate, formatTimeLeft } from './expiryText.ts';
import { formatDate, formatRelativePast, formatWholeDays } from './format.ts';
import type { Locale, Translate } from './types.ts';

/**
 * What the texts about a condition name: `date`, `ago` and `left` of the end or beginning that it is about, `window` before
 * a notAfter, how `late` a renewal is, with what `lead` before notAfter it usually comes, the certificate in the `chain` that expires
 * first, the `reason` of a revocation, and the `failure` of the last attempt. @param now Unix ms
 */
export function conditionValues(
  kind: ConditionKind | null,
  order: ConditionFacts,
  terms: Terms,
  now: number,
  t: Translate,
  locale: Locale,
) {
  const at = instantOf(kind, order, terms) ?? now;
  // Getters: a text names one or two of them, and a list has thousands of rows.
  return {
    get date() {
      return formatDate(at, locale, 'local');
    },
    get ago() {
      return formatRelativePast(Math.max(0, now - at), t);
    },
    get left() {
      return formatTimeLeft(Math.max(0, at - now), t);
    },
    get window() {
      const windowMs = kind === 'endsSoon' ? terms.criticalMs(order) : terms.warningMs(order);
      return formatWholeDays(windowMs, t, Math.round);
    },
    get late() {
      const renewal = renewalState(order, now);
      const lateMs = renewal.kind === 'overdue' ? renewal.byMs : 0;
      return formatLate(lateMs, (endOf(order) ?? now) - now, t);
    },
    get lead() {
      return formatWholeDays(order.lead?.leadMs ?? 0, t, Math.round);
    },
    get failure() {
      return order.failure === null ? '' : describeError(order.failure, t).title;
    },
    get chain() {
      return order.chainEnd?.name ?? '';
    },
    get reason() {
      return t(`orders.revocation.${order.authority?.revoked?.reason ?? 'unspecified'}`);
    },
  };
}

/** The kind whose words say it: where a chain expires before its certificate, they name what expires. */
export function wordsOf<Kind extends ConditionKind>(
  kind: Kind,
  { chainEnd }: Pick<ConditionFacts, 'chainEnd'>,
) {
  if (chainEnd === null) return kind;
  if (kind === 'expired') return 'chainExpired';
  return kind === 'endsSoon' || kind === 'ends' ? 'chainExpires' : kind;
}

/** The instant that a condition is about, Unix ms; `null`: the order is healthy, until its warning, or it has none. */
function instantOf(kind: ConditionKind | null, order: ConditionFacts, terms: Terms): number | null {
  const { notBefore, authority, deployment, lastConfirmedAt } = order;
  const end = endOf(order);
  switch (kind) {
    case null:
      return end === null ? null : end - terms.warningMs(order);
    case 'revoked':
      return authority?.revoked?.at ?? null;
    case 'toReplace':
      return authority?.replacement?.by ?? null;
    case 'servedExpired':
    case 'servedEndsSoon':
    case 'servedEnds':
      return deployment?.servedEnd ?? null;
    case 'notYetValid':
      return notBefore;
    case 'unconfirmed':
      return lastConfirmedAt;
    default:
      return end;
  }
}
