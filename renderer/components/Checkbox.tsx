import type { ReactNode } from 'react';
import { CheckboxInput, type CheckboxState } from './CheckboxInput.tsx';
import { cx } from './cx.ts';

interface CheckboxProps extends CheckboxState {
  readonly label: ReactNode;
  readonly disabled?: boolean;
  readonly hint?: ReactNode;
  /** More about it than the label, for the pointer and for screen readers. */
  readonly tip?: string;
}

/** A native checkbox with three states and its label. */
export function Checkbox({ label, disabled, hint, tip, ...state }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is its input
    <label
      title={tip}
      className={cx('relative inline-flex min-h-6 items-start gap-2', disabled === true && 'opacity-55')}
    >
      <CheckboxInput
        {...state}
        aria-description={tip}
        disabled={disabled}
        className="mt-0.5 size-4 rounded border border-field bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent"
        markClassName="top-1 left-0.5"
      />
      <span className="flex flex-col text-sm">
        <span>{label}</span>
        {hint !== undefined && <span className="text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
