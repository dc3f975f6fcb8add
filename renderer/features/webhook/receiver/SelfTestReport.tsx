import { Banner } from '#renderer/components/Banner.tsx';
import { TestStep } from '#renderer/components/TestStep.tsx';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { usePlatform, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { SelfTestReport as Report } from '#shared/domain/receiver.ts';
import { durationWords } from './durationWords.ts';
import { localOrigin } from './hookAddress.ts';
import { selfTestWords } from './selfTestWords.ts';

export interface SelfTestReportProps {
  readonly report: Report;
  /** The host of the public address. */
  readonly host: string;
}

/** What happened to the test delivery, step by step, and in words. */
export function SelfTestReport({ report, host }: SelfTestReportProps) {
  const t = useT();
  const ref = useShownOnMount<HTMLElement>();
  return (
    <section ref={ref} aria-label={t('receiver.test.report')} className="flex flex-col gap-3">
      <ol className="grid grid-cols-3 gap-x-4 gap-y-1">
        {report.steps.map(({ step, outcome, ms }) => (
          <TestStep
            key={step}
            outcome={outcome}
            label={t(`receiver.test.step.${step}`)}
            outcomeLabel={t(`receiver.test.outcome.${outcome}`)}
          >
            {ms !== null && <span className="tabular text-muted">{durationWords(ms, t)}</span>}
          </TestStep>
        ))}
      </ol>
      <Verdict report={report} host={host} />
    </section>
  );
}

function Verdict({ report, host }: SelfTestReportProps) {
  const t = useT();
  const target = useApp((app) => localOrigin(app.receiver));
  const platform = usePlatform();
  const { error, status, ms, leftMs } = report;
  const time = durationWords(ms, t);
  const left = durationWords(Math.max(0, leftMs), t);
  if (error === null)
    return (
      <Banner tone="success" title={t('receiver.test.passed')}>
        {t('receiver.test.passedText', { status: status ?? '', time, left })}
      </Banner>
    );
  const { title, why, next } = selfTestWords(error, t, { host, target, platform });
  return (
    <Banner tone="danger" title={title}>
      <p>{why}</p>
      <p>{next}</p>
      <p className="mt-1 text-muted">
        {leftMs < 0 ? t('receiver.test.timingLate', { time }) : t('receiver.test.timing', { time, left })}
      </p>
    </Banner>
  );
}
