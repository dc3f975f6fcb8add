import { assertNever } from '#shared/assertNever.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { toReview } from '#shared/domain/finding.ts';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { windowsFor } from '#shared/domain/thresholds.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { faultSummary } from '#shared/i18n/faultText.ts';
import { formatDate, formatMoment, formatRelativePast, formatWholeDays } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** The facts that the reason of a status depends on. */
export interface StatusContext {
  readonly row: OrderRow;
  /** From `deriveStatus`. */
  readonly status: OrderStatus;
  /** The order's connection; undefined while it is being removed. */
  readonly connection: ConnectionView | undefined;
  readonly isPolling: boolean;
  readonly settings: Settings;
  /** Unix ms. */
  readonly now: number;
  readonly t: Translate;
  readonly locale: Locale;
}

/** Why an order has its status, as one short line for the list. */
export function shortReason(context: StatusContext): string {
  const { row, status, t, now, locale } = context;
  const until = waitsUntil(row, now);
  const mattersMore = status === 'rejected' || status === 'damaged' || status === 'needsReview';
  if (until !== null && !mattersMore)
    return t('orders.reason.serviceWaits', { until: formatMoment(until, locale, 'local') });
  switch (status) {
    case 'expired':
    case 'critical':
    case 'expiring':
    case 'notYetValid':
      return row.failure === null ? validityReason(context, status) : describeError(row.failure, t).title;
    case 'healthy':
      return validityReason(context, status);
    case 'rejected':
      return t('orders.reason.rejected', { status: rejectedStatus(context) });
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
      return isPushOnly(row) ? t('inbox.pushOnly.nothingYet') : t(`orders.reason.${waitingFor(context)}`);
    default:
      return assertNever(status);
  }
}

function validityReason(
  { row, settings, now, t, locale }: StatusContext,
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
      return t('orders.reason.critical', { time: formatWholeDays(windows.criticalMs, t, Math.round) });
    case 'expiring':
      return t('orders.reason.expiring', { time: formatWholeDays(windows.warningMs, t, Math.round) });
    case 'notYetValid':
      return t('orders.reason.notYetValid', { date: day(notBefore ?? now) });
    case 'healthy':
      return t('orders.reason.healthy', { date: day(notAfter - windows.warningMs) });
    default:
      return assertNever(status);
  }
}

/**
 * Why an order has its status, as full sentences for the panel: the status first, then why it may be out of date. The
 * panel explains the last error separately, with `describeError`.
 */
export function reasonSentences(context: StatusContext): readonly string[] {
  const { row, status, connection, now, t, locale } = context;
  const sentences = [statusSentence(context)];
  if (status === 'rejected' || row.failure === null) return sentences;
  if (connection?.polling.kind === 'rejected') sentences.push(rejectedSentence(context));
  else if (status !== 'failing')
    sentences.push(t('orders.sentence.failing', { count: Math.max(1, row.failures) }));
  const until = waitsUntil(row, now);
  if (until !== null)
    sentences.push(t('orders.sentence.serviceWaits', { until: formatMoment(until, locale, 'local') }));
  if (row.lastConfirmedAt !== null && status !== 'stale' && status !== 'healthy')
    sentences.push(
      t(isPushOnly(row) ? 'inbox.pushOnly.unconfirmed' : 'orders.sentence.unconfirmed', {
        ago: formatRelativePast(now - row.lastConfirmedAt, t),
      }),
    );
  return sentences;
}

function statusSentence(context: StatusContext): string {
  const { row, status, settings, connection, now, t, locale } = context;
  const notAfter = row.notAfter ?? now;
  const windows = windowsFor(row.notBefore ?? Number.NEGATIVE_INFINITY, notAfter, settings);
  const day = (ms: number) => formatDate(ms, locale, 'local');
  const ago = (ms: number) => formatRelativePast(now - ms, t);
  switch (status) {
    case 'expired':
      return t('orders.sentence.expired', { date: day(notAfter) });
    case 'critical':
      return t(isPushOnly(row) ? 'inbox.pushOnly.critical' : 'orders.sentence.critical', {
        time: formatWholeDays(windows.criticalMs, t, Math.round),
      });
    case 'expiring':
      return t('orders.sentence.expiring', { time: formatWholeDays(windows.warningMs, t, Math.round) });
    case 'damaged':
    case 'needsReview':
      return t(`orders.sentence.${status}`);
    case 'rejected':
      return rejectedSentence(context);
    case 'failing':
      return t('orders.sentence.failing', { count: Math.max(1, row.failures) });
    case 'stale':
      return row.lastConfirmedAt === null
        ? t('orders.sentence.neverConfirmed')
        : t('orders.sentence.stale', { ago: ago(row.lastConfirmedAt) });
    case 'notYetValid':
      return t('orders.sentence.notYetValid', { date: day(row.notBefore ?? now) });
    case 'neverFetched':
      if (isPushOnly(row)) return t('inbox.pushOnly.nothingYetText');
      return t(`orders.sentence.${waitingFor(context)}`, { connection: connection?.name ?? '' });
    case 'healthy':
      return t(isPushOnly(row) ? 'inbox.pushOnly.healthy' : 'orders.sentence.healthy', {
        ago: ago(row.lastConfirmedAt ?? now),
        date: day(notAfter - windows.warningMs),
      });
    default:
      return assertNever(status);
  }
}

function rejectedSentence(context: StatusContext): string {
  return context.t('orders.sentence.rejected', {
    connection: context.connection?.name ?? '',
    status: rejectedStatus(context),
  });
}

function rejectedStatus({ connection, row }: StatusContext): number {
  if (connection?.polling.kind === 'rejected') return connection.polling.status;
  return row.failure?.kind === 'unauthorized' ? row.failure.status : 401;
}

function waitingFor({
  row,
  connection,
  isPolling,
}: StatusContext): 'serviceOnly' | 'asking' | 'waitingForToken' | 'notAskedYet' {
  if (row.notAfterSource === 'service') return 'serviceOnly';
  if (isPolling) return 'asking';
  return connection?.polling.kind === 'waitingForToken' ? 'waitingForToken' : 'notAskedYet';
}
