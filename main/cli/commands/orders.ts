import { type Annotation, changeTags, parseNote } from '#shared/domain/annotation.ts';
import { parseAlias } from '#shared/domain/order.ts';
import { aboutKeys, type OrderValues, orderSchemas, orderValues } from '#shared/domain/orderFields.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import { about, answerSchema, listed, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import { type CommandContext, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { oneOrder, pickListed, pickProblemText } from '../pickOrders.ts';
import { plain, sayTable } from '../table.ts';
import { mayBeToken } from '../wordText.ts';

const listKeys = [
  ...(['id', 'rid', 'title', 'alias', 'connection', 'pushOnly'] as const),
  ...(['commonName', 'tags', 'note'] as const),
];

/** `notafter orders list`: what names the orders, in the order of the list or of the words. `notafter status` says how they are. */
async function runOrdersList({ words }: Given, context: CommandContext): Promise<ExitCode> {
  const { t, unknown, answer } = context;
  const chosen = pickListed(words, context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await context.prepare();
  const orders = chosen.value;
  answer<typeof ordersListResult>({
    changed: false,
    orders: orders.map((order) => orderValues(listKeys, order)),
  });
  const columns = [
    { title: t('cli.orders.rid'), min: 16 },
    { title: t('cli.orders.alias'), min: 12 },
    { title: t('cli.orders.certificate'), min: 20 },
    { title: t('cli.orders.connection'), min: 10 },
    { title: t('cli.orders.tags'), min: 8, dropOrder: 1 },
  ];
  const rows = orders.map(({ rid, alias, commonName, connection, tags }) =>
    [rid, alias ?? '', commonName ?? '', connection, tags.join(t('common.listSeparator'))].map(plain),
  );
  await sayTable(columns, rows, context, t('cli.orders.none'));
  return exitCodes.fine;
}

/** `notafter orders add`: adds orders of a connection by their rids. The service is not asked about them. */
async function runOrdersAdd(
  { words: rids, options: { connection: wanted } }: Given<'connection'>,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, unknown, say, tell, answer, paint } = context;
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
  answer<typeof ordersAddResult>({
    changed: results.some(({ outcome }) => outcome === 'added'),
    connection: connection.name,
    orders: results.map(({ orderId: id, rid, outcome: result }) => ({ id, rid, result })),
    refused: refused.map(({ text, reason }) => ({ text, reason })),
  });
  for (const { rid, outcome } of results)
    if (outcome !== 'repeated') say(`${paint('bold', cleanText(rid))}  ${t(`cli.orders.${outcome}`)}`);
  for (const { text, reason } of refused)
    tell(reason === 'token' ? t('cli.orders.isToken') : t('cli.orders.noRid', { text: cleanText(text) }));
  return refused.length === 0 ? exitCodes.fine : exitCodes.attention;
}

/** `notafter orders remove`: removes orders from the list. The service and exported files are not touched. */
async function runOrdersRemove(
  { words, options }: Given<never, 'ignore-missing'>,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, unknown, say, answer, paint } = context;
  const chosen = pickListed(words, context, options['ignore-missing']);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await context.prepare();
  const orders = chosen.value.map((order) => orderValues(aboutKeys, order));
  const removed = orders.length === 0 ? null : services.orderList.remove(orders.map(({ id }) => id));
  if (removed?.ok === false) return tellError(removed.error, context);
  answer<typeof ordersRemoveResult>({ changed: orders.length > 0, orders });
  for (const { title } of orders) say(`${paint('bold', cleanText(title))}  ${t('cli.orders.removed')}`);
  return exitCodes.fine;
}

/** `notafter orders tag`: adds and removes tags of an order, all or none of them. Its note stays. */
async function runOrdersTag(
  { words: [word = ''], options: { add, remove } }: Given<'add' | 'remove'>,
  context: CommandContext,
): Promise<ExitCode> {
  const { t } = context;
  await context.prepare();
  const annotated = annotate(word, context, ({ tags: former, note }) => {
    const tags = changeTags(former, add ?? '', remove ?? '');
    return tags.ok ? ok({ tags: tags.value, note }) : tags;
  });
  if (!annotated.ok) return annotated.error;
  const { changed, order, tags } = annotated.value;
  context.answer<typeof ordersTagResult>({ changed, order, tags });
  sayOf(order, tags.length === 0 ? t('cli.orders.noTags') : tags.join(t('common.listSeparator')), context);
  return exitCodes.fine;
}

/** `notafter orders note`: sets or removes the note of an order, or only says it. Its tags stay. */
async function runOrdersNote(
  { words: [word = '', text] }: Given,
  context: CommandContext,
): Promise<ExitCode> {
  const { t } = context;
  await context.prepare();
  const annotated = annotate(word, context, ({ tags, note: former }) => {
    const note = text === undefined ? ok(former) : parseNote(text);
    return note.ok ? ok({ tags, note: note.value }) : note;
  });
  if (!annotated.ok) return annotated.error;
  const { changed, order, note } = annotated.value;
  context.answer<typeof ordersNoteResult>({ changed, order, note });
  sayOf(order, note === '' ? t('cli.orders.noNote') : note, context);
  return exitCodes.fine;
}

/** `notafter orders alias`: gives an order another name, or none. */
async function runOrdersAlias(
  { words: [word = '', text = ''] }: Given,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, answer, unknown } = context;
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
  answer<typeof ordersAliasResult>({ changed: row.alias !== former, order: named, alias: row.alias });
  sayOf(named, row.alias === null ? t('cli.orders.noAlias') : cleanText(named.rid), context);
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
  answerSchema(z, {
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
  answerSchema(z, {
    changed: z
      .boolean()
      .describe(
        'Whether orders were removed. One that does not exist is no answer, or is left out on request.',
      ),
    orders: z.array(z.strictObject(about(z))),
  });

/** The JSON of `orders tag --json`. */
export const ordersTagResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.boolean().describe('Whether the order has other tags now.'),
    order: z.strictObject(about(z)),
    tags: z.array(z.string()).describe('All tags of the order, now.'),
  });

/** The JSON of `orders note --json`. */
export const ordersNoteResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.boolean().describe('Whether the order has another note now.'),
    order: z.strictObject(about(z)),
    note: z.string().describe('The note of the order, now, of several lines; empty: none.'),
  });

/** The JSON of `orders alias --json`. */
export const ordersAliasResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.boolean().describe('Whether the order has another alias now.'),
    order: z.strictObject(about(z)),
    alias: z.string().nullable().describe('The alias of the order, now; null: none.'),
  });

/** The JSON of `orders list --json`. */
export const ordersListResult = (z: Zod) =>
  answerSchema(z, {
    changed: listed(z),
    orders: z.array(z.strictObject(orderSchemas(listKeys, z))),
  });

export const ordersList = { run: runOrdersList, result: ordersListResult };
export const ordersAdd = { run: runOrdersAdd, result: ordersAddResult };
export const ordersRemove = { run: runOrdersRemove, result: ordersRemoveResult };
export const ordersAlias = { run: runOrdersAlias, result: ordersAliasResult };
export const ordersTag = { run: runOrdersTag, result: ordersTagResult };
export const ordersNote = { run: runOrdersNote, result: ordersNoteResult };
