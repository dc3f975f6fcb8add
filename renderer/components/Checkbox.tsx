import { Check, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';

interface BoxState {
  readonly checked: boolean | 'mixed';
  readonly onCheckedChange: (checked: boolean) => void;
}

interface CheckboxProps extends BoxState {
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
      <Box
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

interface BareCheckboxProps extends BoxState {
  /** For screen readers. */
  readonly label: string;
  readonly tabIndex?: number;
}

/**
 * A checkbox without a visible label, in a flex container that is positioned: a list has one in each row. A click four
 * pixels beside the box counts, too.
 */
export function BareCheckbox({ label, ...box }: BareCheckboxProps) {
  return (
    <Box
      {...box}
      aria-label={label}
      className="-m-1 grid size-6 place-content-center rounded-lg before:size-4 before:rounded before:border before:border-field before:bg-surface checked:before:border-accent checked:before:bg-accent indeterminate:before:border-accent indeterminate:before:bg-accent focus-visible:-outline-offset-3"
      markClassName="top-0.5 left-0.5"
    />
  );
}

interface BoxProps extends BoxState {
  readonly 'aria-label'?: string;
  readonly 'aria-description'?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly tabIndex?: number;
  readonly className: string;
  /** Where the tick is. */
  readonly markClassName: string;
}

function Box({ checked, onCheckedChange, className, markClassName, ...attributes }: BoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = checked === 'mixed';
  }, [checked]);
  const Mark = checked === 'mixed' ? Minus : Check;
  return (
    <>
      <input
        {...attributes}
        ref={input}
        type="checkbox"
        checked={checked === true}
        onChange={(event) => onCheckedChange(event.currentTarget.checked)}
        className={cx('shrink-0 appearance-none', className)}
      />
      {checked !== false && (
        <Mark
          size={12}
          strokeWidth={3}
          aria-hidden
          className={cx(
            'pointer-events-none absolute text-on-accent forced-colors:text-[CanvasText]',
            markClassName,
          )}
        />
      )}
    </>
  );
}
