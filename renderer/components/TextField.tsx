import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './cx.ts';
import { type FieldLabel, FormField } from './FormField.tsx';

/** The look that every text input, text area and select shares. */
export const fieldClass =
  'w-full rounded-md border border-field bg-surface px-2.5 text-sm text-ink placeholder:text-faint disabled:opacity-55 aria-invalid:border-danger focus-visible:-outline-offset-1';

interface TextValue {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Fingerprints, rids and addresses read better in a fixed pitch. */
  readonly monospace?: boolean;
}

interface LabelledInput extends FieldLabel {
  readonly beside?: ReactNode;
}

interface TextInputProps extends TextValue, Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value'> {
  readonly icon?: LucideIcon;
}

/** A one-line text input, with its label if it has one. */
export function TextField({ label, hint, error, beside, ...input }: TextInputProps & LabelledInput) {
  if (label === undefined) return <TextInput {...input} />;
  return (
    <FormField label={label} hint={hint} error={error}>
      {(field) =>
        beside === undefined ? (
          <TextInput {...field} {...input} />
        ) : (
          <span className="flex gap-2">
            <TextInput {...field} {...input} />
            {beside}
          </span>
        )
      }
    </FormField>
  );
}

function TextInput({ onValueChange, icon: Icon, monospace, className, ...input }: TextInputProps) {
  const element = (
    <input
      type="text"
      spellCheck={false}
      autoComplete="off"
      {...input}
      onChange={(event) => onValueChange(event.currentTarget.value)}
      className={cx(
        fieldClass,
        'h-8',
        monospace === true && 'font-mono text-xs',
        Icon !== undefined && 'pl-8',
        className,
      )}
    />
  );
  if (Icon === undefined) return element;
  return (
    <span className="relative block w-full">
      <Icon
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
      />
      {element}
    </span>
  );
}

interface TextAreaProps extends TextValue, Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'value'> {
  readonly label: string;
}

/** A labelled text input of several lines. */
export function TextArea(props: TextAreaProps & Omit<FieldLabel, 'label'>) {
  const { label, hint, error, onValueChange, monospace, className, ...textarea } = props;
  return (
    <FormField label={label} hint={hint} error={error}>
      {(field) => (
        <textarea
          spellCheck={false}
          rows={5}
          {...field}
          {...textarea}
          onChange={(event) => onValueChange(event.currentTarget.value)}
          className={cx(
            fieldClass,
            'block resize-none py-1.5',
            monospace === true && 'font-mono text-xs',
            className,
          )}
        />
      )}
    </FormField>
  );
}
