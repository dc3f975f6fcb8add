import type { LucideIcon } from 'lucide-react';
import { type ComponentPropsWithRef, useState } from 'react';
import { cx } from './cx.ts';
import { Spinner, SpinnerInPlaceOf } from './Spinner.tsx';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly size?: 'sm' | 'md';
  readonly icon?: LucideIcon;
  /** Shows a spinner in the place of the icon, or else of the label, and ignores clicks; the button keeps focus and width. */
  readonly busy?: boolean;
}

const variants = {
  primary: 'border border-transparent bg-accent text-on-accent hover:bg-accent-strong forced-colors:border-3',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-hover active:bg-pressed',
  ghost: 'text-muted hover:bg-hover hover:text-ink active:bg-pressed',
  danger: 'border border-transparent bg-danger-fill text-on-danger hover:opacity-90 forced-colors:border-3',
} as const;

/** A push button with a label. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'md', icon: Icon, busy = false, ...rest } = props;
  const { className, children, onClick, ...button } = rest;
  const iconSize = size === 'sm' ? 14 : 15;
  return (
    <button
      type="button"
      {...button}
      aria-busy={busy || undefined}
      aria-disabled={busy || button['aria-disabled']}
      data-variant={variant}
      onClick={busy ? undefined : onClick}
      className={cx(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:pointer-events-none disabled:opacity-45',
        size === 'sm' ? 'h-7 px-2 text-xs' : 'h-8 px-3 text-sm',
        variants[variant],
        className,
      )}
    >
      {Icon !== undefined && (busy ? <Spinner size={iconSize} /> : <Icon size={iconSize} aria-hidden />)}
      {busy && Icon === undefined ? <SpinnerInPlaceOf>{children}</SpinnerInPlaceOf> : children}
    </button>
  );
}

interface WorkButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Starts with a click. */
  readonly work: () => Promise<unknown>;
}

/** A button that is busy until the work that it started has ended, or while `busy` says so. */
export function WorkButton({ work, busy = false, ...button }: WorkButtonProps) {
  const [isWorking, setWorking] = useState(false);
  const begin = () => {
    setWorking(true);
    void work().finally(() => setWorking(false));
  };
  return <Button {...button} busy={busy || isWorking} onClick={begin} />;
}
