import { CircleCheck, CircleDashed, CircleX, Minus } from 'lucide-react';
import { Banner } from '#renderer/components/Banner.tsx';
import { cx } from '#renderer/components/cx.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { ConnectionTestReport } from '#shared/domain/connection.ts';
import { formatDateTime } from '#shared/i18n/format.ts';

const marks = {
  passed: { icon: CircleCheck, look: 'text-green' },
  failed: { icon: CircleX, look: 'text-danger' },
  notReached: { icon: CircleDashed, look: 'text-faint' },
  notNeeded: { icon: Minus, look: 'text-faint' },
} as const;

interface TestReportProps {
  readonly report: ConnectionTestReport;
  readonly host: string;
}

/** What "Test connection" found, step by step, and in words. */
export function TestReport({ report, host }: TestReportProps) {
  const t = useT();
  const locale = useLocale();
  const ref = useShownOnMount<HTMLElement>();
  return (
    <section ref={ref} aria-label={t('connections.test.report')} className="flex flex-col gap-3">
      <ol className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3">
        {report.steps.map(({ step, outcome }) => {
          const { icon: Icon, look } = marks[outcome];
          return (
            <li key={step} className="flex items-center gap-1.5 text-xs">
              <Icon size={14} aria-hidden className={cx('shrink-0', look)} />
              <span className={outcome === 'passed' || outcome === 'failed' ? '' : 'text-muted'}>
                {t(`connections.test.step.${step}`)}
              </span>
              <span className="sr-only">{t(`connections.test.outcome.${outcome}`)}</span>
            </li>
          );
        })}
      </ol>
      {report.error !== null && <ErrorBanner error={report.error} host={host} />}
      {report.found !== null && (
        <Banner
          tone="success"
          title={t('connections.test.found', {
            title: report.found.title,
            notAfter: formatDateTime(report.found.notAfter, locale, 'local'),
          })}
        />
      )}
    </section>
  );
}
