import { type Annotation, changeTags, parseNote } from '#shared/domain/annotation.ts';
import { parseAlias } from '#shared/domain/order.ts';
import { aboutKeys, type OrderValues, orderValues } from '#shared/domain/orderFields.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import { type CommandContext, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { jsonText } from '../jsonText.ts';
import { oneOrder, pickListed, pickProblemText } from '../pickOrders.ts';
import { about, type Zod } from '../results.ts';
import { mayBeToken } from '../wordText.ts';

export interface OrdersNoteValues {
  readonly order: string;
  /** As it was typed; empty: no note any more; `null`: as it is. */
  readonly note: string | null;
  readonly json: boolean;
}

/** At least one of both texts is not empty. They have commas between tags. */
export interface OrdersTagValues {
  readonly order: string;
  readonly added: string;
  readonly removed: string;
  readonly json: boolean;
}

export interface OrdersAliasValues {
  readonly order: string;
  /** As it was typed; empty: none any more. */
  readonly alias: string;
  readonly json: boolean;
}

export interface OrdersRemoveValues {
  readonly orders: readonly string[];
  /** Whether an order that does not exist is no error. */
  readonly ignoresMissing: boolean;
  readonly json: boolean;
}

export interface OrdersAddValues {
  readonly rids: readonly string[];
  /** Its name; `null`: the only one. */
  readonly connection: string | null;
  readonly json: boolean;
}

/** `notafter orders add`: adds orders of a connection by their rids. The service is not asked about them. */
export async function runOrdersAdd(
  { rids, connection: wanted, json }: OrdersAddValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, unknown, say, tell, write, paint } = context;
  const all = services.connections.list();
  const [connection, other] = wanted === null ? all : all.filter(({ name }) => name === wanted);
  if (connection === undefined || other !== undefined) {
    const names = all.map(({ name }) => cleanText(name)).join(t('common.listSeparator'));
    return unknown(all.length === 0 ? t('cli.connections.none') : t('cli.connections.which', { names }));
  }
  await context.prepare();
  // Tokens are refused as rids.
  await services.connections.readTokens();
  const added = services.orders.add(connection.id, rids.join('\n'));
  if (!added.ok) return tellError(added.error, context);
  const { results, refused } = added.value;
  if (json) {
    const value: z.input<ReturnType<typeof ordersAddResult>> = {
      schema: 1,
      changed: results.some(({ outcome }) => outcome === 'added'),
      connection: connection.name,
      orders: results.map(({ orderId: id, rid, outcome: result }) => ({ id, rid, result })),
      refused: refused.map(({ text, reason }) => ({ text, reason })),
    };
    write(jsonText(value));
  } else {
    for (const { rid, outcome } of results)
      if (outcome !== 'repeated') say(`${paint('bold', cleanText(rid))}  ${t(`cli.orders.${outcome}`)}`);
  }
  for (const { text, reason } of refused)
    tell(reason === 'token' ? t('cli.orders.isToken') : t('cli.orders.noRid', { text: cleanText(text) }));
  return refused.length === 0 ? exitCodes.fine : exitCodes.attention;
}

/** `notafter orders remove`: removes orders from the list. The service and exported files are not touched. */
export async function runOrdersRemove(
  { orders: words, ignoresMissing, json }: OrdersRemoveValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, unknown, say, write, paint } = context;
  const chosen = pickListed(words, context, ignoresMissing);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await context.prepare();
  const orders = chosen.value.map((order) => orderValues(aboutKeys, order));
  const removed = orders.length === 0 ? null : services.orderList.remove(orders.map(({ id }) => id));
  if (removed?.ok === false) return tellError(removed.error, context);
  const value: z.input<ReturnType<typeof ordersRemoveResult>> = {
    schema: 1,
    changed: orders.length > 0,
    orders,
  };
  if (json) write(jsonText(value));
  else for (const { title } of orders) say(`${paint('bold', cleanText(title))}  ${t('cli.orders.removed')}`);
  return exitCodes.fine;
}

/** `notafter orders tag`: adds and removes tags of an order, all or none of them. Its note stays. */
export async function runOrdersTag(
  { order: word, added, removed, json }: OrdersTagValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { t, write } = context;
  await context.prepare();
  const annotated = annotate(word, context, ({ tags: former, note }) => {
    const tags = changeTags(former, added, removed);
    return tags.ok ? ok({ tags: tags.value, note }) : tags;
  });
  if (!annotated.ok) return annotated.error;
  const { changed, order, tags } = annotated.value;
  const value: z.input<ReturnType<typeof ordersTagResult>> = { schema: 1, changed, order, tags: [...tags] };
  if (json) write(jsonText(value));
  else
    sayOf(order, tags.length === 0 ? t('cli.orders.noTags') : tags.join(t('common.listSeparator')), context);
  return exitCodes.fine;
}

