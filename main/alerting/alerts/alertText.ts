import type { Language } from '#main/platform/language.ts';
import { assertNever } from '#shared/assertNever.ts';
import { byExpiry } from '#shared/domain/arrangement.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { calendarDaysUntil } from '#shared/domain/expiry.ts';
import { toReview } from '#shared/domain/finding.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { UpdateFailure, UpdateOutcome } from '#shared/domain/writeResult.ts';
import { conditionValues } from '#shared/i18n/conditionText.ts';
import { expiryText, formatTimeLeft } from '#shared/i18n/expiryText.ts';
import { faultSummary, faultText } from '#shared/i18n/faultText.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { shortName } from '#shared/text.ts';
import { type AlertEvent, type CommandFailure, causeOf } from './alert.ts';
import { isCritical } from './alertThresholds.ts';

/** The text of one notification. Plain text; names from outside are shortened. */
export interface AlertText {
  readonly title: string;
  readonly body: string;
}

type Speech = Pick<Language, 't' | 'locale'>;

/** What the texts need besides the event. */
export interface AlertContext {
  readonly settings: Settings;
  readonly connectionName: (connectionId: string) => string;
  readonly ordersOf: (connectionId: string) => number;
}

const MAX_TITLE = 80;
const MAX_FINDING = 200;
const MAX_FOLDER = 200;
const MAX_PROGRAM = 80;

const MAX_NAMES = 3;

/** The text of one alert at `now` (Unix ms). */
export function alertText(event: AlertEvent, context: AlertContext, now: number, speech: Speech): AlertText {
  const { t } = speech;
  switch (event.kind) {
    case 'expiry':
      return expiringText(event.order, context.settings, now, speech);
    case 'renewed':
      return renewedText(event, now, speech);
    case 'renewals':
      return renewalsText([event], t);
    case 'unconfirmed':
      return unconfirmedText(event, context, t);
    case 'rejected':
      return {
        title: t('notifications.tokenRejectedTitle', {
          connection: shortName(context.connectionName(event.connectionId), MAX_TITLE),
        }),
        body: t('notifications.tokenRejectedBody', { count: context.ordersOf(event.connectionId) }),
      };
    case 'deliveryWaits':
      return waitingText(event, t);
    case 'drift':
      return driftText(event, now, t);
    case 'condition':
      return conditionText(event, context.settings, now, speech);
    case 'filesUpdated':
      return copyText({ ...event, outcome: 'rewritten', command: null }, t);
    case 'copy':
      return copyText(event, t);
    default:
      return assertNever(event);
  }
}

/** Several events of one cause: the first of them by its own title, and how many there are of what. */
export function severalText(
  events: readonly AlertEvent[],
  context: AlertContext,
  now: number,
  speech: Speech,
): AlertText {
  const { t } = speech;
  const [first, ...others] = [...events].sort(earlierFirst);
  if (first === undefined || causeOf(first) === 'renewed') return renewalsText(events, t);
  if (first.kind === 'deliveryWaits') return waitingManyText(countOf(events), t);
  const counted = events.filter(isCounted);
  const parts = counted.length === 0 ? expiringParts(others, now, t) : countedParts(counted, t);
  return {
    title: t('notifications.andMore', {
      title: alertText(first, context, now, speech).title,
      count: others.length,
    }),
    body: t('notifications.mixedBody', { parts: parts.join(t('notifications.separator')) }),
  };
}

function earlierFirst(one: AlertEvent, other: AlertEvent): number {
  return one.kind === 'expiry' && other.kind === 'expiry' ? byExpiry(one.order, other.order) : 0;
}

/** How many orders, deliveries, connections or folders some events are about. */
function countOf(events: readonly AlertEvent[]): number {
  return events.reduce((sum, event) => sum + ('count' in event ? event.count : 1), 0);
}

function renewalsText(events: readonly AlertEvent[], t: Translate): AlertText {
  const orders = events.flatMap((one) => {
    if (one.kind === 'renewals') return one.orders;
    return one.kind === 'renewed' ? [one.order] : [];
  });
  const titles = orders.slice(0, MAX_NAMES).map(shortTitle).join(t('notifications.separator'));
  const areDeployed = events.every((one) => 'isDeployed' in one && one.isDeployed === true);
  const kind = areDeployed ? 'renewalsDeployed' : 'renewals';
  return {
    title: t(`notifications.${kind}Title`, { count: orders.length }),
    body: t(`notifications.${kind}Body`, { titles }),
  };
}

