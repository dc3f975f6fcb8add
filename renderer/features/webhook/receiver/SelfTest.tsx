import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { TestForm, TestReport } from '#renderer/components/TestForm.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { emptyField, inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { usePlatform, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { HookView, SelfTestReport as Report } from '#shared/domain/receiver.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { isDeclined } from '#shared/errors.ts';
import { err, ok } from '#shared/result.ts';
import { keepHookTest, localOrigin, publicAddress, useHookTest } from './hookAddress.ts';
import { durationWords, selfTestWords } from './receiverText.ts';

/** Sends a signed test delivery to the public address and shows what happened to it. */
export function SelfTest({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const { url: lastUrl } = useHookTest(hook.id);
  const [asked, setAsked] = useState('');
  const [answer, setAnswer] = useState<SelfTestReportProps | null>(null);
  const form = useForm({
    initial: { url: lastUrl },
    compared: () => null,
    // What is wrong with a text that is no address is said by main.
    check: ({ url }) =>
      url.trim() === ''
        ? err({ publicUrl: emptyField('publicUrl') })
        : ok(publicAddress(url, hook.path) ?? url.trim()),
    send: async (url) => {
      const host = hostOf(url);
      setAnswer(null);
      setAsked(host);
      const report = await bridge().calls['receiver:test']({ hookId: hook.id, url });
      const error = report.error?.kind === 'app' ? report.error.error : null;
      if (error !== null && (error.kind === 'invalidInput' || isDeclined(error))) return err(error);
      keepHookTest(hook.id, { url, isPassed: report.error === null });
      return ok({ report, host });
    },
    problemsOf: inputProblems('publicUrl'),
    onStored: setAnswer,
  });
  return (
    <TestForm
      form={form}
      running={t('receiver.test.running', { host: asked })}
      report={answer !== null && <SelfTestReport {...answer} />}
    >
      <TextField
        label={t('receiver.test.publicUrl')}
        hint={t('receiver.test.publicUrlHint')}
        error={errorText(form.problems.publicUrl)}
        value={form.values.url}
        onValueChange={(url) => form.change({ url })}
        placeholder={t('receiver.test.placeholder')}
        inputMode="url"
        maxLength={textLimits.url}
        monospace
        beside={
          <Button type="submit" busy={form.busy}>
            {t('receiver.test.run')}
          </Button>
        }
      />
    </TestForm>
  );
}

interface SelfTestReportProps {
  readonly report: Report;
  /** The host of the public address. */
  readonly host: string;
}

function SelfTestReport({ report, host }: SelfTestReportProps) {
  const t = useT();
  return (
    <TestReport
      label={t('receiver.test.report')}
      steps={report.steps.map(({ step, outcome, ms }) => ({
        outcome,
        label: t(`receiver.test.step.${step}`),
        outcomeLabel: t(`receiver.test.outcome.${outcome}`),
        more: ms === null ? null : durationWords(ms, t),
      }))}
    >
      <Verdict report={report} host={host} />
    </TestReport>
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
