import { soonestFirst } from '#main/reporting/report/inventory.ts';
import { type OrderRow, orderTitle, type SourceRow, serviceKey, sourceId } from '#shared/domain/order.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import type { CommandContext } from './context.ts';
import { wordText } from './wordText.ts';

/** Why a word matches no single order. */
export type PickProblem =
  | { readonly kind: 'unknown'; readonly word: string }
  /** `names`: words that match one of them each. */
  | { readonly kind: 'ambiguous'; readonly word: string; readonly names: readonly string[] };

interface Named {
  /** The rid, or the name of a push-only order. */
  readonly rid: string;
  readonly alias: string | null;
  /** The name shown in the list. */
  readonly title: string;
  /** The name of the connection, or of the hook of a push-only order. */
  readonly connection: string;
}

/** The name of an order that no order of another connection has. */
export function qualifiedName({ connection, rid }: Pick<Named, 'connection' | 'rid'>): string {
  return `${connection}/${rid}`;
}

/**
 * The orders that match the words by connection and rid, rid, alias or title, in the order of the words. No words: all orders.
 * @param ignoresUnknown words that match none
 */
export function pickOrders<Order extends Named>(
  words: readonly string[],
  orders: readonly Order[],
  ignoresUnknown = false,
): Result<readonly Order[], PickProblem> {
  if (words.length === 0) return ok(orders);
  const ways = [
    // Before a rid that looks like it: no other word names an order that shares its rid.
    namedBy(words, orders, qualifiedName),
    namedBy(words, orders, ({ rid }) => rid),
    namedBy(words, orders, ({ alias }) => alias),
    namedBy(words, orders, ({ title }) => title),
  ];
  const picked = new Set<Order>();
  for (const word of words) {
    const found = ways.map((way) => way.get(word)).find((named) => named !== undefined) ?? [];
    const [first] = found;
    if (first === undefined && ignoresUnknown) continue;
    if (first === undefined) return err({ kind: 'unknown', word });
    if (found.length > 1) {
      const byRid = Map.groupBy(orders, ({ rid }) => rid);
      const names = found.map((one) => (byRid.get(one.rid)?.length === 1 ? one.rid : qualifiedName(one)));
      return err({ kind: 'ambiguous', word, names });
    }
    picked.add(first);
  }
  return ok([...picked]);
}

type Services = CommandContext['services'];

/** All pulled and push-only orders in the order of the list, with what names them. */
export function listedOrders(services: Services) {
  return withNames(services.orderList.list(), services);
}

function withNames(orders: readonly OrderRow[], services: Services) {
  const namesOf = naming(services);
  return orders.map((order) => ({ ...order, ...namesOf(order) }));
}

/** What names all orders, in the order of the list, without filling their rows. */
function allNames(services: Services) {
  const namesOf = naming(services);
  return services.orderList.bareList().map((order) => {
    const { id, alias, notAfter, chainEnd } = order;
    return { id, alias, notAfter, chainEnd, ...namesOf(order) };
  });
}

/** What names an order of a connection or of a hook, besides its alias. */
function naming({ connections, hooks }: Services): (order: SourceRow) => Omit<Named, 'alias'> {
  const names = new Map([...connections.list(), ...hooks.list()].map(({ id, name }) => [id, name]));
  return (order) => ({
    rid: serviceKey(order),
    title: orderTitle(order),
    connection: names.get(sourceId(order)) ?? '',
  });
}

/** The orders that a word names in one way. Others are not kept: there may be thousands. */
function namedBy<Order>(
  words: readonly string[],
  orders: readonly Order[],
  nameOf: (order: Order) => string | null,
): ReadonlyMap<string | null, readonly Order[]> {
  const wanted = new Set<string | null>(words);
  return Map.groupBy(
    orders.filter((order) => wanted.has(nameOf(order))),
    nameOf,
  );
}

/** Like `pickListed`. The names in a problem are in the order of an inventory. @returns ids; `null`: all orders */
export function pickIds(
  words: readonly string[],
  { services }: Pick<CommandContext, 'services'>,
): Result<readonly string[] | null, PickProblem> {
  if (words.length === 0) return ok(null);
  const orders = allNames(services);
  const first = pickOrders(words, orders);
  // Only a problem shows in which order they are.
  const chosen = first.ok ? first : pickOrders(words, orders.toSorted(soonestFirst));
  return chosen.ok ? ok(chosen.value.map(({ id }) => id)) : chosen;
}

/** Like `pickOrders`, of all pulled and push-only orders. */
export function pickListed(words: readonly string[], { services }: CommandContext, ignoresUnknown = false) {
  if (words.length === 0) return ok(listedOrders(services));
  const picked = pickOrders(words, allNames(services), ignoresUnknown);
  if (!picked.ok) return picked;
  return ok(withNames(services.orderList.some(picked.value.map(({ id }) => id)), services));
}

/** Like `pickListed`, of one order. @returns it, or the exit code after saying why there is none */
export function oneOrder(word: string, context: CommandContext) {
  const { unknown } = context;
  const chosen = pickListed([word], context);
  if (!chosen.ok) return err(unknown(pickProblemText(chosen.error, context)));
  const [order] = chosen.value;
  return order === undefined ? err(unknown(pickProblemText({ kind: 'unknown', word }, context))) : ok(order);
}

/** Explains why a word matches no single order. */
export function pickProblemText(
  problem: PickProblem,
  { t, services }: Pick<CommandContext, 't' | 'services'>,
): string {
  const word = wordText(problem.word, services.connections.knownTokens());
  if (problem.kind === 'unknown') return t('cli.orders.unknown', { word });
  const names = problem.names.slice(0, 5).map(cleanText).join(t('common.listSeparator'));
  return t('cli.orders.ambiguous', { word, names });
}