/** Some orders by name, and how many others expire. */
function expiringParts(events: readonly AlertEvent[], now: number, t: Translate): readonly string[] {
  const orders = events.flatMap((one) => (one.kind === 'expiry' ? [one.order] : []));
  const named = orders.slice(0, MAX_NAMES).map((order) => {
    const expiry = expiryText(endOf(order) ?? now, now, t);
    return t('notifications.expiringTitle', { title: shortTitle(order), expiry });
  });
  const rest = orders.length - named.length;
  return rest === 0 ? named : [...named, t('common.showMore', { count: rest })];
}

function countedParts(events: readonly CountedEvent[], t: Translate): readonly string[] {
  const byPart = Map.groupBy(events, partOf);
  return [...byPart].map(([part, some]) => t(part, { count: countOf(some) }));
}

const uncounted = ['expiry', 'deliveryWaits', 'renewals', 'filesUpdated'] as const;

type CountedEvent = Exclude<AlertEvent, { readonly kind: (typeof uncounted)[number] }>;

function isCounted(event: AlertEvent): event is CountedEvent {
  return !uncounted.some((kind) => kind === event.kind);
}

const copyParts = {
  unproven: 'copyUnproven',
  commandFailed: 'copyCommandFailed',
  changed: 'copyLeft',
  held: 'copyLeft',
  failed: 'copyLeft',
} as const satisfies Readonly<Record<UpdateFailure, string>>;

/** What counts such events. */
function partOf(event: CountedEvent) {
  switch (event.kind) {
    case 'condition':
      return `conditions.count.${event.condition}` as const;
    case 'copy':
      return `notifications.part.${copyParts[event.outcome]}` as const;
    case 'renewed':
      return 'notifications.part.renewedReview';
    default:
      return `notifications.part.${event.kind}` as const;
  }
}

/** The text says so if there is something to review. Each part of the body is a complete sentence. */
function renewedText(
  { order, isDeployed }: Extract<AlertEvent, { kind: 'renewed' }>,
  now: number,
  { t, locale }: Speech,
): AlertText {
  const title = shortTitle(order);
  const [first] = toReview(order.findings);
  if (first === undefined) {
    const notAfter = formatDateTime(endOf(order) ?? now, locale, 'local');
    const reach = reachOf(isDeployed);
    return {
      title: t(`notifications.${isDeployed === true ? 'renewedDeployed' : 'renewed'}Title`, { title }),
      body: t(`notifications.${reach}Body`, { notAfter }),
    };
  }
  const what = shortName(faultSummary(toReview(order.findings), t, locale), MAX_FINDING);
  const { todo } = faultText(first, t, locale);
  return {
    title: t('notifications.renewedReviewTitle', { title }),
    body: t('notifications.renewedReviewBody', { what, todo }),
  };
}

function reachOf(isDeployed: boolean | null) {
  if (isDeployed === null) return 'renewed';
  return isDeployed ? 'renewedDeployed' : 'renewedPartly';
}

function expiringText(order: OrderRow, settings: Settings, now: number, { t, locale }: Speech): AlertText {
  const title = shortTitle(order);
  const { chainEnd } = order;
  const end = endOf(order) ?? now;
  const chain = chainEnd === null ? '' : shortName(chainEnd.name, MAX_TITLE);
  const values = { notAfter: formatDateTime(end, locale, 'local'), chain };
  if (now > end)
    return {
      title: t('notifications.expiredTitle', { title }),
      body: t(chainEnd === null ? 'notifications.expiredBody' : 'notifications.chainExpiredBody', values),
    };
  const expiry = expiryText(end, now, t);
  const urgency = isCritical(order, settings, now) ? 'critical' : 'expiring';
  return {
    title: t(`notifications.${urgency}Title`, { title, expiry }),
    body: t(chainEnd === null ? `notifications.${urgency}Body` : 'notifications.chainExpiringBody', values),
  };
}

function unconfirmedText(
  { connectionId, first, count }: Extract<AlertEvent, { kind: 'unconfirmed' }>,
  { connectionName }: AlertContext,
  t: Translate,
): AlertText {
  const connection = shortName(connectionName(connectionId), MAX_TITLE);
  return count === 1
    ? {
        title: t('notifications.unconfirmedTitle', { title: shortTitle(first) }),
        body: t('notifications.unconfirmedBody', { connection }),
      }
    : {
        title: t('notifications.unconfirmedManyTitle', { connection, count }),
        body: t('notifications.unconfirmedManyBody'),
      };
}

