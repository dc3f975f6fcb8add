import type { Language } from '#main/platform/language.ts';
import { assertNever } from '#shared/assertNever.ts';
import { byExpiry } from '#shared/domain/arrangement.ts';
import { calendarDaysUntil } from '#shared/domain/expiry.ts';
import { toReview } from '#shared/domain/finding.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { expiryText, formatTimeLeft } from '#shared/i18n/expiryText.ts';
import { faultSummary, faultText } from '#shared/i18n/faultText.ts';
import { formatDateTime, formatWholeDays } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { shortName } from '#shared/text.ts';
import type { AlertEvent, CommandFailure, CopyOutcome } from './alert.ts';
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
      return renewedText(event.order, now, speech);
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
    case 'revoked':
    case 'toReplace':
      return authorityText(event, now, speech);
    case 'overdue':
      return overdueText(event, now, t);
    case 'copy':
      return copyText(event, t);
    default:
      return assertNever(event);
  }
}

/** What several events have in common: good news is a cause apart from what needs the user. */
export function causeOf(event: AlertEvent): AlertEvent['kind'] | 'renewedReview' | 'copyUpdated' {
  if (event.kind === 'renewed' && toReview(event.order.findings).length > 0) return 'renewedReview';
  return event.kind === 'copy' && event.outcome === 'rewritten' ? 'copyUpdated' : event.kind;
}

/** The worst event by its own title, and what the others are. */
export function severalText(
  events: readonly AlertEvent[],
  context: AlertContext,
  now: number,
  speech: Speech,
): AlertText {
  const { t } = speech;
  const renewed = ordersOfKind(events, 'renewed');
  const toReviewCount = renewed.filter(({ findings }) => toReview(findings).length > 0).length;
  if (renewed.length === events.length && toReviewCount === 0) {
    return {
      title: t('notifications.renewalsTitle', { count: events.length }),
      body: t('notifications.renewalsBody', {
        titles: renewed.slice(0, MAX_NAMES).map(shortTitle).join(t('notifications.separator')),
      }),
    };
  }
  const waiting = events.reduce((sum, one) => sum + (one.kind === 'deliveryWaits' ? one.count : 0), 0);
  if (events.every(({ kind }) => kind === 'deliveryWaits')) return waitingManyText(waiting, t);
  const [worst, ...others] = [...events].sort(worstFirst);
  const first = worst === undefined ? '' : alertText(worst, context, now, speech).title;
  const title = t('notifications.andMore', { title: first, count: others.length });
  const expiring = ordersOfKind(others, 'expiry');
  if (expiring.length === others.length) {
    const named = expiring.slice(0, MAX_NAMES).map((order) => {
      const expiry = expiryText(order.notAfter ?? now, now, t);
      return t('notifications.expiringTitle', { title: shortTitle(order), expiry });
    });
    const rest = expiring.length - named.length;
    const all = rest === 0 ? named : [...named, t('common.showMore', { count: rest })];
    return { title, body: t('notifications.mixedBody', { parts: all.join(t('notifications.separator')) }) };
  }
  const unconfirmed = events.reduce((sum, one) => sum + (one.kind === 'unconfirmed' ? one.count : 0), 0);
  const countOf = (kind: AlertEvent['kind']) => events.filter((one) => one.kind === kind).length;
  const copiesWith = (...outcomes: readonly CopyOutcome[]) =>
    events.filter((one) => one.kind === 'copy' && outcomes.includes(one.outcome)).length;
  const parts = [
    ['rejected', countOf('rejected')],
    ['expiry', countOf('expiry')],
    ['revoked', countOf('revoked')],
    ['toReplace', countOf('toReplace')],
    ['drift', countOf('drift')],
    ['overdue', countOf('overdue')],
    ['unconfirmed', unconfirmed],
    ['deliveryWaits', waiting],
    ['renewed', renewed.length - toReviewCount],
    ['renewedReview', toReviewCount],
    ['copyRewritten', copiesWith('rewritten')],
    ['copyUnproven', copiesWith('unproven')],
    ['copyCommandFailed', copiesWith('commandFailed')],
    ['copyLeft', copiesWith('changed', 'held', 'failed')],
  ] as const;
  const words = parts.flatMap(([part, count]) =>
    count > 0 ? [t(`notifications.part.${part}`, { count })] : [],
  );
  return {
    title,
    body: t('notifications.mixedBody', { parts: words.join(t('notifications.separator')) }),
  };
}

