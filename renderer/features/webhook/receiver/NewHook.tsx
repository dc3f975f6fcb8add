import { type FormEvent, useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { type FieldErrors, fieldErrorsOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { KeychainHelp } from '#renderer/features/settings/connections/KeychainHelp.tsx';
import { useTokenSource } from '#renderer/features/settings/connections/TokenInput.tsx';
import { useFieldErrorText } from '#renderer/features/settings/connections/useFieldErrorText.ts';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { isKeychainError } from '#shared/errors.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { checkNewHook } from './hookDraft.ts';
import { NewPath } from './NewPath.tsx';
import { ProtectionNote } from './ProtectionNote.tsx';
import { SecretInput } from './SecretInput.tsx';

interface NewHookProps {
  readonly onAdded: (id: string) => void;
  readonly onUnsavedChange: (isUnsaved: boolean) => void;
}

/** The form that makes a hook: a name, a secret, a path. */
export function NewHook({ onAdded, onUnsavedChange }: NewHookProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const source = useTokenSource();
  const [name, setName] = useState('');
  const [path, setPath] = useState<string | null>(null);
  const [hasSecret, setHasSecret] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const add = useAction((args: CallArgs<'hooks:add'>) => bridge().calls['hooks:add'](args));
  const isUnsaved = hasSecret || name !== '' || path !== null;
  useEffect(() => onUnsavedChange(isUnsaved), [onUnsavedChange, isUnsaved]);

  const save = async () => {
    if (add.busy) return;
    const checked = checkNewHook({ name, path, secret: source.read() });
    setErrors(checked.ok ? {} : checked.error);
    if (!checked.ok) return;
    const result = await add.run(checked.value);
    if (!result.ok) {
      setErrors(fieldErrorsOf(result.error));
      return;
    }
    source.clear();
    onUnsavedChange(false);
    onAdded(result.value.id);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void save().then(() => focusFirstInvalid(form));
  };
  const { error } = add;
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">{t('receiver.hook.newIntro')}</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormField
          label={t('receiver.hook.name')}
          hint={t('receiver.hook.nameHint')}
          error={errorText(errors.name)}
        >
          {(field) => (
            <TextField
              {...field}
              data-autofocus
              value={name}
              onValueChange={(next) => {
                setName(next);
                setErrors(({ name: _, ...left }) => left);
              }}
              placeholder={t('receiver.hook.namePlaceholder')}
              maxLength={200}
              required
            />
          )}
        </FormField>
        <FormField
          label={t('receiver.secret.label')}
          hint={t('receiver.secret.hint')}
          error={errorText(errors.secret)}
        >
          {(field) => <SecretInput {...field} source={source} onFilledChange={setHasSecret} />}
        </FormField>
        <NewPath path={path} error={errorText(errors.path)} onChange={setPath} />
        {isKeychainError(error) && <KeychainHelp error={error} onRepeat={() => void save()} />}
        {error !== null && error.kind !== 'invalidInput' && !isKeychainError(error) && (
          <ErrorBanner reveal error={error} />
        )}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={add.busy}>
            {t('receiver.hook.addAndSave')}
          </Button>
        </div>
      </form>
      <ProtectionNote />
    </div>
  );
}
