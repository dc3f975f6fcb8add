import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';
import { fieldClass } from './TextField.tsx';

interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly monospace?: boolean;
}

/** A text input of several lines. Inside a FormField, spread the field's props onto it. */
export function TextArea({ onValueChange, monospace, className, ...textarea }: TextAreaProps) {
  return (
    <textarea
      spellCheck={false}
      rows={5}
      {...textarea}
      onChange={(event) => onValueChange(event.currentTarget.value)}
      className={cx(
        fieldClass,
        'block resize-none py-1.5',
        monospace === true && 'font-mono text-xs',
        className,
      )}
    />
  );
}
