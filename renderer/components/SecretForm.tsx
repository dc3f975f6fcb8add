import type { ReactNode } from 'react';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { emptyField, inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { type SecretSource, useSecretSource } from '#renderer/hooks/useSecretSource.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { Button } from './Button.tsx';
import { type FieldProps, FormField } from './FormField.tsx';
import { StoreFailure } from './StoreFailure.tsx';

interface SecretInputProps extends FieldProps {
  readonly autoFocus: true;
  readonly source: SecretSource;
  readonly onFilledChange: (isFilled: boolean) => void;
}

interface SecretFormProps {
  readonly label: string;
  readonly hint: string;
  readonly saveLabel: string;
  readonly store: (secret: string) => Promise<Result<unknown>>;
  /** Called when the secret was stored, and by Cancel. */
  readonly onEnd: () => void;
  readonly children: (input: SecretInputProps) => ReactNode;
}

/** A form that stores one secret. */
export function SecretForm(props: SecretFormProps) {
  const { label, hint, saveLabel, store, onEnd, children } = props;
  const t = useT();
  const errorText = useFieldErrorText();
  const source = useSecretSource();
  const shown = useShownOnMount<HTMLDivElement>();
  const form = useForm({
    initial: { isFilled: false },
    check: ({ isFilled }) => (isFilled ? ok(null) : err({ secret: emptyField('secret') })),
    send: () => store(source.read()),
    problemsOf: inputProblems('secret'),
    onStored: () => {
      source.clear();
      onEnd();
    },
  });
  return (
    <form {...form.props}>
      <div ref={shown} className="flex flex-col gap-3">
        <FormField label={label} hint={hint} error={errorText(form.problems.secret)}>
          {(input) =>
            children({
              ...input,
              autoFocus: true,
              source,
              onFilledChange: (isFilled) => form.change({ isFilled }),
            })
          }
        </FormField>
        <StoreFailure error={form.failure} onRepeat={() => void form.submit()} />
        <div className="flex justify-end gap-2">
          <Button onClick={onEnd}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {saveLabel}
          </Button>
        </div>
      </div>
    </form>
  );
}
