import { type FormEvent, useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { type FieldErrors, fieldErrorsOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useFieldErrorText } from '#renderer/features/settings/connections/useFieldErrorText.ts';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { checkHook } from './hookDraft.ts';
import { keepPublicUrl } from './publicUrls.ts';

interface HookFormProps {
  readonly hook: HookView;
  /** Told whether something was typed that is not saved. */
  readonly onChangedChange: (isChanged: boolean) => void;
}

/** The name and the path of a hook. */
export function HookForm({ hook, onChangedChange }: HookFormProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const [name, setName] = useState(hook.name);
  const [path, setPath] = useState(hook.path);
  const [errors, setErrors] = useState<FieldErrors>({});
  const update = useAction((fields: { readonly name: string; readonly path: string }) =>
    bridge().calls['hooks:update']({ id: hook.id, enabled: hook.enabled, ...fields }),
  );
  const isChanged = name !== hook.name || path !== hook.path;
  useEffect(() => onChangedChange(isChanged), [onChangedChange, isChanged]);

  const replace = (fields: { readonly name: string; readonly path: string }) => {
    setName(fields.name);
    setPath(fields.path);
    setErrors({});
  };
  const save = async () => {
    if (update.busy) return;
    const checked = checkHook({ name, path });
    setErrors(checked.ok ? {} : checked.error);
    if (!checked.ok) return;
    const result = await update.run(checked.value);
    if (!result.ok) {
      setErrors(fieldErrorsOf(result.error));
      return;
    }
    // What was tested led to the former path.
    if (result.value.path !== hook.path) keepPublicUrl(hook.id, '');
    replace(result.value);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void save().then(() => focusFirstInvalid(form));
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 border-t border-line pt-4">
      <FormField
        label={t('receiver.hook.name')}
        hint={t('receiver.hook.nameHint')}
        error={errorText(errors.name)}
      >
        {(field) => (
          <TextField
            {...field}
            value={name}
            onValueChange={(next) => {
              setName(next);
              setErrors(({ name: _, ...left }) => left);
            }}
            maxLength={200}
            required
          />
        )}
      </FormField>
      <FormField
        label={t('receiver.hook.path')}
        hint={t(path === hook.path ? 'receiver.hook.pathHint' : 'receiver.hook.pathMoves')}
        error={errorText(errors.path)}
      >
        {(field) => (
          <TextField
            {...field}
            value={path}
            onValueChange={(next) => {
              setPath(next);
              setErrors(({ path: _, ...left }) => left);
            }}
            maxLength={1000}
            required
            monospace
          />
        )}
      </FormField>
      {update.error !== null && update.error.kind !== 'invalidInput' && (
        <ErrorBanner reveal error={update.error} />
      )}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" disabled={!isChanged} onClick={() => replace(hook)}>
          {t('receiver.hook.discard')}
        </Button>
        <Button type="submit" variant="primary" busy={update.busy} disabled={!isChanged}>
          {t('receiver.hook.save')}
        </Button>
      </div>
    </form>
  );
}
