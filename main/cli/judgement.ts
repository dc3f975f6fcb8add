import { eachStep, type Steps } from '#main/platform/slices.ts';
import type { CheckState } from '#shared/domain/conditions/condition.ts';
import { conditionKinds, isHeld } from '#shared/domain/conditions/conditions.ts';
import { rejected } from '#shared/domain/conditions/rejected.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { cleanText } from '#shared/text.ts';
import { type Reason, type ReasonFacts, reasonsOf, worseState } from './reasons.ts';

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
