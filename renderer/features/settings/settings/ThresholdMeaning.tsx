import { useT } from '#renderer/hooks/useT.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS, windowsFor } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';

/** Lifetimes that people meet: a year of old, the usual one, the short-lived one. Days. */
const LIFETIMES = [365, 90, 6] as const;

/** Says in sentences when certificates of usual lifetimes would be warned about. */
export function ThresholdMeaning({ settings }: { readonly settings: Settings }) {
  const t = useT();
  const words = (ms: number) => formatDuration(Math.round(ms / HOUR_MS) * HOUR_MS, t);
  return (
    <section className="rounded-lg bg-sunken px-3 py-2">
      <h4 className="text-xs font-medium">{t('settings.meaning')}</h4>
      <ul className="text-xs text-muted">
        {LIFETIMES.map((days) => {
          const { warningMs, criticalMs } = windowsFor(0, days * DAY_MS, settings);
          return (
            <li key={days}>
              {t('settings.meaningFor', {
                lifetime: formatDuration(days * DAY_MS, t),
                warning: words(warningMs),
                critical: words(criticalMs),
              })}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
