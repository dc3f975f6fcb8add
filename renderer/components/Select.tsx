import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';
import { type FieldLabel, FormField } from './FormField.tsx';
import { fieldClass } from './TextField.tsx';

interface SelectProps<Value extends string>
  extends Omit<ComponentPropsWithRef<'select'>, 'onChange' | 'value' | 'children'> {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onValueChange: (value: Value) => void;
}

/** A native choice of one among few, with its label if it has one. */
export function Select<Value extends string>({
  label,
  hint,
  error,
  ...select
}: SelectProps<Value> & FieldLabel) {
  if (label === undefined) return <NativeSelect {...select} />;
  return (
    <FormField label={label} hint={hint} error={error}>
      {(field) => <NativeSelect {...field} {...select} />}
    </FormField>
  );
}

/** The platform's own list, reachable by keyboard and by screen readers. */
function NativeSelect<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onValueChange, className, ...select } = props;
  return (
    <span className={cx('relative block', className)}>
      <select
        {...select}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen !== undefined) onValueChange(chosen.value);
        }}
        className={cx(fieldClass, 'h-8 appearance-none pr-8')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
