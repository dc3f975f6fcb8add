import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { DAY_MS, type Windows, windowsFor } from '#shared/domain/thresholds.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import { cleanText } from '#shared/text.ts';
import { type Command, defaultDays } from '../arguments.ts';
import { type CommandContext, tellError } from '../commandContext.ts';
import { type ExitCode, exitCodes, keywords } from '../exitCodes.ts';
import { countedText, type JudgedOrder, judgeOrders, reasonsText, worstSeverity } from '../judgement.ts';
import { pickOrders, pickProblemText } from '../pickOrders.ts';
import { type PluginValue, pluginLabel, pluginLine, pluginText } from '../plugin.ts';
import type { Severity } from '../reasons.ts';

type CheckCommand = Extract<Command, { readonly name: 'check' }>;

/**
 * Orders with a line and a value. Nagios reads 8 KiB of output; more orders have only the counts and the soonest expiry.
 */
const LISTED_MAX = 32;

/** `notafter check`: a monitoring plugin over what is stored. */
export async function runCheck(command: CheckCommand, context: CommandContext): Promise<ExitCode> {
  const { services, t, locale, say, unknown } = context;
  await services.prepare('check');
  const taken = services.inventory();
  if (!taken.ok) return tellError(taken.error, context);
  const chosen = pickOrders(command.orders, taken.value.orders);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  const orders = chosen.value;
  // An empty list is no success: the check may run as another user, whose data is empty.
  if (orders.length === 0) return unknown(t('cli.orders.none'));
  const now = services.clock.now();
  const judged = judgeOrders(orders, (order) => {
    const { warningMs, criticalMs } = windowsOf(order, command);
    return { withinMs: warningMs, criticalMs, needsConfirmation: true, now, t, locale };
  });
  const severity = worstSeverity(judged);
  say(
    pluginLine(keywords[severity], summary(orders, judged, context), valuesOf(orders, judged, command, now)),
  );
  if (command.isVerbose) {
    for (const line of verboseLines(orders, judged, now, t)) say(pluginText(line));
    return exitCodes[severity];
  }
  for (const one of judged.slice(0, LISTED_MAX)) say(pluginText(reasonsText(one, t)));
  const more = judged.length - LISTED_MAX;
  if (more > 0) say(pluginText(t('cli.check.more', { count: more })));
  return exitCodes[severity];
}

/** A line for each order with its state, those with a reason first. */
function verboseLines(
  orders: readonly InventoryOrder[],
  judged: readonly JudgedOrder[],
  now: number,
  t: CommandContext['t'],
): readonly string[] {
  const ids = new Set(judged.map(({ id }) => id));
  const fine = orders.filter(({ id }) => !ids.has(id));
  return [
    ...judged.map((one) => `${keywords[one.worst.severity]} - ${reasonsText(one, t)}`),
    ...fine.map(({ title, notAfter }) => {
      const reasons = t('cli.status.reason.ends', { time: timeLeftText(notAfter ?? 0, now, t) });
      return `${keywords.fine} - ${t('cli.status.reasons', { title: cleanText(title), reasons })}`;
    }),
  ];
}

/** The times as given; otherwise days, limited to a part of the lifetime: a 6-day certificate would always be critical. */
function windowsOf({ notBefore, notAfter }: InventoryOrder, command: CheckCommand): Windows {
  const { warning: warningDays, critical: criticalDays } = defaultDays;
  const settings = { warningDays, criticalDays, warningLifetimeDivisor: 3, criticalLifetimeDivisor: 10 };
  const usual =
    notBefore === null || notAfter === null
      ? { warningMs: warningDays * DAY_MS, criticalMs: criticalDays * DAY_MS }
      : windowsFor(notBefore, notAfter, settings);
  return {
    warningMs: command.warningMs ?? usual.warningMs,
    criticalMs: command.criticalMs ?? usual.criticalMs,
  };
}

function summary(
  orders: readonly InventoryOrder[],
  judged: readonly JudgedOrder[],
  { services, t }: CommandContext,
): string {
  const count = orders.length;
  const [worst] = judged;
  if (worst !== undefined) {
    const counts = countedText(judged, count, t);
    return t('cli.check.wrong', { counts, worst: reasonsText(worst, t) });
  }
  // Without a certificate an order is not fine.
  const [first] = orders;
  const time = timeLeftText(first?.notAfter ?? 0, services.clock.now(), t);
  return t('cli.check.fine', { count, title: first?.title ?? '', time });
}

/** The counts and the soonest expiry, then the time left of each order unless there are too many. */
function valuesOf(
  orders: readonly InventoryOrder[],
  judged: readonly JudgedOrder[],
  command: CheckCommand,
  now: number,
): readonly PluginValue[] {
  const count = (severity: Severity) => judged.filter(({ worst }) => worst.severity === severity).length;
  const counts = [
    ['orders', orders.length],
    ['critical', count('critical')],
    ['warning', count('attention')],
    ['unknown', count('unknown')],
  ] as const;
  const left = (order: InventoryOrder, label: string): readonly PluginValue[] => {
    if (order.notAfter === null) return [];
    const { warningMs, criticalMs } = windowsOf(order, command);
    const below = { warning: Math.round(warningMs / 1000), critical: Math.round(criticalMs / 1000) };
    return [{ label, value: Math.floor((order.notAfter - now) / 1000), unit: 's', below }];
  };
  const common = [
    ...orders.slice(0, 1).flatMap((soonest) => left(soonest, 'next_expiry')),
    ...counts.map(([label, value]): PluginValue => ({ label, value, unit: '', below: null })),
  ];
  if (orders.length > LISTED_MAX) return common;
  // A label may occur once. Two orders of one name, and one that is named like a count, have their id.
  const labels = [...common.map(({ label }) => label), ...orders.map(({ title }) => pluginLabel(title))];
  const named = Map.groupBy(labels, (label) => label);
  return [
    ...common,
    ...orders.flatMap((order) => {
      const label = pluginLabel(order.title);
      return left(order, label !== '' && named.get(label)?.length === 1 ? label : pluginLabel(order.id));
    }),
  ];
}
