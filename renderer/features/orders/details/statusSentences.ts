import { deploymentText } from '#renderer/features/deployment/endpoints/deploymentText.ts';
import { assertNever } from '#shared/assertNever.ts';
import { isPushOnly } from '#shared/domain/order.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import { formatMoment, formatRelativePast } from '#shared/i18n/format.ts';
import {
  isOfDeployment,
  rejectedStatus,
  type StatusContext,
  textValues,
  waitingFor,
} from '../list/statusReason.ts';

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
  const { row, status, connection, t } = context;
  switch (status) {
    case 'critical':
    case 'healthy':
      return t(`${isPushOnly(row) ? 'inbox.pushOnly' : 'orders.sentence'}.${status}`, textValues(context));
    case 'revoked': {
      const reason = t(`orders.revocation.${row.authority?.revoked?.reason ?? 'unspecified'}`);
      return t('orders.sentence.revoked', { ...textValues(context), reason });
    }
    case 'expired':
    case 'toReplace':
    case 'expiring':
    case 'notYetValid':
      return t(`orders.sentence.${status}`, textValues(context));
    case 'notDeployed':
    case 'misconfigured':
      return deploymentSentence(context);
    case 'stale':
      if (isOfDeployment(context)) return deploymentSentence(context);
      return t(
        `orders.sentence.${row.lastConfirmedAt === null ? 'neverConfirmed' : status}`,
        textValues(context),
      );
    case 'damaged':
    case 'needsReview':
      return t(`orders.sentence.${status}`);
    case 'rejected':
      return rejectedSentence(context);
    case 'failing':
      return t('orders.sentence.failing', { count: Math.max(1, row.failures) });
    case 'neverFetched':
      if (isPushOnly(row)) return t('inbox.pushOnly.nothingYetText');
      return t(`orders.sentence.${waitingFor(context)}`, { connection: connection?.name ?? '' });
    default:
      return assertNever(status);
  }
}

function deploymentSentence({ deployment, row, now, t }: StatusContext): string {
  return deployment === null ? '' : deploymentText(deployment, row, now, t).what;
}

function rejectedSentence(context: StatusContext): string {
  return context.t('orders.sentence.rejected', {
    connection: context.connection?.name ?? '',
    status: rejectedStatus(context),
  });
}
