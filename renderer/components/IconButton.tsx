import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  readonly icon: LucideIcon;
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly size?: 'sm' | 'md';
  readonly busy?: boolean;
  /** `false` where a menu opens from the button, which would fight with a tooltip. `hover`: not on keyboard focus. */
  readonly tooltip?: boolean | 'hover';
}

/** The look of a button that shows an icon alone, without its size. */
export const iconButtonClass =
  'inline-flex shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-pressed hover:text-ink disabled:pointer-events-none disabled:opacity-45 data-[state=open]:bg-pressed data-[state=open]:text-ink';

/** A button that shows an icon alone. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, size = 'md', busy = false, tooltip = true, className, ...button } = props;
  const element = (
    <button
      type="button"
      {...button}
      aria-label={label}
      aria-busy={busy || undefined}
      className={cx(iconButtonClass, size === 'sm' ? 'size-6' : 'size-8', className)}
    >
      {busy ? <Spinner /> : <Icon size={size === 'sm' ? 14 : 16} aria-hidden />}
    </button>
  );
  if (tooltip === false) return element;
  return (
    <Tooltip text={label} onFocus={tooltip !== 'hover'}>
      {element}
    </Tooltip>
  );
}