/** `notafter orders note`: sets or removes the note of an order, or only says it. Its tags stay. */
export async function runOrdersNote(
  { order: word, note: text, json }: OrdersNoteValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { t, write } = context;
  await context.prepare();
  const annotated = annotate(word, context, ({ tags, note: former }) => {
    const note = text === null ? ok(former) : parseNote(text);
    return note.ok ? ok({ tags, note: note.value }) : note;
  });
  if (!annotated.ok) return annotated.error;
  const { changed, order, note } = annotated.value;
  const value: z.input<ReturnType<typeof ordersNoteResult>> = { schema: 1, changed, order, note };
  if (json) write(jsonText(value));
  else sayOf(order, note === '' ? t('cli.orders.noNote') : note, context);
  return exitCodes.fine;
}

/** `notafter orders alias`: gives an order another name, or none. */
export async function runOrdersAlias(
  { order: word, alias: text, json }: OrdersAliasValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, write, unknown } = context;
  const order = oneOrder(word, context);
  if (!order.ok) return order.error;
  if (mayBeToken(text, services.connections.knownTokens())) return unknown(t('cli.orders.aliasIsToken'));
  await context.prepare();
  const { id, alias: former } = order.value;
  const alias = parseAlias(text);
  const saved = alias.ok && alias.value !== former ? services.orderList.setAlias(id, text) : alias;
  if (!saved.ok) return tellError(saved.error, context);
  const row = services.orderList.get(id);
  if (row === null) return tellError({ kind: 'unknownId' }, context);
  const named = orderValues(aboutKeys, row);
  const value: z.input<ReturnType<typeof ordersAliasResult>> = {
    schema: 1,
    changed: row.alias !== former,
    order: named,
    alias: row.alias,
  };
  if (json) write(jsonText(value));
  else sayOf(named, row.alias === null ? t('cli.orders.noAlias') : cleanText(named.rid), context);
  return exitCodes.fine;
}

type NamedOrder = OrderValues<(typeof aboutKeys)[number]>;

/** What one command changes, and another leaves alone. */
type TagsAndNote = Pick<Annotation, 'tags' | 'note'>;

/** Stores what `change` makes of the tags and the note of one order. @returns both, or the exit code after saying why not */
function annotate(
  word: string,
  context: CommandContext,
  change: (former: TagsAndNote) => Result<TagsAndNote>,
): Result<TagsAndNote & { readonly changed: boolean; readonly order: NamedOrder }, ExitCode> {
  const { services } = context;
  const chosen = oneOrder(word, context);
  if (!chosen.ok) return chosen;
  const order = chosen.value;
  const next = change(order);
  if (!next.ok) return err(tellError(next.error, context));
  const { tags, note } = next.value;
  const changed = note !== order.note || tags.join(',') !== order.tags.join(',');
  const saved = changed ? services.annotations.set(order.id, tags.join(','), note) : null;
  if (saved?.ok === false) return err(tellError(saved.error, context));
  return ok({ tags, note, changed, order: orderValues(aboutKeys, order) });
}

function sayOf({ title }: NamedOrder, text: string, { say, paint }: CommandContext): void {
  const [first = '', ...lines] = text.split('\n');
  say(`${paint('bold', cleanText(title))}  ${first}`);
  for (const line of lines) say(`  ${line}`);
}

/** The JSON of `orders add --json`. */
export const ordersAddResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.boolean().describe('Whether an order was added.'),
    connection: z.string(),
    orders: z.array(
      z.strictObject({
        id: z.string(),
        rid: z.string(),
        result: z.enum(['added', 'alreadyThere', 'repeated']),
      }),
    ),
    refused: z.array(z.strictObject({ text: z.string(), reason: z.string() })).describe('What is no rid.'),
  });
/** The JSON of `orders remove --json`. */
export const ordersRemoveResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z
      .boolean()
      .describe(
        'Whether orders were removed. One that does not exist is no answer, or is left out on request.',
      ),
    orders: z.array(z.strictObject(about(z))),
  });
/** The JSON of `orders tag --json`. */
export const ordersTagResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.boolean().describe('Whether the order has other tags now.'),
    order: z.strictObject(about(z)),
    tags: z.array(z.string()).describe('All tags of the order, now.'),
  });
/** The JSON of `orders note --json`. */
export const ordersNoteResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.boolean().describe('Whether the order has another note now.'),
    order: z.strictObject(about(z)),
    note: z.string().describe('The note of the order, now, of several lines; empty: none.'),
  });
/** The JSON of `orders alias --json`. */
export const ordersAliasResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.boolean().describe('Whether the order has another alias now.'),
    order: z.strictObject(about(z)),
    alias: z.string().nullable().describe('The alias of the order, now; null: none.'),
  });
