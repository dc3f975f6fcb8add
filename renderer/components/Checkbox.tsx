import { Check, Minus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
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

interface CheckboxState {
  readonly checked: boolean | 'mixed';
  readonly onCheckedChange: (checked: boolean) => void;
}

interface CheckboxInputProps extends CheckboxState, Omit<ComponentProps<'input'>, 'checked' | 'ref'> {
  readonly className: string;
  /** Where the tick is in the box. */
  readonly markClassName: string;
}

/** The box of a checkbox with its tick, whose container is positioned. */
function CheckboxInput(props: CheckboxInputProps) {
  const { checked, onCheckedChange, className, markClassName, ...attributes } = props;
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

interface BareCheckboxProps extends CheckboxState {
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
    <CheckboxInput {...box} aria-label={label} className="bare-checkbox" markClassName="top-0.5 left-0.5" />
  );
}
