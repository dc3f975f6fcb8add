import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { WaitingEventsView } from '#shared/domain/waitingEvents.ts';
import { formatMoment } from '#shared/i18n/format.ts';

/** How many events wait to be handed over, and when the next one is tried. Nothing when none waits. */
export function WaitingEvents({ waiting: { count, nextAt } }: { readonly waiting: WaitingEventsView }) {
  const t = useT();
  const locale = useLocale();
  if (nextAt === null) return null;
  const time = formatMoment(nextAt, locale, 'local');
  return <p className="text-xs text-muted">{t('alertChannels.waiting', { count, time })}</p>;
}