/** Kinds of events, worst first. */
const kinds: readonly AlertEvent['kind'][] = [
  'revoked',
  'expiry',
  'drift',
  'rejected',
  'toReplace',
  'overdue',
  'copy',
  'unconfirmed',
  'deliveryWaits',
  'renewed',
];

/** Files that were updated are good news. */
function rankOf(event: AlertEvent): number {
  return event.kind === 'copy' && event.outcome === 'rewritten' ? kinds.length : kinds.indexOf(event.kind);
}

function worstFirst(one: AlertEvent, other: AlertEvent): number {
  if (one.kind !== other.kind) return rankOf(one) - rankOf(other);
  return one.kind === 'expiry' && other.kind === 'expiry' ? byExpiry(one.order, other.order) : 0;
}

/** The text says so if there is something to review. Each part of the body is a complete sentence. */
function renewedText(order: OrderRow, now: number, { t, locale }: Speech): AlertText {
  const title = shortTitle(order);
  const [first] = toReview(order.findings);
  if (first === undefined)
    return {
      title: t('notifications.renewedTitle', { title }),
      body: t('notifications.renewedBody', {
        notAfter: formatDateTime(order.notAfter ?? now, locale, 'local'),
      }),
    };
  const what = shortName(faultSummary(toReview(order.findings), t, locale), MAX_FINDING);
  const { todo } = faultText(first, t, locale);
  return {
    title: t('notifications.renewedReviewTitle', { title }),
    body: t('notifications.renewedReviewBody', { what, todo }),
  };
}

function expiringText(order: OrderRow, settings: Settings, now: number, { t, locale }: Speech): AlertText {
  const title = shortTitle(order);
  const notAfter = order.notAfter ?? now;
  const values = { notAfter: formatDateTime(notAfter, locale, 'local') };
  if (now > notAfter)
    return {
      title: t('notifications.expiredTitle', { title }),
      body: t('notifications.expiredBody', values),
    };
  const expiry = expiryText(notAfter, now, t);
  const urgency = isCritical(order, settings, now) ? 'critical' : 'expiring';
  return {
    title: t(`notifications.${urgency}Title`, { title, expiry }),
    body: t(`notifications.${urgency}Body`, values),
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

function ordersOfKind(events: readonly AlertEvent[], kind: 'expiry' | 'renewed'): OrderRow[] {
  return events.flatMap((one) => (one.kind === kind ? [one.order] : []));
}

function shortTitle(order: OrderRow): string {
  return shortName(orderTitle(order), MAX_TITLE);
}

function copyText(
  { order, folder: path, outcome, command }: Extract<AlertEvent, { kind: 'copy' }>,
  t: Translate,
): AlertText {
  const folder = shortName(path, MAX_FOLDER);
  return {
    title: t(`notifications.copyTitle.${outcome}`, { title: shortTitle(order) }),
    body:
      outcome === 'commandFailed'
        ? t('notifications.copyBody.commandFailed', {
            folder,
            program: shortName(command?.program ?? '', MAX_PROGRAM),
            ending: command === null ? '' : endingText(command.outcome, t),
          })
        : t(`notifications.copyBody.${outcome}`, { folder }),
  };
}

function endingText(outcome: CommandFailure['outcome'], t: Translate): string {
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

function authorityText(
  { kind, order }: Extract<AlertEvent, { kind: 'revoked' | 'toReplace' }>,
  now: number,
  { t, locale }: Speech,
): AlertText {
  const { revoked = null, replacement = null } = order.authority ?? {};
  const at = kind === 'revoked' ? revoked?.at : replacement?.by;
  const date = formatDateTime(at ?? now, locale, 'local');
  const reason = t(`orders.revocation.${revoked?.reason ?? 'unspecified'}`);
  return {
    title: t(`notifications.${kind}.title`, { title: shortTitle(order) }),
    body: t(`notifications.${kind}.body`, { date, reason }),
  };
}

function overdueText(
  { order, byMs }: Extract<AlertEvent, { kind: 'overdue' }>,
  now: number,
  t: Translate,
): AlertText {
  const { lead, notAfter } = order;
  const time = formatWholeDays(byMs, t);
  return {
    title: t('notifications.overdue.title', { title: shortTitle(order), time }),
    body: t('notifications.overdue.body', {
      lead: formatWholeDays(lead?.leadMs ?? 0, t, Math.round),
      left: formatTimeLeft(Math.max(0, (notAfter ?? now) - now), t),
    }),
  };
}

function renewedSinceText(days: number, t: Translate): string {
  if (days <= 0) return t('notifications.drift.renewed.today');
  if (days === 1) return t('notifications.drift.renewed.yesterday');
  return t('notifications.drift.renewed.daysAgo', { count: days });
}
