import { type FormEvent, useEffect, useId, useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { isKeychainError } from '#shared/errors.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import { emptyDraft, hostOf } from './connectionDraft.ts';
import { KeychainHelp } from './KeychainHelp.tsx';
import { TokenInput } from './TokenInput.tsx';
import { useConnectionForm } from './useConnectionForm.ts';
import { useFieldErrorText } from './useFieldErrorText.ts';
import { useNewConnection } from './useNewConnection.ts';

interface NewConnectionProps {
  readonly onAdded: (id: string) => void;
  readonly onUnsavedChange: (isUnsaved: boolean) => void;
}

/** The form that makes a connection: fields, token, a test before anything is stored. */
export function NewConnection({ onAdded, onUnsavedChange }: NewConnectionProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const formId = useId();
  const form = useConnectionForm(emptyDraft);
  const { token, busy, error, subject, add } = useNewConnection(form);
  const [hasToken, setHasToken] = useState(false);
  const { name, baseUrl, ca } = form.draft;
  const isUnsaved = hasToken || name !== '' || baseUrl !== '' || ca.kind !== 'none';
  useEffect(() => onUnsavedChange(isUnsaved), [onUnsavedChange, isUnsaved]);

  const save = async () => {
    const given = subject();
    if (given === null || busy) return;
    const id = await add(given);
    if (id !== null) onAdded(id);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void save().then(() => focusFirstInvalid(form));
  };
  return (
    <div className="flex flex-col gap-5">
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ConnectionFields draft={form.draft} errors={form.errors} onChange={form.change} focusesFirst />
        <FormField
          label={t('connections.token')}
          hint={t('connections.tokenHint')}
          error={errorText(form.errors.token)}
        >
          {(field) => <TokenInput {...field} source={token} onFilledChange={setHasToken} />}
        </FormField>
      </form>
      <section className="flex flex-col gap-3 border-t border-line pt-4">
        <SectionTitle>{t('connections.test.title')}</SectionTitle>
        <ConnectionTest subject={subject} hint={t('connections.test.hint')} />
      </section>
      {isKeychainError(error) && <KeychainHelp error={error} onRepeat={() => void save()} />}
      {error !== null && error.kind !== 'invalidInput' && !isKeychainError(error) && (
        <ErrorBanner reveal error={error} host={hostOf(form.draft.baseUrl)} />
      )}
      <div className="flex justify-end">
        <Button type="submit" form={formId} variant="primary" busy={busy}>
          {t('connections.addAndSave')}
        </Button>
      </div>
    </div>
  );
}