function waitingText(
  { count, first: { orderName, verdict } }: Extract<AlertEvent, { kind: 'deliveryWaits' }>,
  t: Translate,
): AlertText {
  if (count > 1) return waitingManyText(count, t);
  const reason = verdict.kind === 'waiting' ? verdict.reason.kind : 'notAsked';
  return {
    title: t('notifications.deliveryTitle', { name: shortName(orderName, MAX_TITLE) }),
    body: t(`notifications.deliveryReason.${reason}`),
  };
}

function waitingManyText(count: number, t: Translate): AlertText {
  return {
    title: t('notifications.deliveriesTitle', { count }),
    body: t('notifications.deliveriesBody'),
  };
}

function shortTitle(order: OrderRow): string {
  return shortName(orderTitle(order), MAX_TITLE);
}

function copyText(
  {
    order,
    folder: path,
    outcome,
    command,
  }: Omit<Extract<AlertEvent, { kind: 'copy' }>, 'kind' | 'outcome'> & { readonly outcome: UpdateOutcome },
  t: Translate,
): AlertText {
  const folder = shortName(path, MAX_FOLDER);
  return {
    title: t(`notifications.copyTitle.${outcome}`, { title: shortTitle(order) }),
    body:
      outcome === 'commandFailed'
        ? commandFailureText(command, folder, t)
        : t(`notifications.copyBody.${outcome}`, { folder }),
  };
}

/** That a command failed after the files in a folder were written. @param command `null`: its end is not known */
export function commandFailureText(command: CommandFailure | null, folder: string, t: Translate): string {
  return t('notifications.copyBody.commandFailed', {
    folder,
    program: shortName(command?.program ?? '', MAX_PROGRAM),
    ending: command === null ? '' : endingText(command.outcome, t),
  });
}

/** How a command ended, after its name. */
export function endingText(outcome: CommandFailure['outcome'], t: Translate): string {
  switch (outcome.kind) {
    case 'exited':
      return t('notifications.commandEnding.exited', { code: outcome.code });
    case 'signalled':
      return t('notifications.commandEnding.signalled', { signal: outcome.signal });
    case 'timedOut':
      return t('notifications.commandEnding.timedOut');
    case 'notStarted':
      return t('notifications.commandEnding.notStarted', { code: outcome.code });
  }
}

function driftText(event: Extract<AlertEvent, { kind: 'drift' }>, now: number, t: Translate): AlertText {
  const { order, place, places, isForeign, servedNotAfter, renewedAt } = event;
  const title = shortTitle(order);
  const values = { title, place: shortName(place, MAX_TITLE), count: places };
  const ends =
    now > servedNotAfter
      ? t('notifications.drift.served.expired')
      : t('notifications.drift.served.expires', {
          time: formatTimeLeft(servedNotAfter - now, t),
        });
  const renewed = renewedAt === null ? '' : renewedSinceText(-calendarDaysUntil(renewedAt, now), t);
  if (isForeign) {
    const foreign = places === 1 ? 'foreignTitle' : 'foreignManyTitle';
    return {
      title: t(`notifications.drift.${foreign}`, values),
      body: t('notifications.drift.foreignBody', { ends }),
    };
  }
  return {
    title: t(`notifications.drift.${places === 1 ? 'title' : 'manyTitle'}`, values),
    body: t('notifications.drift.body', { renewed, ends }).trim(),
  };
}

/** By the kind of the condition, with the same values as on other surfaces. */
function conditionText(
  { condition, order }: Extract<AlertEvent, { kind: 'condition' }>,
  settings: Settings,
  now: number,
  { t, locale }: Speech,
): AlertText {
  const values = conditionValues(condition, order, termsOf(settings), now, t, locale);
  return {
    title: t(`conditions.alert.${condition}.title`, { title: shortTitle(order), ...values }),
    body: t(`conditions.alert.${condition}.body`, values),
  };
}

function renewedSinceText(days: number, t: Translate): string {
  if (days <= 0) return t('notifications.drift.renewed.today');
  if (days === 1) return t('notifications.drift.renewed.yesterday');
  return t('notifications.drift.renewed.daysAgo', { count: days });
}
