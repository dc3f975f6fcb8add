import { Check, Minus } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { cx } from './cx.ts';

export interface CheckboxState {
  readonly checked: boolean | 'mixed';
  readonly onCheckedChange: (checked: boolean) => void;
}

interface CheckboxInputProps extends CheckboxState, Omit<ComponentProps<'input'>, 'checked' | 'ref'> {
  readonly className: string;
  /** Where the tick is in the box. */
  readonly markClassName: string;
}

/** The box of a checkbox with its tick, whose container is positioned. */
export function CheckboxInput(props: CheckboxInputProps) {
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
