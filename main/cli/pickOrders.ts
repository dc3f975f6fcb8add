import { orderTitle, serviceKey } from '#shared/domain/order.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import type { CommandContext } from './context.ts';

/** Why a word matches no single order. */
export type PickProblem =
  | { readonly kind: 'unknown'; readonly word: string }
  | { readonly kind: 'ambiguous'; readonly word: string; readonly rids: readonly string[] };

interface Named {
  /** The rid, or the name of a push-only order. */
  readonly rid: string;
  readonly alias: string | null;
  /** The name shown in the list. */
  readonly title: string;
}

/** The orders that match the words by rid, alias or title, in list order. No words: all orders. @param ignoresUnknown words that match none */
export function pickOrders<Order extends Named>(
  words: readonly string[],
  orders: readonly Order[],
  ignoresUnknown = false,
): Result<readonly Order[], PickProblem> {
  if (words.length === 0) return ok(orders);
  const ways = [
    Map.groupBy(orders, ({ rid }) => rid),
    Map.groupBy(orders, ({ alias }) => alias),
    Map.groupBy(orders, ({ title }) => title),
  ];
  const picked = new Set<Order>();
  for (const word of words) {
    const found = ways.map((way) => way.get(word)).find((named) => named !== undefined) ?? [];
    const [first] = found;
    if (first === undefined && ignoresUnknown) continue;
    if (first === undefined) return err({ kind: 'unknown', word });
    if (found.length > 1) return err({ kind: 'ambiguous', word, rids: found.map(({ rid }) => rid) });
    picked.add(first);
  }
  return ok(orders.filter((order) => picked.has(order)));
}

/** Like `pickOrders`, of all pulled and push-only orders. */
export function pickListed(words: readonly string[], { services }: CommandContext, ignoresUnknown = false) {
  const rows = services.orders.list();
  return pickOrders(
    words,
    rows.map((order) => ({ ...order, rid: serviceKey(order), title: orderTitle(order) })),
    ignoresUnknown,
  );
}

/** Explains why a word matches no single order. */
export function pickProblemText(problem: PickProblem, { t }: Pick<CommandContext, 't'>): string {
  const word = cleanText(problem.word);
  if (problem.kind === 'unknown') return t('cli.orders.unknown', { word });
  const rids = problem.rids.slice(0, 5).map(cleanText).join(t('common.listSeparator'));
  return t('cli.orders.ambiguous', { word, rids });
}
