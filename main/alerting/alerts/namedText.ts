import type { Language } from '#main/platform/language.ts';
import { assertNever } from '#shared/assertNever.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { calendarDaysUntil } from '#shared/domain/expiry.ts';
import { toReview } from '#shared/domain/finding.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { suggestedOrder, waitsForOrder } from '#shared/domain/orderSuggestion.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { UpdateOutcome } from '#shared/domain/writeResult.ts';
import { conditionValues } from '#shared/i18n/conditionText.ts';
import { expiryText, formatTimeLeft } from '#shared/i18n/expiryText.ts';
import { faultSummary, faultText } from '#shared/i18n/faultText.ts';
import { formatDate } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { shortName } from '#shared/text.ts';
import type { AlertEvent } from './alert.ts';
import { isCritical } from './alertThresholds.ts';
import { commandFailureText } from './commandFailureText.ts';

/** The language of a text, and that of its dates. */
export type Speech = Pick<Language, 't' | 'locale'>;

/** What the texts need besides the event. */
export interface AlertContext {
  readonly settings: Settings;
  readonly connectionName: (connectionId: string) => string;
  readonly ordersOf: (connectionId: string) => number;
  readonly orders: () => readonly OrderRow[];
}

/** What is left of a name in a title that says much. */
const NAME_MIN = 4;
/** The most characters of a name in a text. */
export const MAX_NAME = 80;
const MAX_FINDING = 200;
const MAX_FOLDER = 200;

/** A text whose title begins with a name, which is cut to fit. */
interface NamedText {
  readonly name: string;
  readonly title: (name: string) => string;
  readonly body: string;
}

/** The title with its name cut, so that it has `most` characters where a name of four allows that. */
export function fittingTitle({ name, title }: Pick<NamedText, 'name' | 'title'>, most: number): string {
  return title(shortName(name, Math.max(NAME_MIN, most - [...title('')].length)));
}

/** What one event says, by its kind. */
export function namedText(
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
      return waitingText(event, context, t);
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

/** A delivery without an order names the one that it looks like, which the window offers to link. */
function waitingText(
  { first }: Extract<AlertEvent, { kind: 'deliveryWaits' }>,
  { orders }: AlertContext,
  t: Translate,
): NamedText {
  const { orderName, verdict } = first;
  const reason = verdict.kind === 'waiting' ? verdict.reason.kind : 'notAsked';
  const suggestion = waitsForOrder(first)
    ? suggestedOrder(new Map(orders().map((row) => [row.id, row])), first)
    : null;
  return {
    name: orderName,
    title: (name) => t('notifications.deliveryTitle', { name }),
    body:
      suggestion === null
        ? t(`notifications.deliveryReason.${reason}`)
        : t('notifications.deliverySuggestion', { order: shortName(orderTitle(suggestion.row), MAX_NAME) }),
  };
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

function driftText(event: Extract<AlertEvent, { kind: 'drift' }>, now: number, t: Translate): NamedText {
  const { order, place, places, cause, servedNotAfter, renewedAt } = event;
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
  if (cause !== 'former')
    return {
      name,
      title: (title) => t(`notifications.drift.${cause}Title`, { title }),
      body: t(`notifications.drift.${cause}${isMany ? 'ManyBody' : 'Body'}`, values),
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
