import { Check, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';

interface CheckboxProps {
  readonly label: ReactNode;
  readonly checked: boolean | 'mixed';
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  readonly tabIndex?: number;
}

/** A native checkbox with three states and its label. */
export function Checkbox(props: CheckboxProps) {
  const { label, checked, onCheckedChange, disabled, hideLabel = false, hint, tabIndex } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = checked === 'mixed';
  }, [checked]);
  const Mark = checked === 'mixed' ? Minus : Check;
  return (
    <label
      className={cx(
        'inline-flex items-start gap-2',
        hideLabel ? '-m-1 p-1' : 'min-h-6',
        disabled === true && 'opacity-55',
      )}
    >
      <span className={cx('relative inline-flex size-4 shrink-0', !hideLabel && 'mt-0.5')}>
        <input
          ref={input}
          type="checkbox"
          checked={checked === true}
          disabled={disabled}
          tabIndex={tabIndex}
          onChange={(event) => onCheckedChange(event.currentTarget.checked)}
          className="size-4 appearance-none rounded border border-field bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent"
        />
        {checked !== false && (
          <Mark
            size={12}
            strokeWidth={3}
            aria-hidden
            className="pointer-events-none absolute inset-0.5 text-on-accent forced-colors:text-[CanvasText]"
          />
        )}
      </span>
      <span className={hideLabel ? 'sr-only' : 'flex flex-col text-sm'}>
        <span>{label}</span>
        {hint !== undefined && <span className="text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
