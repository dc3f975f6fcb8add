import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { formatDateTime, formatRelativePast } from '#shared/i18n/format.ts';

/** How long ago a time (Unix ms) was; the time itself in a tooltip. */
export function PastTime({ at }: { readonly at: number }) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at, locale, 'local')}>
      {formatRelativePast(now - at, t)}
    </time>
  );
}
