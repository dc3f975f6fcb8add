import type { ComponentPropsWithRef } from 'react';
import type { SecretSource } from '#renderer/hooks/useSecretSource.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { cx } from './cx.ts';
import { type FieldLabel, FormField } from './FormField.tsx';
import { fieldClass } from './TextField.tsx';

interface TokenInputProps extends Omit<ComponentPropsWithRef<'input'>, 'ref' | 'type' | 'value' | 'onInput'> {
  readonly source: SecretSource;
  /** Called with every key, never with what was typed. */
  readonly onFilledChange: (isFilled: boolean) => void;
}

/** The input for an access token, with its label if it has one: never shown in clear, never filled in. */
export function TokenInput({ label, hint, error, ...input }: TokenInputProps & FieldLabel) {
  if (label === undefined) return <HiddenInput {...input} />;
  return (
    <FormField label={label} hint={hint} error={error}>
      {(field) => <HiddenInput {...field} {...input} />}
    </FormField>
  );
}

function HiddenInput({ source, onFilledChange, className, ...input }: TokenInputProps) {
  return (
    <input
      {...input}
      ref={source.ref}
      onInput={(event) => onFilledChange(event.currentTarget.value.trim() !== '')}
      type="password"
      autoComplete="off"
      spellCheck={false}
      maxLength={textLimits.token}
      className={cx(fieldClass, 'h-8', className)}
    />
  );
}
