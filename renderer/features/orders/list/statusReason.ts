import { shortDeploymentText } from '#renderer/features/deployment/endpoints/deploymentText.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import type { DeploymentStatus } from '#shared/domain/deploymentStatus.ts';
import { toReview } from '#shared/domain/finding.ts';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { isStale, type OrderStatus } from '#shared/domain/status.ts';
import { windowsFor } from '#shared/domain/thresholds.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { faultSummary } from '#shared/i18n/faultText.ts';
import { formatDate, formatMoment, formatRelativePast, formatWholeDays } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

export interface StatusContext {
  readonly row: OrderRow;
  readonly status: OrderStatus;
  /** The order's connection; undefined while it is being removed. */
  readonly connection: ConnectionView | undefined;
  readonly isPolling: boolean;
  /** `null`: the order has neither exported files nor endpoints. */
  readonly deployment: DeploymentStatus | null;
  readonly settings: Settings;
  /** Unix ms. */
  readonly now: number;
  readonly t: Translate;
  readonly locale: Locale;
}

/** Why an order has its status, as one short line for the list. For the panel see `reasonSentences`. */
export function shortReason(context: StatusContext): string {
  const { row, status, t, now, locale } = context;
  const until = waitsUntil(row, now);
  const mattersMore = ['rejected', 'damaged', 'needsReview', 'revoked', 'toReplace'].includes(status);
  if (until !== null && !mattersMore)
    return t('orders.reason.serviceWaits', { until: formatMoment(until, locale, 'local') });
  switch (status) {
    case 'expired':
    case 'critical':
    case 'expiring':
    case 'notYetValid':
      if (row.failure !== null) return describeError(row.failure, t).title;
      // The date and the days since are beside it.
      if (status === 'expired') return '';
      return t(`orders.reason.${status}`, textValues(context));
    case 'healthy':
    case 'revoked':
    case 'toReplace':
      return t(`orders.reason.${status}`, textValues(context));
    case 'rejected':
      return t('orders.reason.rejected', { status: rejectedStatus(context) });
    case 'damaged':
    case 'needsReview':
      return faultSummary(toReview(row.findings), t, locale);
    case 'failing':
      return row.failure === null ? '' : describeError(row.failure, t).title;
    case 'notDeployed':
    case 'misconfigured':
      return context.deployment === null ? '' : shortDeploymentText(context.deployment, t);
    case 'stale':
      if (isOfDeployment(context)) return shortDeploymentText(context.deployment, t);
      return t(
        `orders.reason.${row.lastConfirmedAt === null ? 'neverConfirmed' : status}`,
        textValues(context),
      );
    case 'neverFetched':
      return isPushOnly(row) ? t('inbox.pushOnly.nothingYet') : t(`orders.reason.${waitingFor(context)}`);
    default:
      return assertNever(status);
  }
}

/** The values that the short and the long texts of a status share. */
export function textValues({ row, status, settings, now, t, locale }: StatusContext) {
  const { notBefore, notAfter, lastConfirmedAt, authority } = row;
  const end = notAfter ?? now;
  const { warningMs, criticalMs } = windowsFor(notBefore ?? Number.NEGATIVE_INFINITY, end, settings);
  const dates: Partial<Record<OrderStatus, number>> = {
    notYetValid: notBefore ?? now,
    healthy: end - warningMs,
    revoked: authority?.revoked?.at ?? now,
    toReplace: authority?.replacement?.by ?? now,
  };
  return {
    date: formatDate(dates[status] ?? end, locale, 'local'),
    time: formatWholeDays(status === 'critical' ? criticalMs : warningMs, t, Math.round),
    ago: formatRelativePast(now - (lastConfirmedAt ?? now), t),
  };
}

/** Whether the places are the reason why an order is not confirmed, and not the service. */
export function isOfDeployment(
  context: StatusContext,
): context is StatusContext & { readonly deployment: DeploymentStatus } {
  const { row, deployment, settings, now } = context;
  return deployment !== null && (isPushOnly(row) || !isStale(row.lastConfirmedAt, settings, now));
}

/** The HTTP status with which the service rejected the token. */
export function rejectedStatus({ connection, row }: StatusContext): number {
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
