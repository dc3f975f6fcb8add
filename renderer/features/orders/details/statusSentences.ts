import { deploymentText } from '#renderer/features/deployment/endpoints/deploymentText.ts';
import type { DeploymentSummary } from '#shared/domain/conditions/places.ts';
import { isPushOnly } from '#shared/domain/order.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import { formatMoment, formatRelativePast } from '#shared/i18n/format.ts';
import { type StatusContext, textValues, waitingFor, worstKind } from '../list/statusReason.ts';

/** With what the servers and exported files of the order have; `null`: it has neither. */
export type PanelContext = StatusContext & { readonly deployment: DeploymentSummary | null };

/**
 * Why an order has its status, as full sentences for the panel: the status first, then why it may be out of date. The
 * panel explains the last error separately, with `describeError`.
 */
export function reasonSentences(context: PanelContext): readonly string[] {
  const { row, connection, now, t, locale } = context;
  const kind = worstKind(context);
  const sentences = [conditionSentence(context)];
  if (kind === 'rejected' || row.failure === null) return sentences;
  if (connection?.polling.kind === 'rejected')
    sentences.push(t('conditions.sentence.rejected', textValues(context)));
  else if (kind !== 'failing')
    sentences.push(t('conditions.sentence.failing', { count: Math.max(1, row.failures) }));
  const until = waitsUntil(row, now);
  if (until !== null)
    sentences.push(t('orders.sentence.serviceWaits', { until: formatMoment(until, locale, 'local') }));
  if (row.lastConfirmedAt !== null && kind !== null && kind !== 'unconfirmed')
    sentences.push(
      t(isPushOnly(row) ? 'inbox.pushOnly.unconfirmed' : 'orders.sentence.unconfirmed', {
        ago: formatRelativePast(now - row.lastConfirmedAt, t),
      }),
    );
  return sentences;
}

function conditionSentence(context: PanelContext): string {
  const { row, connection, deployment, now, t } = context;
  const kind = worstKind(context);
  const values = textValues(context);
  switch (kind) {
    case null: {
      const ago = formatRelativePast(now - (row.lastConfirmedAt ?? now), t);
      return t(`${isPushOnly(row) ? 'inbox.pushOnly' : 'orders.sentence'}.healthy`, { ...values, ago });
    }
    case 'endsSoon':
      return t(isPushOnly(row) ? 'inbox.pushOnly.critical' : 'conditions.sentence.endsSoon', values);
    case 'failing':
      return t('conditions.sentence.failing', { count: Math.max(1, row.failures) });
    case 'unconfirmed':
      return t(`conditions.sentence.${row.lastConfirmedAt === null ? 'neverConfirmed' : kind}`, values);
    case 'unknown':
      if (isPushOnly(row)) return t('inbox.pushOnly.nothingYetText');
      return t(`orders.sentence.${waitingFor(context)}`, { connection: connection?.name ?? '' });
    case 'servedExpired':
    case 'servedEndsSoon':
    case 'servedOther':
    case 'notDeployed':
    case 'filesOutdated':
    case 'misconfigured':
    case 'filesChanged':
    case 'unreachable':
    case 'filesMissing':
    case 'settling':
    case 'placesUnknown':
    case 'servedEnds':
      return deployment === null ? '' : deploymentText(deployment, row, now, t).what;
    default:
      return t(`conditions.sentence.${kind}`, values);
  }
}
