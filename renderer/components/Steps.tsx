import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import { cx } from './cx.ts';

/** Steps that are taken in order: an ordered list of `Step`. */
export function Steps({ children }: { readonly children: ReactNode }) {
  return <ol className="flex flex-col">{children}</ol>;
}

interface StepProps {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  /** `later`: it can't be taken yet. */
  readonly state: 'done' | 'open' | 'later';
  readonly children?: ReactNode;
}

const looks = {
  done: 'bg-green-soft text-green',
  open: 'bg-accent-soft text-accent-ink',
  later: 'bg-sunken text-muted',
} as const;

/** One step: ticked once it is done. */
export function Step({ number, title, state, children }: StepProps) {
  const t = useT();
  return (
    <li data-step={state} className="group grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className="flex flex-col items-center gap-1">
        <span
          className={cx(
            'flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold',
            looks[state],
          )}
        >
          {state === 'done' ? <Check size={14} strokeWidth={3} /> : number}
        </span>
        <span className="w-px flex-1 bg-line group-last:hidden" />
      </span>
      <div className="flex min-w-0 flex-col gap-2 pt-0.5 pb-6 group-last:pb-1">
        <h3 className={cx('text-sm font-semibold', state === 'later' && 'text-muted')}>
          {title}
          {state === 'done' && <span className="sr-only"> ({t('common.done')})</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
