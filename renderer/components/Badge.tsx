import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Tone, tones } from '#renderer/styles/tone.ts';
import { cx } from './cx.ts';

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A word or a number in a small pill. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  const { ink, soft } = tones[tone];
  return (
    <span
      className={cx(
        'inline-flex h-5 shrink-0 items-center rounded px-1.5 text-2xs font-medium whitespace-nowrap',
        soft,
        ink,
      )}
    >
      {children}
    </span>
  );
}

/** How a state looks: its icon, and the classes of its text and its soft background. */
export interface StateAppearance {
  readonly icon: LucideIcon;
  readonly ink: string;
  readonly soft: string;
}

interface StateBadgeProps {
  readonly appearance: StateAppearance;
  readonly text: string;
}

/** A state as a coloured label with its icon. */
export function StateBadge({ appearance: { icon: Icon, ink, soft }, text }: StateBadgeProps) {
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
