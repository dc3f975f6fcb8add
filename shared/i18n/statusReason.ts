import type { ConditionKind } from '../domain/conditions/conditions.ts';
import { termsOf } from '../domain/conditions/terms.ts';
import type { ConnectionView } from '../domain/connection.ts';
import { toReview } from '../domain/finding.ts';
import { isPushOnly, type OrderRow } from '../domain/order.ts';
import { renewalState } from '../domain/renewal.ts';
import { waitsUntil } from '../domain/serviceWait.ts';
import type { Settings } from '../domain/settings.ts';
import { worstCondition } from '../domain/status.ts';
import type { AppError } from '../errors.ts';
import { conditionValues, wordsOf } from './conditionText.ts';
import { describeError } from './describeError.ts';
import { faultSummary } from './faultText.ts';
import { formatDate, formatNearMoment } from './format.ts';
import type { Locale, Translate } from './types.ts';

export interface StatusContext {
  readonly row: OrderRow;
  /** The order's connection; undefined while it is being removed. */
  readonly connection: ConnectionView | undefined;
  readonly isPolling: boolean;
  readonly settings: Settings;
  /** Unix ms. */
  readonly now: number;
  readonly t: Translate;
  readonly locale: Locale;
}

/** Conditions that matter more than that the service asked to wait. */
const beforeWaits: ReadonlySet<ConditionKind | null> = new Set([
  'rejected',
  'damaged',
  'needsReview',
  'revoked',
  'toReplace',
]);

/** Conditions that time brings: an error of the last attempt says more. */
const ofTime: ReadonlySet<ConditionKind | null> = new Set(['expired', 'endsSoon', 'ends', 'notYetValid']);

/** Why an order has its status, as one short line for the list. For the panel see `reasonSentences`. */
export function shortReason(context: StatusContext): string {
  const { row, t, now, locale } = context;
  const kind = worstKind(context);
  const until = waitsUntil(row, now);
  if (until !== null && !beforeWaits.has(kind))
    return waitText(row.failure, formatNearMoment(until, now, locale, 'local'), t);
  if (row.failure !== null && (kind === 'failing' || ofTime.has(kind)))
    return describeError(row.failure, t).title;
  if (kind === null) return renewalInShort(context) ?? t('orders.reason.healthy', textValues(context, kind));
  const words = wordsOf(kind, row);
  switch (words) {
    // It was said above.
    case 'failing':
      return '';
    case 'damaged':
    case 'needsReview':
      return faultSummary(toReview(row.findings), t, locale);
    case 'unknown':
      return isPushOnly(row) ? t('inbox.pushOnly.nothingYet') : t(`orders.reason.${waitingFor(context)}`);
    case 'unconfirmed':
      if (row.lastConfirmedAt === null) return t('conditions.short.neverConfirmed');
      return t('conditions.short.unconfirmed', textValues(context, kind));
    default:
      return t(`conditions.short.${words}`, textValues(context, kind));
  }
}

/** Why and until when an order waits that the service asked to wait. Only a 429 is a rate limit. */
export function waitText(failure: AppError | null, until: string, t: Translate): string {
  return failure?.kind === 'serverError'
    ? t('orders.reason.errorWaits', { status: failure.status, until })
    : t('orders.reason.serviceWaits', { until });
}

/** That a healthy order would be renewed by now; `null`: not yet, or the last attempt failed. */
function renewalInShort({ row, now, t, locale }: StatusContext): string | null {
  const state = renewalState(row, now);
  if (state.kind !== 'due' || row.failure !== null) return null;
  if (row.lead !== null && row.lead.renewals > 0) return t('places.renewal.due');
  return t('places.renewal.expected', { date: formatDate(state.dueAt, locale, 'local') });
}

/** The kind of the worst condition of an order; `null`: it is healthy. */
export function worstKind({ row, connection, settings, now }: StatusContext): ConditionKind | null {
  return worstCondition(row, connection?.polling.kind ?? 'active', settings, now)?.kind ?? null;
}

/** The values that the short and the long texts of a condition share. */
export function textValues(context: StatusContext, kind: ConditionKind | null) {
  const { row, settings, connection, now, t, locale } = context;
  // Not spread: its values are made when a text names them.
  return Object.assign(conditionValues(kind, row, termsOf(settings), now, t, locale), {
    status: rejectedStatus(context),
    connection: connection?.name ?? '',
  });
}

/** The HTTP status with which the service rejected the token. */
function rejectedStatus({ connection, row }: StatusContext): number {
  if (connection?.polling.kind === 'rejected') return connection.polling.status;
  return row.failure?.kind === 'unauthorized' ? row.failure.status : 401;
}

/** What an order that was never fetched waits for. */
export function waitingFor({
  row,
  connection,
  isPolling,
}: StatusContext): 'serviceOnly' | 'asking' | 'waitingForToken' | 'notAskedYet' {
  if (row.notAfterSource === 'service') return 'serviceOnly';
  if (isPolling) return 'asking';
  return connection?.polling.kind === 'waitingForToken' ? 'waitingForToken' : 'notAskedYet';
}
