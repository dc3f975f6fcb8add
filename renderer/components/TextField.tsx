import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';

/** The look that every text input, text area and select shares. */
export const fieldClass =
  'w-full rounded-md border border-field bg-surface px-2.5 text-sm text-ink placeholder:text-faint disabled:opacity-55 aria-invalid:border-danger focus-visible:-outline-offset-1';

interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly icon?: LucideIcon;
  /** Fingerprints, rids and addresses read better in a fixed pitch. */
  readonly monospace?: boolean;
}

/** A one-line text input. Inside a FormField, spread the field's props onto it. */
export function TextField({ onValueChange, icon: Icon, monospace, className, ...input }: TextFieldProps) {
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
