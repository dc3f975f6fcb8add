import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/PageHeading.tsx';
import { TestForm, TestReport } from '#renderer/components/TestForm.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { emptyField, type Problems, useForm } from '#renderer/hooks/useForm.ts';
import { useSecretSource } from '#renderer/hooks/useSecretSource.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { ConnectionTestReport } from '#shared/domain/connection.ts';
import { parseRids } from '#shared/domain/rids.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { hostOf } from './connectionDraft.ts';

type TestSubject = Omit<CallArgs<'connections:test'>, 'rid'>;

interface TestDraft {
  readonly rid: string;
  /** The host that a token was entered for. */
  readonly tokenHost: string | null;
}

interface ConnectionTestProps {
  /** What to test, read when the button is pressed; `null` while the form around it has problems. */
  readonly subject: () => TestSubject | null;
  /** The rid to test with, such as one of the connection's orders; empty: the user enters one. */
  readonly rid?: string;
  /** The host whose token the user enters here, as none is stored for it. */
  readonly tokenFor?: string | null;
}

/** The part of a page that asks the service for one rid and shows the result. */
export function ConnectionTest({ subject, rid: knownRid = '', tokenFor = null }: ConnectionTestProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const token = useSecretSource();
  const [asked, setAsked] = useState('');
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const check = ({ rid, tokenHost }: TestDraft): Result<string, Problems<'rid' | 'token'>> => {
    const [first] = parseRids(rid).rids;
    if (first !== undefined && tokenHost === tokenFor) return ok(first);
    const reason = rid.trim() === '' ? 'empty' : 'malformed';
    return err({
      ...(first === undefined && { rid: { kind: 'invalidInput', field: 'rid', reason } }),
      ...(tokenHost !== tokenFor && { token: emptyField('token') }),
    });
  };
  const form = useForm({
    initial: { rid: knownRid, tokenHost: null } as TestDraft,
    compared: () => null,
    check,
    send: async (rid) => {
      const given = subject();
      if (given === null) return ok(null);
      const host = hostOf(given.baseUrl);
      setAnswer(null);
      setAsked(host);
      const own = tokenFor === null ? given.token : token.read();
      return ok({ report: await bridge().calls['connections:test']({ ...given, token: own, rid }), host });
    },
    problemsOf: () => ({}),
    onRefused: () => void subject(),
    onStored: setAnswer,
  });
  const run = (
    <Button type="submit" busy={form.busy}>
      {t('connections.test.run')}
    </Button>
  );
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <SectionTitle>{t('connections.test.title')}</SectionTitle>
      <TestForm
        form={form}
        running={t('connections.test.running', { service: asked })}
        report={answer !== null && <ConnectionReport {...answer} />}
      >
        {tokenFor !== null && (
          <TokenInput
            label={t('connections.test.token', { service: tokenFor })}
            hint={t('connections.test.tokenHint')}
            error={errorText(form.problems.token)}
            source={token}
            onFilledChange={(isFilled) => form.change({ tokenHost: isFilled ? tokenFor : null })}
          />
        )}
        {knownRid === '' ? (
          <TextField
            label={t('connections.test.rid')}
            hint={t('connections.test.hint')}
            error={errorText(form.problems.rid)}
            value={form.values.rid}
            onValueChange={(rid) => form.change({ rid })}
            maxLength={textLimits.rid}
            monospace
            beside={run}
          />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-xs text-muted">{t('connections.test.hint')}</p>
            {run}
          </div>
        )}
      </TestForm>
    </section>
  );
}

interface TestAnswer {
  readonly report: ConnectionTestReport;
  readonly host: string;
}

function ConnectionReport({ report, host }: TestAnswer) {
  const t = useT();
  const locale = useLocale();
  return (
    <TestReport
      label={t('connections.test.report')}
      steps={report.steps.map(({ step, outcome }) => ({
        outcome,
        label: t(`connections.test.step.${step}`),
        outcomeLabel: t(`connections.test.outcome.${outcome}`),
      }))}
    >
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
    </TestReport>
  );
}
