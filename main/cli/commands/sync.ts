import type { PollResult, SkipReason } from '#main/orders/polling/pollResults.ts';
import { assertNever } from '#shared/assertNever.ts';
import { isPushOnly, type OrderRow, orderTitle, sourceId } from '#shared/domain/order.ts';
import { aboutKeys, orderSchemas, orderValues } from '#shared/domain/orderFields.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatDate, formatMoment } from '#shared/i18n/format.ts';
import { cleanText } from '#shared/text.ts';
import { type AnswerOf, answerSchema, reason, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import {
  addCommand,
  type CommandContext,
  credentialText,
  hasNoKeychain,
  tellFile,
  tellKeychain,
  waitsForUser,
} from '../context.ts';
import { type ExitCode, exitCodes, worstCode } from '../exitCodes.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';
import type { Style } from '../terminalText.ts';

type Outcome = Pick<AnswerOf<typeof syncResult>['orders'][number], 'result' | 'reason' | 'text'>;

/** Limit for all polls of one command: a service that never answers must not block the terminal. */
const LONGEST_MS = 10 * 60_000;

/** `notafter sync`: polls the orders now, waits for the results, and prints what changed. */
async function runSync({ words }: Given, context: CommandContext): Promise<ExitCode> {
  const { services, t, tell } = context;
  const chosen = pickListed(words, context);
  if (!chosen.ok) return context.unknown(pickProblemText(chosen.error, context));
  if (services.orderList.list().length === 0) {
    tell(t('cli.orders.none'));
    answerWith([], context);
    return exitCodes.fine;
  }
  const asked = chosen.value.filter((order) => !isPushOnly(order));
  const pushOnly = chosen.value.length - asked.length;
  if (pushOnly > 0) tell(t('cli.sync.pushOnly', { count: pushOnly }));
  await context.prepare();
  const results = await pollNow(asked, context);
  if (results === null) return exitCodes.unknown;
  const ids = chosen.value.map(({ id }) => id);
  await askAuthorities(ids, context);
  if (context.signal.aborted) return exitCodes.interrupted;
  answerWith(results, context);
  return report(results, context);
}

/** Asks certificate authorities what is due about some orders, if the user switched that on. The app does it by itself. */
export async function askAuthorities(
  orderIds: readonly string[],
  { services, holder, signal }: CommandContext,
): Promise<void> {
  if (holder === 'command') await services.authorityWatch.askDue(orderIds, signal);
}

/** Polls orders now, and waits for the answers. @returns `null`: no token can be read, which was reported */
export async function pollNow(
  asked: readonly OrderRow[],
  context: CommandContext,
): Promise<readonly PollResult[] | null> {
  const { hasCredential, isTold } = await tellCredentials(context);
  // What a server without a keychain misses was said by the names of the files.
  const isLocked = !hasCredential && (isTold || tellKeychain(context) !== null);
  if (isLocked) return null;
  const results = await poll(asked, context);
  await tellRefused(results, context);
  return results;
}

/**
 * Reports token files that can't be used, and without a keychain those that are missing.
 * @returns `hasCredential`: whether there is one that can be used: orders of other connections then fail for themselves without
 * a keychain. `isTold`: whether all that is missing without a keychain was reported.
 */
async function tellCredentials(
  context: CommandContext,
): Promise<{ readonly hasCredential: boolean; readonly isTold: boolean }> {
  const { services, credentials, t, tell } = context;
  const isWithout = hasNoKeychain(services);
  let hasCredential = false;
  let isTold = false;
  for (const { id } of services.connections.list()) {
    const found = await credentials?.tokens.find(id);
    const connection = services.connections.find(id);
    if (found === undefined || connection === null) continue;
    if (!found.ok) tell(credentialText(found.error, t));
    else if (found.value === null && isWithout) tellFile('cli.credentials.absent', connection, context);
    if (!found.ok && waitsForUser(found.error)) tell(`  ${addCommand(connection, 'credential')}`);
    isTold ||= isWithout && (!found.ok || found.value === null);
    hasCredential ||= found.ok && found.value !== null;
  }
  return { hasCredential, isTold };
}

/** Says once for each connection whose token the service refuses what to do. */
async function tellRefused(results: readonly PollResult[], context: CommandContext): Promise<void> {
  const { services, credentials, t, tell } = context;
  const ids = results.flatMap((result) => {
    const order = services.orderList.get(result.orderId);
    return order !== null && isRefused(result, order, context) ? sourceId(order) : [];
  });
  for (const id of new Set(ids)) {
    const connection = services.connections.find(id);
    if (connection === null) continue;
    const inFile = await credentials?.tokens.find(id);
    if (hasNoKeychain(services) || (inFile?.ok === true && inFile.value !== null))
      tellFile('cli.credentials.refused', connection, context);
    else tell(t('cli.about', { title: cleanText(connection.name), text: t('errors.unauthorized.next') }));
  }
}

async function poll(
  asked: readonly OrderRow[],
  { base, services, signal }: CommandContext,
): Promise<readonly PollResult[]> {
  const limit = new AbortController();
  const timer = base.scheduler.after(LONGEST_MS, () => limit.abort());
  try {
    return await services.poller.poll(
      asked.map(({ id }) => id),
      AbortSignal.any([signal, limit.signal]),
    );
  } finally {
    timer.dispose();
  }
}

/** Prints a line for each order with news, and the summary. */
function report(results: readonly PollResult[], context: CommandContext): ExitCode {
  const { services, t, say, tell, paint } = context;
  const counts: Record<Exclude<PollResult['kind'], 'newCertificate'> | 'first' | 'renewed', number> = {
    first: 0,
    renewed: 0,
    unchanged: 0,
    failed: 0,
    skipped: 0,
  };
  for (const result of results) {
    const order = services.orderList.get(result.orderId);
    if (order === null) continue;
    const found =
      result.kind !== 'newCertificate' ? result.kind : result.previous === null ? 'first' : 'renewed';
    counts[found] += 1;
    const news = newsOf(result, order, context);
    if (news !== null) say(news);
  }
  const summary = t(counts.first > 0 ? 'cli.sync.summaryFirst' : 'cli.sync.summary', {
    asked: results.length - counts.skipped,
    ...counts,
  });
  say(paint('dim', summary));
  if (counts.skipped > 0) tell(t('cli.sync.left', { count: counts.skipped }));
  return worstCode(results.map((result) => codeOfPoll(result, context)));
}

/** What is new of an order, in one line; `null`: nothing. */
export function newsOf(result: PollResult, order: OrderRow, context: CommandContext): string | null {
  const { base, t, locale, paint } = context;
  const line = (style: Style, text: string) =>
    `${paint('bold', cleanText(orderTitle(order)))}  ${paint(style, cleanText(text))}`;
  switch (result.kind) {
    case 'newCertificate': {
      const date = order.notAfter === null ? '' : formatDate(order.notAfter, locale, 'local');
      return line('good', t(result.previous === null ? 'cli.sync.first' : 'cli.sync.renewed', { date }));
    }
    case 'skipped':
      return line('warning', skippedText(result.reason, context));
    case 'failed': {
      const { title, why } = describeError(result.error, t, { platform: base.desktop.platform });
      return line('bad', t('cli.sync.failed', { title, why }));
    }
    case 'unchanged':
      return null;
    default:
      return assertNever(result);
  }
}

function isRefused(result: PollResult, order: OrderRow, { services }: CommandContext): boolean {
  return (
    services.poller.pollingState(sourceId(order)).kind === 'rejected' ||
    (result.kind === 'failed' && result.error.kind === 'unauthorized')
  );
}

/** What a poll means for the exit code: a refused token is the worst. */
export function codeOfPoll(result: PollResult, context: CommandContext): ExitCode {
  const order = context.services.orderList.get(result.orderId);
  if (order === null) return exitCodes.fine;
  if (isRefused(result, order, context)) return exitCodes.critical;
  return result.kind === 'failed' || result.kind === 'skipped' ? exitCodes.attention : exitCodes.fine;
}

function answerWith(results: readonly PollResult[], context: CommandContext): void {
  const orders = results.flatMap((result) => {
    const order = context.services.orderList.get(result.orderId);
    if (order === null) return [];
    return { ...orderValues([...aboutKeys, 'notAfter'], order), ...pollOutcome(result, context) };
  });
  const changed = results.some(({ kind }) => kind === 'newCertificate');
  context.answer<typeof syncResult>({ changed, orders });
}

/** The result of a poll for programs. */
export function pollOutcome(result: PollResult, context: CommandContext): Outcome {
  switch (result.kind) {
    case 'newCertificate':
      return { result: result.previous === null ? 'first' : 'renewed', reason: null, text: null };
    case 'unchanged':
      return { result: 'unchanged', reason: null, text: null };
    case 'skipped': {
      const { reason } = result;
      return { result: 'skipped', reason: reason.kind, text: skippedText(reason, context) };
    }
    case 'failed': {
      const { base, t } = context;
      const { title, why } = describeError(result.error, t, { platform: base.desktop.platform });
      return { result: 'failed', reason: result.error.kind, text: t('cli.sync.failed', { title, why }) };
    }
  }
}

/** Why an order was not checked. */
function skippedText(reason: SkipReason, { t, locale }: Pick<CommandContext, 't' | 'locale'>): string {
  switch (reason.kind) {
    case 'rejected':
      return t('cli.sync.rejected');
    case 'noToken':
      return t('cli.sync.noToken');
    case 'offline':
      return t('cli.sync.offline');
    case 'retryAfter':
      return t('cli.sync.notNow', { time: formatMoment(reason.until, locale, 'local') });
    default:
      return t('cli.sync.notAnswering');
  }
}

/** The JSON of `sync --json`. */
export const syncResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.boolean().describe('Whether the service has a new certificate for one of the orders.'),
    orders: z.array(
      z.strictObject({
        ...orderSchemas([...aboutKeys, 'notAfter'], z),
        ...pollSchemas(z),
      }),
    ),
  });

/** How the poll of an order ended. */
export const pollSchemas = (z: Zod) => ({
  result: z.enum(['renewed', 'first', 'unchanged', 'failed', 'skipped']),
  reason: reason(z),
  text: z.string().nullable().describe('The same in the language of the user.'),
});

export const sync = { run: runSync, result: syncResult };
