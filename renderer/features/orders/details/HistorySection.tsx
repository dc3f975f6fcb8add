import { Badge } from '#renderer/components/Badge.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { HistoryEntry } from '#shared/domain/order.ts';
import { hexPairs } from '#shared/i18n/certificateText.ts';
import { formatDate } from '#shared/i18n/format.ts';

interface HistorySectionProps {
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
  readonly presentFingerprint: string | null;
}

export function HistorySection({ history, presentFingerprint }: HistorySectionProps) {
  const t = useT();
  const locale = useLocale();
  const day = (ms: number) => formatDate(ms, locale, 'local');
  if (history.length === 0) return null;
  return (
    <PanelSection title={t('orders.panel.history')}>
      <ol className="flex flex-col gap-2.5">
        {history.map((entry) => {
          const isPresent = entry.fingerprint256 === presentFingerprint;
          return (
            <li key={entry.fingerprint256} className="group/copied flex items-start gap-2">
              <div className="flex min-w-0 flex-1 flex-col">
                <span className="flex items-center gap-2">
                  <span className="truncate font-mono text-2xs" title={hexPairs(entry.fingerprint256)}>
                    {hexPairs(entry.fingerprint256.slice(0, 16))}…
                  </span>
                  <Badge tone={isPresent ? 'success' : 'neutral'}>
                    {isPresent ? t('orders.panel.present') : t('orders.panel.former')}
                  </Badge>
                </span>
                <span className="text-2xs text-muted tabular">
                  {t('orders.panel.historySpan', { from: day(entry.notBefore), to: day(entry.notAfter) })}
                </span>
                <span className="text-2xs text-muted tabular">
                  {t('orders.panel.historySeen', {
                    first: day(entry.firstSeenAt),
                    last: day(entry.lastSeenAt),
                  })}
                </span>
              </div>
              <CopyButton quiet text={entry.fingerprint256} label={t('orders.panel.fingerprint')} />
            </li>
          );
        })}
      </ol>
      {history.length === 1 && <p className="text-xs text-muted">{t('orders.panel.historyOne')}</p>}
    </PanelSection>
  );
}
