import { BellOff } from 'lucide-react';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { setAlertsPaused } from './alertActions.ts';

/** Shown while the user has paused the alerts. */
export function PausedBanner() {
  const t = useT();
  const locale = useLocale();
  const since = useApp((app) => app.alertsPausedSince);
  if (since === null) return null;
  return (
    <Banner
      tone="neutral"
      icon={BellOff}
      title={t('orders.alertsPaused.title')}
      actions={
        <Button size="sm" onClick={() => void setAlertsPaused(false)}>
          {t('orders.alertsPaused.resume')}
        </Button>
      }
    >
      {t('orders.alertsPaused.text', { since: formatDateTime(since, locale, 'local') })}
    </Banner>
  );
}
