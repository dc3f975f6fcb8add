import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  /** Can't be chosen; its hint says why. */
  readonly disabled?: boolean;
}

interface RadioGroupProps<Value extends string> {
  readonly legend: ReactNode;
  readonly value: Value;
  readonly options: readonly RadioOption<Value>[];
  readonly onValueChange: (value: Value) => void;
}

/** A choice of one among few whose consequences need a line each: native radio buttons, two in a row where there is room. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, value, options, onValueChange } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'flex items-start gap-2 rounded-lg border px-3 py-2 transition-colors',
              option.value === value ? 'border-accent bg-accent-soft' : 'border-line',
              option.value !== value && option.disabled !== true && 'hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValueChange(option.value)}
              className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-field bg-surface checked:border-5 checked:border-accent disabled:opacity-45"
            />
            <span className="flex min-w-0 flex-col text-sm">
              <span className={option.disabled === true ? 'text-muted' : ''}>{option.label}</span>
              {option.hint !== undefined && <span className="text-xs text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
