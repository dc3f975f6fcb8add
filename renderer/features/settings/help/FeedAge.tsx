import { Banner } from '#renderer/components/Banner.tsx';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { STALE_FEED_DAYS } from '#shared/domain/update.ts';
import { formatDateTime } from '#shared/i18n/format.ts';

const DAY_MS = 86_400_000;

/** How old the feed is. @param signedAt Unix ms; `null` if this build cannot check it */
export function FeedAge({ signedAt }: { readonly signedAt: number | null }) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  if (signedAt === null) return <p className="text-xs text-muted">{t('help.update.age.noKey')}</p>;
  const days = Math.floor((now - signedAt) / DAY_MS);
  // Clocks differ by some hours.
  if (days < -1) {
    const date = formatDateTime(signedAt, locale, 'local');
    return <Banner tone="warning" title={t('help.update.age.ahead', { date })} />;
  }
  if (days >= STALE_FEED_DAYS)
    return <Banner tone="warning" title={t('help.update.age.stale', { count: days })} />;
  return (
    <p className="text-xs text-muted">
      {days < 1 ? t('help.update.age.today') : t('help.update.age.days', { count: days })}
    </p>
  );
}
