import { CircleCheck, CircleDashed, CircleX, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const marks = {
  passed: { icon: CircleCheck, look: 'text-green' },
  failed: { icon: CircleX, look: 'text-danger' },
  notReached: { icon: CircleDashed, look: 'text-faint' },
  notNeeded: { icon: Minus, look: 'text-faint' },
} as const;

interface TestStepProps {
  readonly outcome: keyof typeof marks;
  readonly label: string;
  readonly outcomeLabel: string;
  readonly children?: ReactNode;
}

/** One step of a test that the user started: an item of a list. */
export function TestStep({ outcome, label, outcomeLabel, children }: TestStepProps) {
  const { icon: Icon, look } = marks[outcome];
  return (
    <li className="flex items-center gap-1.5 text-xs">
      <Icon size={14} aria-hidden className={cx('shrink-0', look)} />
      <span className={outcome === 'passed' || outcome === 'failed' ? '' : 'text-muted'}>{label}</span>
      <span className="sr-only">{outcomeLabel}</span>
      {children}
    </li>
  );
}
