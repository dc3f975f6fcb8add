import type { ConditionKind } from '#shared/domain/conditions/conditions.ts';
import { isPlaceKind } from '#shared/domain/conditions/places.ts';
import { isPushOnly } from '#shared/domain/order.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import { wordsOf } from '#shared/i18n/conditionText.ts';
import { formatNearMoment, formatRelativePast } from '#shared/i18n/format.ts';
import { type StatusContext, textValues, waitingFor, worstKind } from '#shared/i18n/statusReason.ts';

/**
 * Why an order has its status, as full sentences for the panel: the status first, then why it may be out of date. The
 * panel explains the last error separately, with `describeError`, and the places in the steps of the deployment.
 */
export function reasonSentences(context: StatusContext): readonly string[] {
  const { row, connection, now, t, locale } = context;
  const kind = worstKind(context);
  const own = conditionSentence(context, kind);
  const sentences = own === null ? [] : [own];
  if (kind === 'rejected') return sentences;
  if (connection?.polling.kind === 'rejected')
    sentences.push(t('conditions.sentence.rejected', textValues(context, kind)));
  else if (row.failure === null) return sentences;
  else if (kind !== 'failing')
    sentences.push(t('conditions.sentence.failing', { count: Math.max(1, row.failures) }));
  const until = waitsUntil(row, now);
  if (until !== null)
    sentences.push(
      t('orders.sentence.serviceWaits', { until: formatNearMoment(until, now, locale, 'local') }),
    );
  if (row.lastConfirmedAt !== null && kind !== null && kind !== 'unconfirmed')
    sentences.push(
      t(isPushOnly(row) ? 'inbox.pushOnly.unconfirmed' : 'orders.sentence.unconfirmed', {
        ago: formatRelativePast(now - row.lastConfirmedAt, t),
      }),
    );
  return sentences;
}

/** `null`: the order is healthy, or the time left or the steps of the deployment say it. */
function conditionSentence(context: StatusContext, kind: ConditionKind | null): string | null {
  const { row, connection, t } = context;
  if (kind === null || isPlaceKind(kind)) return null;
  const values = textValues(context, kind);
  const words = wordsOf(kind, row);
  switch (words) {
    case 'endsSoon':
      return t(isPushOnly(row) ? 'inbox.pushOnly.critical' : 'conditions.sentence.endsSoon', values);
    case 'failing':
      return t('conditions.sentence.failing', { count: Math.max(1, row.failures) });
    case 'unconfirmed':
      return t(`conditions.sentence.${row.lastConfirmedAt === null ? 'neverConfirmed' : words}`, values);
    case 'unknown':
      if (isPushOnly(row)) return t('inbox.pushOnly.nothingYetText');
      return t(`orders.sentence.${waitingFor(context)}`, { connection: connection?.name ?? '' });
    case 'ends':
    case 'settling':
    case 'servedEndsSoon':
    case 'servedEnds':
      return null;
    default:
      return t(`conditions.sentence.${words}`, values);
  }
}
