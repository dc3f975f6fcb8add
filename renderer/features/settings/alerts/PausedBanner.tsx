import { BellOff } from 'lucide-react';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { formatMoment } from '#shared/i18n/format.ts';
import { pauseText } from '#shared/i18n/pauseText.ts';
import { setAlertsPaused } from './alertActions.ts';

/** Shown while the user has paused the alerts, with the end of the pause. */
export function PausedBanner() {
  const t = useT();
  const locale = useLocale();
  const pause = useApp((app) => app.alertPause);
  if (pause === null) return null;
  return (
    <Banner
      tone="neutral"
      icon={BellOff}
      title={pauseText(pause, t, locale)}
      actions={
        <Button size="sm" onClick={() => void setAlertsPaused(null)}>
          {t('settings.pause.resume')}
        </Button>
      }
    >
      {t('settings.pause.text', { since: formatMoment(pause.since, locale, 'local') })}
    </Banner>
  );
}
