import { jsonParts } from '#main/platform/jsonParts.ts';
import { inSlices, type Parts } from '#main/platform/slices.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import type { CheckState, Terms } from '#shared/domain/conditions/condition.ts';
import { conditionKinds } from '#shared/domain/conditions/conditions.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import type { ThresholdOrder } from '#shared/domain/ownThresholds.ts';
import type { Windows } from '#shared/domain/thresholds.ts';
import { type Threshold, typedWindows } from '#shared/domain/typedThreshold.ts';
import { clockSentence } from '#shared/i18n/clockText.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { cleanText, shorten } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import { about, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import { type CommandContext, tellError } from '../context.ts';
import { type ExitCode, exitCodes, keywords } from '../exitCodes.ts';
import type { Reason } from '../judgement.ts';
import { countedText, type Judged, judge, reasonsText, worstState } from '../judgement.ts';
import { pickIds, pickProblemText } from '../pickOrders.ts';
import { type PluginValue, pluginLabel, pluginLine, pluginText } from '../plugin.ts';
import { writeParts } from '../writeParts.ts';

interface GivenCheck extends Pick<Given, 'words'> {
  readonly options: {
    /** Time left; `null`: `usualThresholds`, but never less than the critical time or more than the warning time that is given. */
    readonly warning: Threshold | null;
    readonly critical: Threshold | null;
    /** Whether every order has a line. */
    readonly verbose: boolean;
  };
}

/** When the check warns of an order: thresholds of its own or of its tags come before those of the command line. */
type WindowsOf = (order: ThresholdOrder) => Windows;

/** Orders with a line and a value. More orders have only the counts and the soonest expiry. */
const LISTED_MAX = 32;
/** Longest output in bytes of UTF-8. Nagios reads 8 KiB, and NRPE adds to them. */
const OUTPUT_MAX = 8000;
/** Longest first line in bytes. A longer one has no value for each order, so that there is room for the reasons. */
const FIRST_LINE_MAX = 4096;
/** Longest text about the worst order in the first line, in characters. */
const WORST_MAX = 500;

/** `notafter check`: a monitoring plugin over what is stored. */
export async function runCheck({ words, options }: GivenCheck, context: CommandContext): Promise<ExitCode> {
  const { services, t, locale, say, unknown, isJson } = context;
  await context.prepare();
  const chosen = pickIds(words, context);
  const taken = await services.inventories.take(chosen.ok ? chosen.value : []);
  if (!taken.ok) return tellError(taken.error, context);
  // One condition of the computer, instead of one for each order.
  if (taken.value.clockAheadMs !== null) return unknown(clockSentence(taken.value.clockAheadMs, t));
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  const { orders } = taken.value;
  // An empty list is no success: the check may run as another user, whose data is empty.
  if (orders.length === 0) return unknown(t('cli.orders.none'));
  const now = taken.value.takenAt;
  const { own } = taken.value.terms;
  const windows: WindowsOf = (order) => own(order) ?? typedWindows(order, options);
  const terms: Terms = {
    ...taken.value.terms,
    warningMs: (order) => windows(order).warningMs,
    criticalMs: (order) => windows(order).criticalMs,
  };
  const facts = { terms, needsConfirmation: true, now, t, locale };
  const judged = await inSlices(judge(orders, () => facts));
  const severity = worstState(judged);
  if (isJson) {
    await writeParts(checkJson(orders, judged, windows, now, t), context);
    return exitCodes[severity];
  }
  const first = firstLine(keywords[severity], summary(orders, judged, now, t), {
    common: commonValues(orders, judged, windows, now),
    each: valuesOfEach(orders, windows, now),
  });
  say(first);
  if (options.verbose) {
    await writeParts(verboseLines(orders, judged, now, t), context);
    return exitCodes[severity];
  }
  const lines = listedLines(judged, OUTPUT_MAX - bytesOf(first), t);
  for (const line of lines) say(line);
  const more = judged.length - lines.length;
  if (more > 0) say(moreText(more, t));
  return exitCodes[severity];
}

