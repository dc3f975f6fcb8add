import { type FormEvent, useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { KeychainHelp } from '#renderer/features/settings/connections/KeychainHelp.tsx';
import { useTokenSource } from '#renderer/features/settings/connections/TokenInput.tsx';
import { useFieldErrorText } from '#renderer/features/settings/connections/useFieldErrorText.ts';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { type AppError, isKeychainError } from '#shared/errors.ts';
import { SecretInput } from './SecretInput.tsx';

interface SecretFormProps {
  readonly hookId: string;
  readonly onEnd: () => void;
  readonly onFilledChange: (isFilled: boolean) => void;
}

/** Takes the second secret of a rotation. */
export function SecretForm({ hookId, onEnd, onFilledChange }: SecretFormProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const source = useTokenSource();
  const shown = useShownOnMount<HTMLFormElement>();
  const [missing, setMissing] = useState<AppError>();
  const add = useAction((secret: string) => bridge().calls['hooks:addSecret']({ id: hookId, secret }));
  useEffect(() => () => onFilledChange(false), [onFilledChange]);

  const save = async () => {
    const secret = source.read();
    setMissing(secret === '' ? { kind: 'invalidInput', field: 'secret', reason: 'empty' } : undefined);
    if (secret === '' || add.busy) return;
    const result = await add.run(secret);
    if (!result.ok) return;
    source.clear();
    onEnd();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void save().then(() => focusFirstInvalid(form));
  };
  const { error } = add;
  const refused = missing ?? (error?.kind === 'invalidInput' ? error : undefined);
  return (
    <form ref={shown} noValidate onSubmit={submit} className="flex flex-col gap-3">
      <FormField
        label={t('receiver.secret.label')}
        hint={t('receiver.secret.hint')}
        error={errorText(refused)}
      >
        {(field) => <SecretInput {...field} autoFocus source={source} onFilledChange={onFilledChange} />}
      </FormField>
      {isKeychainError(error) && <KeychainHelp error={error} onRepeat={() => void save()} />}
      {error !== null && error.kind !== 'invalidInput' && !isKeychainError(error) && (
        <ErrorBanner reveal error={error} />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onEnd}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" busy={add.busy}>
          {t('receiver.secret.saveSecond')}
        </Button>
      </div>
    </form>
  );
}
