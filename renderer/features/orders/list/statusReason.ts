import { assertNever } from '#shared/assertNever.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { toReview } from '#shared/domain/finding.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { DAY_MS, windowsFor } from '#shared/domain/thresholds.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { faultSummary } from '#shared/i18n/faultWords.ts';
import { formatDate, formatDuration, formatMoment, formatRelativePast } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** All that the words for a status follow from. */
export interface StatusSurroundings {
  readonly row: OrderRow;
  /** As `deriveStatus` gave it. */
  readonly status: OrderStatus;
  /** The order's connection; undefined when it is being removed. */
  readonly connection: ConnectionView | undefined;
  readonly isPolling: boolean;
  readonly settings: Settings;
  /** Unix ms. */
  readonly now: number;
  readonly t: Translate;
  readonly locale: Locale;
}

/** Why an order has its status: one short line for the list. */
export function shortReason(surroundings: StatusSurroundings): string {
  const { row, status, t, now, locale } = surroundings;
  const until = waitsUntil(row, now);
  const mattersMore = status === 'rejected' || status === 'damaged' || status === 'needsReview';
  if (until !== null && !mattersMore)
    return t('orders.reason.serviceWaits', { until: formatMoment(until, locale, 'local') });
  switch (status) {
    case 'expired':
    case 'critical':
    case 'expiring':
    case 'notYetValid':
      return row.failure === null
        ? validityReason(surroundings, status)
        : describeError(row.failure, t).title;
    case 'healthy':
      return validityReason(surroundings, status);
    case 'rejected':
      return t('orders.reason.rejected', { status: rejectedStatus(surroundings) });
    case 'damaged':
    case 'needsReview':
      return faultSummary(toReview(row.findings), t, locale);
    case 'failing':
      return row.failure === null ? '' : describeError(row.failure, t).title;
    case 'stale':
      return row.lastConfirmedAt === null
        ? t('orders.reason.neverConfirmed')
        : t('orders.reason.stale', { ago: formatRelativePast(now - row.lastConfirmedAt, t) });
    case 'neverFetched':
      return row.pushOnly ? t('inbox.pushOnly.nothingYet') : t(`orders.reason.${waitingFor(surroundings)}`);
    default:
      return assertNever(status);
  }
}

function validityReason(
  { row, settings, now, t, locale }: StatusSurroundings,
  status: 'expired' | 'critical' | 'expiring' | 'notYetValid' | 'healthy',
): string {
  const { notBefore, notAfter } = row;
  if (notAfter === null) return '';
  const windows = windowsFor(notBefore ?? Number.NEGATIVE_INFINITY, notAfter, settings);
  const day = (ms: number) => formatDate(ms, locale, 'local');
  switch (status) {
    case 'expired':
      return t('orders.reason.expired', { date: day(notAfter) });
    case 'critical':
      return t('orders.reason.critical', { time: windowWords(windows.criticalMs, t) });
    case 'expiring':
      return t('orders.reason.expiring', { time: windowWords(windows.warningMs, t) });
    case 'notYetValid':
      return t('orders.reason.notYetValid', { date: day(notBefore ?? now) });
    case 'healthy':
      return t('orders.reason.healthy', { date: day(notAfter - windows.warningMs) });
    default:
      return assertNever(status);
  }
}

/**
 * Why an order has its status: full sentences for the panel, the status itself first, then what keeps it from being
 * known better. What the last error means is told apart, by `describeError`.
 */
export function reasonSentences(surroundings: StatusSurroundings): readonly string[] {
  const { row, status, connection, now, t, locale } = surroundings;
  const sentences = [statusSentence(surroundings)];
  if (status === 'rejected' || row.failure === null) return sentences;
  if (connection?.polling.kind === 'rejected') sentences.push(rejectedSentence(surroundings));
  else if (status !== 'failing')
    sentences.push(t('orders.sentence.failing', { count: Math.max(1, row.failures) }));
  const until = waitsUntil(row, now);
  if (until !== null)
    sentences.push(t('orders.sentence.serviceWaits', { until: formatMoment(until, locale, 'local') }));
  if (row.lastConfirmedAt !== null && status !== 'stale' && status !== 'healthy')
    sentences.push(
      t(row.pushOnly ? 'inbox.pushOnly.unconfirmed' : 'orders.sentence.unconfirmed', {
        ago: formatRelativePast(now - row.lastConfirmedAt, t),
      }),
    );
  return sentences;
}

function statusSentence(surroundings: StatusSurroundings): string {
  const { row, status, settings, connection, now, t, locale } = surroundings;
  const notAfter = row.notAfter ?? now;
  const windows = windowsFor(row.notBefore ?? Number.NEGATIVE_INFINITY, notAfter, settings);
  const day = (ms: number) => formatDate(ms, locale, 'local');
  const ago = (ms: number) => formatRelativePast(now - ms, t);
  switch (status) {
    case 'expired':
      return t('orders.sentence.expired', { date: day(notAfter) });
    case 'critical':
      return t(row.pushOnly ? 'inbox.pushOnly.critical' : 'orders.sentence.critical', {
        time: windowWords(windows.criticalMs, t),
      });
    case 'expiring':
      return t('orders.sentence.expiring', { time: windowWords(windows.warningMs, t) });
    case 'damaged':
    case 'needsReview':
      return t(`orders.sentence.${status}`);
    case 'rejected':
      return rejectedSentence(surroundings);
    case 'failing':
      return t('orders.sentence.failing', { count: Math.max(1, row.failures) });
    case 'stale':
      return row.lastConfirmedAt === null
        ? t('orders.sentence.neverConfirmed')
        : t('orders.sentence.stale', { ago: ago(row.lastConfirmedAt) });
    case 'notYetValid':
      return t('orders.sentence.notYetValid', { date: day(row.notBefore ?? now) });
    case 'neverFetched':
      if (row.pushOnly) return t('inbox.pushOnly.nothingYetText');
      return t(`orders.sentence.${waitingFor(surroundings)}`, { connection: connection?.name ?? '' });
    case 'healthy':
      return t(row.pushOnly ? 'inbox.pushOnly.healthy' : 'orders.sentence.healthy', {
        ago: ago(row.lastConfirmedAt ?? now),
        date: day(notAfter - windows.warningMs),
      });
    default:
      return assertNever(status);
  }
}

function rejectedSentence(surroundings: StatusSurroundings): string {
  return surroundings.t('orders.sentence.rejected', {
    connection: surroundings.connection?.name ?? '',
    status: rejectedStatus(surroundings),
  });
}

function rejectedStatus({ connection, row }: StatusSurroundings): number {
  if (connection?.polling.kind === 'rejected') return connection.polling.status;
  return row.failure?.kind === 'unauthorized' ? row.failure.status : 401;
}

function waitingFor({
  row,
  connection,
  isPolling,
}: StatusSurroundings): 'serviceOnly' | 'asking' | 'waitingForToken' | 'notAskedYet' {
  if (row.notAfterSource === 'service') return 'serviceOnly';
  if (isPolling) return 'asking';
  return connection?.polling.kind === 'waitingForToken' ? 'waitingForToken' : 'notAskedYet';
}

/** The length of a window, in whole days where it has some. */
function windowWords(ms: number, t: Translate): string {
  return formatDuration(ms >= DAY_MS ? Math.round(ms / DAY_MS) * DAY_MS : ms, t);
}