type CheckValue = z.input<ReturnType<typeof checkResult>>;

/** The same as JSON for programs: its schema is below. All orders, those with a reason first. */
function checkJson(
  orders: readonly InventoryOrder[],
  judged: readonly Judged[],
  windows: WindowsOf,
  now: number,
  t: Translate,
): Parts {
  const severity = worstState(judged);
  const byId = new Map(judged.map((one) => [one.orderId, one]));
  const [wrong, fine] = [orders.filter(({ id }) => byId.has(id)), orders.filter(({ id }) => !byId.has(id))];
  const head: Omit<CheckValue, 'orders'> = {
    schema: 2,
    changed: false,
    state: keywords[severity],
    exitCode: exitCodes[severity],
    message: cleanText(summary(orders, judged, now, t)),
    counts: countsOf(orders, judged),
    connections: judged
      .filter(({ orderId }) => orderId === null)
      .map(({ title, worst, reasons }) => ({
        name: title,
        state: keywords[worst.state],
        reasons: reasons.map(reasonJson),
      })),
  };
  return jsonParts(head, 'orders', [...wrong, ...fine], (order): CheckValue['orders'][number] => {
    const { worst, reasons = [] } = byId.get(order.id) ?? {};
    const { warningMs, criticalMs } = windows(order);
    return {
      id: order.id,
      rid: order.rid,
      title: order.title,
      state: keywords[worst?.state ?? 'fine'],
      reasons: reasons.map(reasonJson),
      secondsLeft: secondsLeft(order, now),
      warningBelow: Math.round(warningMs / 1000),
      criticalBelow: Math.round(criticalMs / 1000),
    };
  });
}

function reasonJson({ kind, state, text }: Reason) {
  return { kind, state: keywords[state], text };
}

function countsOf(orders: readonly InventoryOrder[], judged: readonly Judged[]) {
  const count = (state: CheckState) => judged.filter(({ worst }) => worst.state === state).length;
  return {
    orders: orders.length,
    critical: count('critical'),
    warning: count('attention'),
    unknown: count('unknown'),
  };
}

/** The first line, without the values of each order if it would be too long. */
function firstLine(
  state: string,
  text: string,
  { common, each }: { readonly common: readonly PluginValue[]; readonly each: readonly PluginValue[] },
): string {
  const whole = pluginLine(state, text, [...common, ...each]);
  return bytesOf(whole) <= FIRST_LINE_MAX ? whole : pluginLine(state, text, common);
}

/** The lines of the worst orders that fit into `room` bytes, together with the line that says how many more there are. */
function listedLines(judged: readonly Judged[], room: number, t: Translate): readonly string[] {
  const lines: string[] = [];
  let left = room - bytesOf(moreText(judged.length, t));
  for (const one of judged.slice(0, LISTED_MAX)) {
    const line = pluginText(reasonsText(one, t));
    left -= bytesOf(line);
    if (left < 0) break;
    lines.push(line);
  }
  return lines;
}

function moreText(count: number, t: Translate): string {
  return pluginText(t('cli.check.more', { count }));
}

/** With the line feed. */
function bytesOf(line: string): number {
  return Buffer.byteLength(line) + 1;
}

/** A line for each order with its state, those with a reason first. */
function* verboseLines(
  orders: readonly InventoryOrder[],
  judged: readonly Judged[],
  now: number,
  t: CommandContext['t'],
): Parts {
  const line = (text: string) => `${pluginText(text)}\n`;
  for (const one of judged) yield line(`${keywords[one.worst.state]} - ${reasonsText(one, t)}`);
  const ids = new Set(judged.map(({ orderId }) => orderId));
  for (const order of orders) {
    if (ids.has(order.id)) continue;
    const reasons = t('conditions.reason.ends', { left: timeLeftText(endOf(order) ?? 0, now, t) });
    yield line(`${keywords.fine} - ${t('cli.status.reasons', { title: cleanText(order.title), reasons })}`);
  }
}

