import type { LucideIcon } from 'lucide-react';
import { cx } from './cx.ts';

/** How a state looks: its icon, and the classes of its colours. */
export interface StateAppearance {
  readonly icon: LucideIcon;
  /** The colour of text and lines. */
  readonly ink: string;
  /** The soft background colour. */
  readonly soft: string;
}

/** A state as a coloured label with its icon. */
export function StateBadge({
  appearance,
  text,
}: {
  readonly appearance: StateAppearance;
  readonly text: string;
}) {
  const { icon: Icon, ink, soft } = appearance;
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
