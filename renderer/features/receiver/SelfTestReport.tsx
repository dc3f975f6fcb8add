import { CircleCheck, CircleDashed, CircleX, Minus } from 'lucide-react';
import { Banner } from '#renderer/components/Banner.tsx';
import { cx } from '#renderer/components/cx.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { SelfTestReport as Report } from '#shared/domain/receiver.ts';
import { durationWords } from './durationWords.ts';
import { localOrigin } from './hookAddress.ts';
import { selfTestWords } from './selfTestWords.ts';

const marks = {
  passed: { icon: CircleCheck, look: 'text-green' },
  failed: { icon: CircleX, look: 'text-danger' },
  notReached: { icon: CircleDashed, look: 'text-faint' },
  notNeeded: { icon: Minus, look: 'text-faint' },
} as const;

interface SelfTestReportProps {
  readonly report: Report;
  /** The host of the public address. */
  readonly host: string;
}

/** What the test delivery met, hop by hop, and in words. */
export function SelfTestReport({ report, host }: SelfTestReportProps) {
  const t = useT();
  const ref = useShownOnMount<HTMLElement>();
  return (
    <section ref={ref} aria-label={t('receiver.test.report')} className="flex flex-col gap-3">
      <ol className="grid grid-cols-3 gap-x-4 gap-y-1">
        {report.steps.map(({ step, outcome, ms }) => {
          const { icon: Icon, look } = marks[outcome];
          return (
            <li key={step} className="flex items-center gap-1.5 text-xs">
              <Icon size={14} aria-hidden className={cx('shrink-0', look)} />
              <span className={outcome === 'passed' || outcome === 'failed' ? '' : 'text-muted'}>
                {t(`receiver.test.step.${step}`)}
              </span>
              <span className="sr-only">{t(`receiver.test.outcome.${outcome}`)}</span>
              {ms !== null && <span className="tabular text-muted">{durationWords(ms, t)}</span>}
            </li>
          );
        })}
      </ol>
      <Verdict report={report} host={host} />
    </section>
  );
}

function Verdict({ report, host }: SelfTestReportProps) {
  const t = useT();
  const target = useApp((app) => localOrigin(app.receiver));
  const platform = useApp((app) => app.app.platform);
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
