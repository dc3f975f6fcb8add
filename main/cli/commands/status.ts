import { eachStep, inSlices, type Steps } from '#main/platform/slices.ts';
import { inventoryJson, inventorySchema } from '#main/reporting/report/inventoryJson.ts';
import { renewalText } from '#main/reporting/report/renewalText.ts';
import { noOrders } from '#shared/domain/assessment.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import type { CheckState, Severity, Terms } from '#shared/domain/conditions/condition.ts';
import { toReview } from '#shared/domain/finding.ts';
import type { Inventory, InventoryOrder } from '#shared/domain/inventory.ts';
import { statusSeverities } from '#shared/domain/status.ts';
import { type Threshold, thresholdMs, usualThresholds } from '#shared/domain/typedThreshold.ts';
import { clockSentence } from '#shared/i18n/clockText.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { formatDate, formatNearMoment } from '#shared/i18n/format.ts';
import { pauseText } from '#shared/i18n/pauseText.ts';
import { statusCountsText, statusText } from '#shared/i18n/statusText.ts';
import { cleanText } from '#shared/text.ts';
import type { Given } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { tellError } from '../context.ts';
import { deploymentCell } from '../deploymentCells.ts';
import { type ExitCode, exitCodes, keywords } from '../exitCodes.ts';
import { countedText, judge, reasonsText, worstState } from '../judgement.ts';
import { pickIds, pickProblemText } from '../pickOrders.ts';
import type { Cell, Column } from '../table.ts';
import { plain, sayTable } from '../table.ts';
import type { Style } from '../terminalText.ts';
import { writeParts } from '../writeParts.ts';

/** When an order fails, and as it was typed. */
interface FailWithin {
  readonly threshold: Threshold;
  readonly word: string;
}

interface GivenStatus extends Pick<Given, 'words'> {
  /** `null`: the orders are listed and not judged. */
  readonly options: { readonly 'fail-within': FailWithin | null };
}

const statusStyles: Readonly<Record<Severity | 'fine', Style>> = {
  critical: 'bad',
  attention: 'warning',
  notice: 'warning',
  fine: 'good',
};

const stateStyles: Readonly<Record<CheckState, Style>> = {
  critical: 'bad',
  attention: 'warning',
  unknown: 'warning',
};

/** `notafter status`: prints the stored state of the orders. */
export async function runStatus(
  { words, options: { 'fail-within': within } }: GivenStatus,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, tell, say, unknown, isJson } = context;
  await context.prepare();
  const chosen = pickIds(words, context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  const taken = await services.inventories.take(chosen.value);
  if (!taken.ok) return tellError(taken.error, context);
  const inventory = taken.value;
  const { orders } = inventory;
  if (inventory.clockAheadMs !== null) tell(clockSentence(inventory.clockAheadMs, t));
  if (isJson) await writeParts(inventoryJson(inventory), context);
  if (within !== null) {
    // An empty list is no success: the check may run as another user, whose data is empty.
    if (orders.length === 0) return unknown(t('cli.orders.none'));
    const judging = judgedLines(inventory, within, context);
    const { severity, lines } = await inSlices(judging);
    for (const line of lines) (isJson ? tell : say)(line);
    if (isJson) return exitCodes[severity];
    say('');
    await sayOrders(inventory, context);
    return exitCodes[severity];
  }
  if (isJson) return exitCodes.fine;
  if (orders.length === 0) tell(t('cli.orders.none'));
  else await sayOrders(inventory, context);
  return exitCodes.fine;
}

async function sayOrders({ orders, takenAt: now }: Inventory, context: CommandContext): Promise<void> {
  const { t, locale, say, paint, services } = context;
  const columns: readonly Column[] = [
    { title: t('cli.status.name'), min: 12 },
    { title: t('cli.status.status') },
    { title: t('cli.status.left'), align: 'right' },
    { title: t('cli.status.notAfter'), dropOrder: 3 },
    { title: t('cli.status.served'), dropOrder: 1 },
    { title: t('cli.status.renewal'), dropOrder: 2 },
  ];
  const making = eachStep(orders, (order): readonly Cell[] => {
    const end = endOf(order);
    return [
      plain(order.title),
      { text: statusText(order.status, t), style: statusStyles[statusSeverities[order.status]] },
      plain(end === null ? '' : timeLeftText(end, now, t)),
      plain(end === null ? '' : formatDate(end, locale, 'local')),
      deploymentCell(order, context),
      renewalCell(order, now, context),
    ];
  });
  await sayTable(columns, await inSlices(making), context);
  sayReviews(orders, context);
  const counts = { ...noOrders.counts };
  for (const { status } of orders) counts[status] += 1;
  const statuses = statusCountsText(counts, t);
  say('');
  say(paint('dim', t('cli.status.count', { count: orders.length, statuses })));
  const pause = services.alertPause.current();
  if (pause !== null) say(paint('warning', pauseText(pause, t, locale)));
  const ends = orders.flatMap(({ waitsUntil }) => waitsUntil ?? []);
  if (ends.length === 0) return;
  const latest = ends.reduce((one, other) => Math.max(one, other));
  const until = formatNearMoment(latest, now, locale, 'local');
  say(paint('warning', t('orders.serviceWaits', { count: ends.length, until })));
}

/** Findings to review, below the table because no column is wide enough. */
function sayReviews(orders: readonly InventoryOrder[], { t, locale, say, paint }: CommandContext): void {
  const lines = orders.flatMap(({ title, findings }) =>
    toReview(findings).map((finding) => {
      const { title: what, todo } = faultText(finding, t, locale);
      return t('cli.status.review', { title: cleanText(title), what, todo });
    }),
  );
  if (lines.length > 0) say('');
  for (const line of lines) say(paint('warning', line));
}

/** Empty before the usual time. */
function renewalCell(order: InventoryOrder, now: number, { t, locale }: CommandContext): Cell {
  const { renewal } = order;
  if (renewal.kind === 'unknown' || now < renewal.dueAt) return plain('');
  const text = renewalText(order, now, t, locale, 'local');
  return { text, style: renewal.kind === 'overdue' ? 'warning' : 'plain' };
}

/** The worst severity, a summary line, and one line per order with a problem. */
function* judgedLines(
  { orders, terms: given, takenAt: now }: Inventory,
  { threshold, word }: FailWithin,
  { t, locale, paint }: CommandContext,
): Steps<{ readonly severity: 'fine' | CheckState; readonly lines: readonly string[] }> {
  const terms: Terms = {
    ...given,
    warningMs: (validity) => thresholdMs(threshold, usualThresholds.warning, validity),
    // Nothing is critical but what has expired.
    criticalMs: () => Number.NEGATIVE_INFINITY,
  };
  const facts = {
    terms,
    needsConfirmation: false,
    now,
    t,
    locale,
  };
  const judged = yield* judge(orders, () => facts);
  const count = orders.length;
  const severity = worstState(judged);
  if (severity === 'fine') {
    const text = t('cli.status.nothing', { count, within: word });
    return { severity, lines: [`${paint('good', keywords.fine)}: ${text}`] };
  }
  const lines = judged.map((one) => `  ${reasonsText(one, t)}`);
  const keyword = paint(stateStyles[severity], keywords[severity]);
  return { severity, lines: [`${keyword}: ${countedText(judged, count, t)}`, ...lines] };
}

export const status = { run: runStatus, result: inventorySchema };
