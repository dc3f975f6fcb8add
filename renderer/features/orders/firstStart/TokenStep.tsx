import { useId } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { ConnectionTest } from '#renderer/features/settings/connections/ConnectionTest.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { KeychainHelp } from '#renderer/features/settings/connections/KeychainHelp.tsx';
import { TokenInput } from '#renderer/features/settings/connections/TokenInput.tsx';
import type { ConnectionForm } from '#renderer/features/settings/connections/useConnectionForm.ts';
import { useFieldErrorText } from '#renderer/features/settings/connections/useFieldErrorText.ts';
import { useNewConnection } from '#renderer/features/settings/connections/useNewConnection.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { isKeychainError } from '#shared/errors.ts';
import { StepFrame } from './StepFrame.tsx';
import { beginSaving, continueFirstStart, endFirstStart } from './useFirstStart.ts';

interface TokenStepProps {
  readonly form: ConnectionForm;
  readonly onBack: () => void;
}

/** The second step: the access token, a test with one rid, and the connection is made. */
export function TokenStep({ form, onBack }: TokenStepProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const formId = useId();
  const { token, busy, error, subject, add } = useNewConnection(form);

  const save = async () => {
    const given = subject();
    if (given === null || busy) return;
    beginSaving();
    const id = await add(given);
    if (id === null) endFirstStart();
    else continueFirstStart(id);
  };
  const isFieldOfFirstStep = error?.kind === 'invalidInput' && error.field !== 'token';
  return (
    <StepFrame
      title={t('firstStart.token.title')}
      text={t('firstStart.token.text', { service: hostOf(form.draft.baseUrl) })}
      formId={formId}
      onSubmit={() => void save()}
      after={
        <>
          <div className="flex flex-col gap-3 border-t border-line pt-4">
            <SectionTitle>{t('firstStart.token.testTitle')}</SectionTitle>
            <ConnectionTest subject={subject} hint={t('firstStart.token.testOptional')} />
          </div>
          {isKeychainError(error) && <KeychainHelp error={error} onRepeat={() => void save()} />}
          {error !== null &&
            !isKeychainError(error) &&
            (error.kind !== 'invalidInput' || isFieldOfFirstStep) && (
              <ErrorBanner reveal error={error} host={hostOf(form.draft.baseUrl)} />
            )}
        </>
      }
      buttons={
        <>
          <Button onClick={onBack}>{t('common.back')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {t('firstStart.token.save')}
          </Button>
        </>
      }
    >
      <FormField
        label={t('connections.token')}
        hint={t('connections.tokenHint')}
        error={errorText(form.errors.token)}
      >
        {(field) => <TokenInput {...field} source={token} />}
      </FormField>
    </StepFrame>
  );
}