function summary(
  orders: readonly InventoryOrder[],
  judged: readonly Judged[],
  now: number,
  t: Translate,
): string {
  const count = orders.length;
  const [worst] = judged;
  if (worst !== undefined) {
    const counts = countedText(judged, count, t);
    return t('cli.check.wrong', { counts, worst: shorten(reasonsText(worst, t), WORST_MAX) });
  }
  // Without a certificate an order is not fine.
  const [first] = orders;
  const time = timeLeftText((first && endOf(first)) ?? 0, now, t);
  return t('cli.check.fine', { count, title: first?.title ?? '', time });
}

/** The soonest expiry and the counts. */
function commonValues(
  orders: readonly InventoryOrder[],
  judged: readonly Judged[],
  windows: WindowsOf,
  now: number,
): readonly PluginValue[] {
  return [
    ...orders.slice(0, 1).flatMap((soonest) => timeLeft(soonest, SOONEST, windows, now)),
    ...Object.entries(countsOf(orders, judged)).map(
      ([label, value]): PluginValue => ({ label, value, unit: '', below: null }),
    ),
  ];
}

/** The time left of each order, unless there are too many. */
function valuesOfEach(
  orders: readonly InventoryOrder[],
  windows: WindowsOf,
  now: number,
): readonly PluginValue[] {
  if (orders.length > LISTED_MAX) return [];
  // A label may occur once. Two orders of one name, and one that is named like a count, have their id.
  const labels = [...commonLabels, ...orders.map(({ title }) => pluginLabel(title))];
  const named = Map.groupBy(labels, (label) => label);
  return orders.flatMap((order) => {
    const label = pluginLabel(order.title);
    const isUnique = label !== '' && named.get(label)?.length === 1;
    return timeLeft(order, isUnique ? label : pluginLabel(order.id), windows, now);
  });
}

const SOONEST = 'next_expiry';
const commonLabels = [SOONEST, 'orders', 'critical', 'warning', 'unknown'];

function timeLeft(
  order: InventoryOrder,
  label: string,
  windows: WindowsOf,
  now: number,
): readonly PluginValue[] {
  const value = secondsLeft(order, now);
  if (value === null) return [];
  const { warningMs, criticalMs } = windows(order);
  const below = { warning: Math.round(warningMs / 1000), critical: Math.round(criticalMs / 1000) };
  return [{ label, value, unit: 's', below }];
}

/** Until the end of the certificate or its chain; negative: it has expired; `null`: there is no certificate. */
function secondsLeft(order: InventoryOrder, now: number): number | null {
  const end = endOf(order);
  return end === null ? null : Math.floor((end - now) / 1000);
}

/** The JSON of `check --json`, also where there is no answer. */
export const checkResult = (z: Zod) => {
  const checkState = z.enum(['OK', 'WARNING', 'CRITICAL', 'UNKNOWN']);

  const checkReasons = z.array(
    z.strictObject({
      kind: z.enum(conditionKinds).describe('A word that does not change: docs/states.md.'),
      state: checkState,
      text: z.string(),
    }),
  );
  return z.strictObject({
    schema: z.literal(2),
    changed: z.literal(false).describe('A check changes nothing.'),
    state: checkState,
    exitCode: z.int(),
    message: z.string().describe('The text of the first line.'),
    counts: z
      .strictObject({ orders: z.int(), critical: z.int(), warning: z.int(), unknown: z.int() })
      .nullable()
      .describe(
        'All orders, and the items of connections and orders with each state. null: there is no answer, and message says why.',
      ),
    connections: z
      .array(z.strictObject({ name: z.string(), state: checkState, reasons: checkReasons }))
      .describe('Those that a check fails for: their orders are not checked at the service.'),
    orders: z.array(
      z.strictObject({
        ...about(z),
        state: checkState,
        reasons: checkReasons,
        secondsLeft: z.int().nullable().describe('Until the certificate expires; null: none is known.'),
        warningBelow: z.int().describe('Seconds left.'),
        criticalBelow: z.int().describe('Seconds left.'),
      }),
    ),
  });
};

export const check = { run: runCheck, result: checkResult };
