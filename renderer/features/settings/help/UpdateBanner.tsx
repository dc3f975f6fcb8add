import { Download } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openSettings } from '#renderer/stores/settingsStore.ts';
import type { UpdateOffer } from '#shared/domain/update.ts';
import { formatDate } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** Announces a newer version until the user dismisses it. The help shows how to install it. */
export function UpdateBanner() {
  const t = useT();
  const locale = useLocale();
  const update = useApp((projection) => projection.update);
  const [putOff, setPutOff] = useState<string | null>(null);
  if (update.kind !== 'available' && update.kind !== 'ready') return null;
  const { version } = update.offer;
  if (putOff === `${update.kind} ${version}`) return null;
  return (
    <Banner
      tone="info"
      icon={Download}
      title={
        update.kind === 'ready' ? t('help.update.ready', { version }) : offerWords(update.offer, t, locale)
      }
      actions={
        <>
          <Button size="sm" onClick={() => openSettings('about')}>
            {t('help.update.details')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setPutOff(`${update.kind} ${version}`)}>
            {t('help.update.later')}
          </Button>
        </>
      }
    />
  );
}

/** That a version is available, with its day; of a feed that this build cannot check, only that it says so. */
export function offerWords(
  { version, releasedAt, signedAt }: UpdateOffer,
  t: Translate,
  locale: Locale,
): string {
  if (signedAt === null) return t('help.update.announced', { version });
  return releasedAt === null
    ? t('help.update.available', { version })
    : t('help.update.availableOf', { version, date: formatDate(releasedAt, locale, 'local') });
}
