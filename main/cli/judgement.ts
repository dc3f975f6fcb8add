import type { InventoryOrder } from '#shared/domain/inventory.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { cleanText } from '#shared/text.ts';
import { type Reason, type ReasonFacts, reasonKinds, reasonsOf, type Severity } from './reasons.ts';

/** An order that a check fails for. */
export interface JudgedOrder {
  readonly id: string;
  /** Clean text. */
  readonly title: string;
  /** Worst first. */
  readonly reasons: readonly Reason[];
  readonly worst: Reason;
}

/** The orders that a check fails for, worst first; among equal ones as they were. */
export function judgeOrders(
  orders: readonly InventoryOrder[],
  factsOf: (order: InventoryOrder) => ReasonFacts,
): readonly JudgedOrder[] {
  const judged = orders.flatMap((order) => {
    const reasons = reasonsOf(order, factsOf(order));
    const [worst] = reasons;
    return worst === undefined ? [] : [{ id: order.id, title: cleanText(order.title), reasons, worst }];
  });
  const byKind = Map.groupBy(judged, ({ worst }) => worst.kind);
  return reasonKinds.flatMap((kind) => byKind.get(kind) ?? []);
}

/** The worst severity. @param judged result of `judgeOrders` */
export function worstSeverity([first]: readonly JudgedOrder[]): 'fine' | Severity {
  return first?.worst.severity ?? 'fine';
}

/** How many orders have which reason, of `count` orders in all. */
export function countedText(judged: readonly JudgedOrder[], count: number, t: Translate): string {
  const counts = reasonKinds.flatMap((kind) => {
    const affected = judged.filter(({ worst }) => worst.kind === kind).length;
    return affected === 0 ? [] : t(`cli.status.counted.${kind}`, { count: affected });
  });
  return t('cli.status.wrong', { count, counts: counts.join(t('common.listSeparator')) });
}

/** The name of an order and all its reasons. */
export function reasonsText({ title, reasons }: JudgedOrder, t: Translate): string {
  const texts = reasons.map(({ text }) => text).join(t('cli.status.reasonSeparator'));
  return t('cli.status.reasons', { title, reasons: texts });
}
