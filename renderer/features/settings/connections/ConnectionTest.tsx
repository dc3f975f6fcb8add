import { type FormEvent, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ConnectionTestReport } from '#shared/domain/connection.ts';
import { parseRids } from '#shared/domain/rids.ts';
import type { AppError } from '#shared/errors.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { hostOf } from './connectionDraft.ts';
import { TestReport } from './TestReport.tsx';
import { TokenInput, useTokenSource } from './TokenInput.tsx';
import { useFieldErrorText } from './useFieldErrorText.ts';

export type TestSubject = Omit<CallArgs<'connections:test'>, 'rid'>;

interface ConnectionTestProps {
  /** What is to be tested, read when the button is pressed; `null` when the form has yet to be corrected. */
  readonly subject: () => TestSubject | null;
  readonly hint: string;
  /** A rid to begin with, such as one that the connection has. */
  readonly suggestedRid?: string;
  /** The host whose token is asked for here, as none is at hand that belongs to it. */
  readonly tokenFor?: string | null;
}

/** Asks the service for one rid and shows what came of it. */
export function ConnectionTest(props: ConnectionTestProps) {
  const { subject, hint, suggestedRid = '', tokenFor = null } = props;
  const t = useT();
  const errorText = useFieldErrorText();
  const [rid, setRid] = useState(suggestedRid);
  const [ridError, setRidError] = useState<AppError>();
  const source = useTokenSource();
  const [tokenError, setTokenError] = useState<AppError>();
  const [asked, setAsked] = useState<string | null>(null);
  const [answer, setAnswer] = useState<{
    readonly report: ConnectionTestReport;
    readonly host: string;
  } | null>(null);

  const run = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (asked !== null) return;
    const form = event.currentTarget;
    const given = subject();
    const [first] = parseRids(rid).rids;
    setRidError(
      first === undefined
        ? { kind: 'invalidInput', field: 'rid', reason: rid.trim() === '' ? 'empty' : 'malformed' }
        : undefined,
    );
    const token = tokenFor === null ? given?.token : source.read();
    setTokenError(token === '' ? { kind: 'invalidInput', field: 'token', reason: 'empty' } : undefined);
    if (given === null || first === undefined || token === undefined || token === '') {
      focusFirstInvalid(form);
      return;
    }
    const host = hostOf(given.baseUrl);
    setAnswer(null);
    setAsked(host);
    try {
      setAnswer({ report: await bridge().calls['connections:test']({ ...given, token, rid: first }), host });
    } finally {
      setAsked(null);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void run(event)} className="flex flex-col gap-3">
      {tokenFor !== null && (
        <FormField
          label={t('connections.test.token', { service: tokenFor })}
          hint={t('connections.test.tokenHint')}
          error={errorText(tokenError)}
        >
          {(field) => <TokenInput {...field} source={source} />}
        </FormField>
      )}
      <FormField label={t('connections.test.rid')} hint={hint} error={errorText(ridError)}>
        {(field) => (
          <span className="flex gap-2">
            <TextField {...field} value={rid} onValueChange={setRid} maxLength={1000} monospace />
            <Button type="submit" busy={asked !== null}>
              {t('connections.test.run')}
            </Button>
          </span>
        )}
      </FormField>
      <div aria-live="polite">
        {asked !== null && (
          <p className="text-xs text-muted">{t('connections.test.running', { service: asked })}</p>
        )}
        {answer !== null && <TestReport report={answer.report} host={answer.host} />}
      </div>
    </form>
  );
}
