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
import { formatDate } from '#shared/i18n/format.ts';
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

/** Desktops show about as many characters of a title in one line. */
const TITLE_MAX = 40;
/** What is left of a name in a title that says much. */
const NAME_MIN = 4;

const MAX_NAME = 80;
const MAX_FINDING = 200;
const MAX_FOLDER = 200;
const MAX_PROGRAM = 80;

const MAX_NAMES = 3;

/** A text whose title begins with a name, which is cut to fit. */
interface NamedText {
  readonly name: string;
  readonly title: (name: string) => string;
  readonly body: string;
}

/** The text of one alert at `now` (Unix ms). */
export function alertText(event: AlertEvent, context: AlertContext, now: number, speech: Speech): AlertText {
  if (event.kind === 'renewals') return renewalsText([event], speech.t);
  if (event.kind === 'deliveryWaits' && event.count > 1) return waitingManyText(event.count, speech.t);
  const { body, ...named } = namedText(event, context, now, speech);
  return { title: fittingTitle(named, TITLE_MAX), body };
}

function fittingTitle({ name, title }: Pick<NamedText, 'name' | 'title'>, most: number): string {
  return title(shortName(name, Math.max(NAME_MIN, most - [...title('')].length)));
}

function namedText(
  event: Exclude<AlertEvent, { readonly kind: 'renewals' }>,
  context: AlertContext,
  now: number,
  speech: Speech,
): NamedText {
  const { t } = speech;
  switch (event.kind) {
    case 'expiry':
      return expiringText(event.order, context.settings, now, speech);
    case 'renewed':
      return renewedText(event, now, speech);
    case 'unconfirmed':
      return unconfirmedText(event, context, t);
    case 'rejected':
      return {
        name: context.connectionName(event.connectionId),
        title: (connection) => t('notifications.tokenRejectedTitle', { connection }),
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
  if (first === undefined || first.kind === 'renewals' || causeOf(first) === 'renewed')
    return renewalsText(events, t);
  if (first.kind === 'deliveryWaits') return waitingManyText(countOf(events), t);
  const counted = events.filter(isCounted);
  const parts = counted.length === 0 ? expiringParts(others, now, t) : countedParts(counted, t);
  const more = (title: string) => t('notifications.andMore', { title, count: others.length });
  return {
    title: more(fittingTitle(namedText(first, context, now, speech), TITLE_MAX - [...more('')].length)),
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
): NamedText {
  const name = orderTitle(order);
  const [first] = toReview(order.findings);
  if (first === undefined) {
    const notAfter = formatDate(endOf(order) ?? now, locale, 'local');
    const reach = reachOf(isDeployed);
    const kind = isDeployed === true ? 'renewedDeployed' : 'renewed';
    return {
      name,
      title: (title) => t(`notifications.${kind}Title`, { title }),
      body: t(`notifications.${reach}Body`, { notAfter }),
    };
  }
  const what = shortName(faultSummary(toReview(order.findings), t, locale), MAX_FINDING);
  const { todo } = faultText(first, t, locale);
  return {
    name,
    title: (title) => t('notifications.renewedReviewTitle', { title }),
    body: t('notifications.renewedReviewBody', { what, todo }),
  };
}

function reachOf(isDeployed: boolean | null) {
  if (isDeployed === null) return 'renewed';
  return isDeployed ? 'renewedDeployed' : 'renewedPartly';
}

function expiringText(order: OrderRow, settings: Settings, now: number, { t, locale }: Speech): NamedText {
  const name = orderTitle(order);
  const { chainEnd } = order;
  const end = endOf(order) ?? now;
  const chain = chainEnd === null ? '' : shortName(chainEnd.name, MAX_NAME);
  const values = { notAfter: formatDate(end, locale, 'local'), chain };
  if (now > end)
    return {
      name,
      title: (title) => t('notifications.expiredTitle', { title }),
      body: t(chainEnd === null ? 'notifications.expiredBody' : 'notifications.chainExpiredBody', values),
    };
  const expiry = expiryText(end, now, t);
  const urgency = isCritical(order, settings, now) ? 'critical' : 'expiring';
  return {
    name,
    title: (title) => t('notifications.expiringTitle', { title, expiry }),
    body: t(chainEnd === null ? `notifications.${urgency}Body` : 'notifications.chainExpiringBody', values),
  };
}

function unconfirmedText(
  { connectionId, first, count }: Extract<AlertEvent, { kind: 'unconfirmed' }>,
  { connectionName }: AlertContext,
  t: Translate,
): NamedText {
  const connection = connectionName(connectionId);
  return count === 1
    ? {
        name: orderTitle(first),
        title: (title) => t('notifications.unconfirmedTitle', { title }),
        body: t('notifications.unconfirmedBody', { connection: shortName(connection, MAX_NAME) }),
      }
    : {
        name: connection,
        title: (short) => t('notifications.unconfirmedManyTitle', { connection: short, count }),
        body: t('notifications.unconfirmedManyBody'),
      };
}

function waitingText(
  { first: { orderName, verdict } }: Extract<AlertEvent, { kind: 'deliveryWaits' }>,
  t: Translate,
): NamedText {
  const reason = verdict.kind === 'waiting' ? verdict.reason.kind : 'notAsked';
  return {
    name: orderName,
    title: (name) => t('notifications.deliveryTitle', { name }),
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
  return shortName(orderTitle(order), MAX_NAME);
}

function copyText(
  {
    order,
    folder: path,
    outcome,
    command,
  }: Omit<Extract<AlertEvent, { kind: 'copy' }>, 'kind' | 'outcome'> & { readonly outcome: UpdateOutcome },
  t: Translate,
): NamedText {
  const folder = shortName(path, MAX_FOLDER);
  return {
    name: orderTitle(order),
    title: (title) => t(`notifications.copyTitle.${outcome}`, { title }),
    body:
      outcome === 'commandFailed'
        ? commandFailureText(command, folder, 'notifications.copyBody.commandFailed', t)
        : t(`notifications.copyBody.${outcome}`, { folder }),
  };
}

/** That a command failed after the files in a folder were written. @param command `null`: its end is not known */
export function commandFailureText(
  command: CommandFailure | null,
  folder: string,
  key: 'notifications.copyBody.commandFailed' | 'cli.export.commandFailed',
  t: Translate,
): string {
  return t(key, {
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

function driftText(event: Extract<AlertEvent, { kind: 'drift' }>, now: number, t: Translate): NamedText {
  const { order, place, places, isForeign, servedNotAfter, renewedAt } = event;
  const ends =
    now > servedNotAfter
      ? t('notifications.drift.served.expired')
      : t('notifications.drift.served.expires', {
          time: formatTimeLeft(servedNotAfter - now, t),
        });
  const renewed = renewedAt === null ? '' : renewedSinceText(-calendarDaysUntil(renewedAt, now), t);
  const values = { place: shortName(place, MAX_NAME), count: places, renewed, ends };
  const isMany = places > 1;
  const name = orderTitle(order);
  if (isForeign)
    return {
      name,
      title: (title) => t('notifications.drift.foreignTitle', { title }),
      body: t(`notifications.drift.${isMany ? 'foreignManyBody' : 'foreignBody'}`, values),
    };
  return {
    name,
    title: (title) => t('notifications.drift.title', { title }),
    body: t(`notifications.drift.${isMany ? 'manyBody' : 'body'}`, values).replace('  ', ' '),
  };
}

/** By the kind of the condition, with the same values as on other surfaces. */
function conditionText(
  { condition, order }: Extract<AlertEvent, { kind: 'condition' }>,
  settings: Settings,
  now: number,
  { t, locale }: Speech,
): NamedText {
  const values = conditionValues(condition, order, termsOf(settings), now, t, locale);
  return {
    name: orderTitle(order),
    title: (title) => t(`conditions.alert.${condition}.title`, { title, ...values }),
    body: t(`conditions.alert.${condition}.body`, values),
  };
}

function renewedSinceText(days: number, t: Translate): string {
  if (days <= 0) return t('notifications.drift.renewed.today');
  if (days === 1) return t('notifications.drift.renewed.yesterday');
  return t('notifications.drift.renewed.daysAgo', { count: days });
}
