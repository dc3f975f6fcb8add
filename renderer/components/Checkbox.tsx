import { Check, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';

interface CheckboxProps {
  /** `bareLabel` in its place: only screen readers have it. A click beside the box counts all the same. */
  readonly label?: ReactNode;
  readonly bareLabel?: string;
  readonly checked: boolean | 'mixed';
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly hint?: ReactNode;
  /** More about it than the label, for the pointer and for screen readers. */
  readonly tip?: string;
  readonly tabIndex?: number;
}

/** A native checkbox with three states and its label. */
export function Checkbox(props: CheckboxProps) {
  const { label, bareLabel, checked, onCheckedChange, disabled, hint, tip, tabIndex } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = checked === 'mixed';
  }, [checked]);
  const Mark = checked === 'mixed' ? Minus : Check;
  const isBare = bareLabel !== undefined;
  return (
    <label
      title={tip}
      className={cx(
        'relative inline-flex items-start gap-2',
        isBare ? '-m-1 p-1' : 'min-h-6',
        disabled === true && 'opacity-55',
      )}
    >
      <input
        ref={input}
        type="checkbox"
        aria-label={bareLabel}
        aria-description={tip}
        checked={checked === true}
        disabled={disabled}
        tabIndex={tabIndex}
        onChange={(event) => onCheckedChange(event.currentTarget.checked)}
        className={cx(
          'size-4 shrink-0 appearance-none rounded border border-field bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
          !isBare && 'mt-0.5',
        )}
      />
      {checked !== false && (
        <Mark
          size={12}
          strokeWidth={3}
          aria-hidden
          className={cx(
            'pointer-events-none absolute text-on-accent forced-colors:text-[CanvasText]',
            isBare ? 'top-1.5 left-1.5' : 'top-1 left-0.5',
          )}
        />
      )}
      {!isBare && (
        <span className="flex flex-col text-sm">
          <span>{label}</span>
          {hint !== undefined && <span className="text-xs text-muted">{hint}</span>}
        </span>
      )}
    </label>
  );
}
