import type { ReactNode } from 'react';
import type { Tone } from '#renderer/styles/tone.ts';
import { cx } from './cx.ts';

const looks: Readonly<Record<Tone, string>> = {
  neutral: 'bg-gray-soft text-gray',
  info: 'bg-blue-soft text-blue',
  success: 'bg-green-soft text-green',
  warning: 'bg-amber-soft text-amber',
  danger: 'bg-danger-soft text-danger',
};

/** A word or a number in a small pill. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 shrink-0 items-center rounded px-1.5 text-2xs font-medium whitespace-nowrap',
        looks[tone],
      )}
    >
      {children}
    </span>
  );
}
