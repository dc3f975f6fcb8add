import type { LucideIcon } from 'lucide-react';
import { cx } from './cx.ts';

/** The shape of a state, and the classes of its colours. */
export interface StateLook {
  readonly icon: LucideIcon;
  /** The colour of text and lines. */
  readonly ink: string;
  /** The quiet colour behind them. */
  readonly soft: string;
}

/** A state as a word on its quiet colour, its shape before it. */
export function StateBadge({ look, text }: { readonly look: StateLook; readonly text: string }) {
  const { icon: Icon, ink, soft } = look;
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 self-start rounded px-1.5 text-2xs font-medium',
        ink,
        soft,
      )}
    >
      <Icon size={12} aria-hidden className="shrink-0" />
      <span className="truncate">{text}</span>
    </span>
  );
}
