import { Fragment } from 'react';
import { Fact } from '#renderer/components/FactList.tsx';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { AuthorityCheck, AuthorityNews } from '#shared/domain/authorityNews.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatDate, formatLargestUnit, formatRelativePast } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** What the certificate authority says about a certificate, and how current that is, for each question that is switched on. */
export function AuthorityFacts({ news }: { readonly news: AuthorityNews | null }) {
  const t = useT();
  const locale = useLocale();
  const { checkRevocation, checkRenewalInfo } = useApp((app) => app.settings);
  return (
    <>
      {checkRevocation && (
        <Fact name={t('orders.authority.revocation')}>
          <span>{revocationText(news, t, locale)}</span>
          <Currency check={news?.revocationCheck ?? null} />
        </Fact>
      )}
      {checkRenewalInfo && (
        <Fact name={t('orders.authority.replacement')}>
          <span>{replacementText(news, t, locale)}</span>
          <Currency check={news?.renewalCheck ?? null} />
        </Fact>
      )}
    </>
  );
}

function revocationText(news: AuthorityNews | null, t: Translate, locale: Locale): string {
  if (news === null || news.revocationCheck === null) return t('orders.authority.notChecked');
  const { revoked, revocationCheck } = news;
  if (revoked !== null)
    return t('orders.authority.listed', {
      date: formatDate(revoked.at, locale, 'local'),
      reason: t(`orders.revocation.${revoked.reason}`),
    });
  const { answer } = revocationCheck;
  return t(`orders.authority.${answer === null || answer === 'listed' ? 'listUnread' : answer}`);
}

function replacementText(news: AuthorityNews | null, t: Translate, locale: Locale): string {
  if (news === null || news.renewalCheck === null) return t('orders.authority.notChecked');
  const { replacement, renewalCheck } = news;
  if (replacement !== null)
    return t('orders.authority.suggested', { date: formatDate(replacement.by, locale, 'local') });
  const { answer } = renewalCheck;
  return t(`orders.authority.${answer === null || answer === 'suggested' ? 'noAnswer' : answer}`);
}

/** When a check was answered, whether it failed since, and when it is repeated. */
function Currency({ check }: { readonly check: AuthorityCheck<unknown> | null }) {
  const t = useT();
  const now = useTimeOfData();
  if (check === null || check.nextAt === null) return null;
  const { answeredAt, failedAt, nextAt } = check;
  const ago = (at: number) => formatRelativePast(Math.max(0, now - at), t);
  const parts = [
    answeredAt === null ? null : t('orders.authority.checked', { ago: ago(answeredAt) }),
    failedAt === null ? null : t('orders.authority.failed', { ago: ago(failedAt) }),
    nextAt - now < MINUTE_MS
      ? t('orders.authority.nextSoon')
      : t('orders.authority.next', { time: formatLargestUnit(nextAt - now, t) }),
  ];
  return (
    <span className="block text-muted tabular">
      {parts
        .filter((part) => part !== null)
        .map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' · '}
            <span className="whitespace-nowrap">{part}</span>
          </Fragment>
        ))}
    </span>
  );
}
