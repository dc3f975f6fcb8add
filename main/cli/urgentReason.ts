import { toReview } from '#shared/domain/finding.ts';
import type { PictureOrder } from '#shared/domain/picture.ts';
import { faultSummary } from '#shared/i18n/faultWords.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/**
 * Why `status --fail-within` fails for an order, in words; `null`: it does not. That an order was not confirmed lately
 * is no reason: without the running app none is, and what is known of its certificate holds.
 * @param now Unix ms
 */
export function urgentReason(
  { notAfter, truth, renewal, status, failure, findings }: PictureOrder,
  withinMs: number,
  now: number,
  t: Translate,
  locale: Locale,
): string | null {
  const time = (ms: number) => ({ time: formatDuration(Math.abs(ms), t) });
  if (notAfter === null || status === 'neverFetched') return t('cli.status.reason.unknown');
  if (notAfter < now) return t('cli.status.reason.expired', time(now - notAfter));
  if (notAfter - now <= withinMs) return t('cli.status.reason.ends', time(notAfter - now));
  const review = faultSummary(toReview(findings), t, locale);
  if (review !== '') return review;
  const served = truth?.servedNotAfter ?? null;
  if (served !== null && served < now) return t('cli.status.reason.servedExpired', time(now - served));
  if (served !== null && served - now <= withinMs)
    return t('cli.status.reason.servedEnds', time(served - now));
  if (renewal.kind === 'overdue') return t('cli.status.reason.overdue', time(renewal.byMs));
  if (status === 'rejected' || failure === 'unauthorized') return t('cli.status.reason.rejected');
  return null;
}
