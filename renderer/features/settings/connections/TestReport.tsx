import { Banner } from '#renderer/components/Banner.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { TestStep } from '#renderer/components/TestStep.tsx';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { ConnectionTestReport } from '#shared/domain/connection.ts';
import { formatDateTime } from '#shared/i18n/format.ts';

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
        {report.steps.map(({ step, outcome }) => (
          <TestStep
            key={step}
            outcome={outcome}
            label={t(`connections.test.step.${step}`)}
            outcomeLabel={t(`connections.test.outcome.${outcome}`)}
          />
        ))}
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
