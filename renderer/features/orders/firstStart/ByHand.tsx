import type { KeyboardEvent } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { TextArea, TextField } from '#renderer/components/TextField.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import { CaFileField } from '#renderer/features/settings/connections/ConnectionFields.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { FirstStartForm } from './useFirstStartForm.ts';

/** One field for each part. An error of the service or of the network is shown at the field that it concerns. */
export function ByHand({ setup }: { readonly setup: FirstStartForm }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const { form, token, trial, complete } = setup;
  const { values, problems } = form;
  const host = hostOf(values.baseUrl);
  const { step, error } = trial.failed ?? { step: null, error: null };
  /** The error and the hint of a field: its own problem first, then what the trial found about it. */
  const words = (problem: AppError | undefined, hint: string, ...steps: readonly (string | null)[]) => {
    if (problem !== undefined || error === null || !steps.includes(step))
      return { error: errorText(problem), hint };
    const { title, why, next } = describeError(error, t, { host });
    return { error: title, hint: t('common.sentences', { first: why, second: next }) };
  };
  const isUntrusted =
    error?.kind === 'tls' && (error.reason === 'notTrusted' || error.reason === 'selfSigned');
  const enter = { onBlur: complete, onKeyDown: onEnter(complete) };
  return (
    <div className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-4">
      <TextField
        label={t('connections.baseUrl')}
        {...words(problems.baseUrl, t('connections.baseUrlHint'), 'address', 'reach')}
        value={values.baseUrl}
        onValueChange={(baseUrl) => setup.changeConnection({ baseUrl })}
        placeholder={t('connections.baseUrlPlaceholder')}
        inputMode="url"
        maxLength={textLimits.url}
        monospace
        data-part="address"
        {...enter}
      />
      {step === 'tls' && error !== null && (
        <ErrorBanner reveal error={error} host={host} actions={isUntrusted && <ChooseCa setup={setup} />} />
      )}
      <TokenInput
        label={t('connections.token')}
        {...words(problems.token, t('connections.tokenHint'), 'token')}
        source={token}
        onFilledChange={setup.tokenTyped}
        data-part="token"
        {...enter}
      />
      <TextArea
        label={t('addOrders.rids')}
        hint={t('addOrders.ridsHint')}
        rows={3}
        value={values.ridsText}
        onValueChange={(ridsText) => form.change({ ridsText })}
        monospace
        data-part="rids"
        onBlur={complete}
      />
      <TextField
        label={t('connections.name')}
        hint={t('connections.nameHint')}
        error={errorText(problems.name)}
        value={values.name}
        onValueChange={(name) => form.change({ name })}
        placeholder={URL.canParse(values.baseUrl) ? host : ''}
        maxLength={textLimits.name}
      />
      <CaFileField
        ca={values.ca}
        problem={problems.caFile}
        onChange={(ca) => {
          setup.changeConnection({ ca });
          complete();
        }}
      />
    </div>
  );
}

/** Chooses the CA file where it is missed, and tries again. */
function ChooseCa({ setup }: { readonly setup: FirstStartForm }) {
  const t = useT();
  const choice = useAction(() => bridge().calls['connections:chooseCaFile'](null));
  const choose = async (button: HTMLButtonElement) => {
    const result = await choice.run();
    if (!result.ok || result.value === null) return;
    setup.changeConnection({ ca: { kind: 'chosen', file: result.value } });
    setup.complete();
    // The button disappears with the problem, and would take the focus along.
    button.form?.querySelector<HTMLElement>('[data-primary]')?.focus();
  };
  return (
    <span className="flex flex-col items-end gap-1">
      <Button variant="primary" busy={choice.busy} onClick={(event) => void choose(event.currentTarget)}>
        {t('firstStart.chooseCa')}
      </Button>
      {choice.error !== null && (
        <span role="alert" className="text-xs text-danger">
          {describeError(choice.error, t).title}
        </span>
      )}
    </span>
  );
}

/** Enter completes a field instead of sending the form. */
function onEnter(complete: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    complete();
  };
}
