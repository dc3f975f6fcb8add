import { Check, ChevronDown, type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { StepState } from '#shared/domain/deploymentSteps.ts';
import { formatDateTime } from '#shared/i18n/format.ts';

interface StepProps {
  readonly name: 'issued' | 'files' | 'servers';
  readonly state: StepState;
  /** When the step was done or checked last: its text, and the instant (Unix ms). */
  readonly when?: { readonly text: string; readonly at: number } | undefined;
  /** One or two sentences. */
  readonly children: ReactNode;
  /** The button that helps, beside the one for the details. */
  readonly action?: ReactNode;
  readonly secondAction?: ReactNode;
  /** What can be expanded; a step without it has no details. */
  readonly details?: ReactNode;
  readonly expansion?: Expansion;
}

/** One step of the deployment: its mark, its sentence, the button that helps, and its details. */
export function Step({ name, state, when, children, action, secondAction, details, expansion }: StepProps) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const title = t(`places.steps.${name}`);
  const isOpen = expansion?.isOpen === true;
  return (
    <li
      aria-labelledby={`${id}-title`}
      data-step={name}
      className="group/step relative grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0"
    >
      <span
        aria-hidden
        className={cx(
          'absolute top-7 -bottom-0.5 left-[11px] w-0.5 rounded-full group-last/step:hidden',
          state === 'done' ? 'bg-green/60' : 'bg-line-strong',
        )}
      />
      <StepMark state={state} />
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex items-baseline justify-between gap-2">
          <h4 id={`${id}-title`} className="text-sm leading-6 font-semibold">
            {title}
          </h4>
          {when !== undefined && (
            <time
              dateTime={new Date(when.at).toISOString()}
              title={formatDateTime(when.at, locale, 'local')}
              className="text-xs text-muted tabular"
            >
              {when.text}
            </time>
          )}
        </div>
        <div data-selectable className="flex min-w-0 flex-col gap-1 text-xs">
          {children}
        </div>
        {isOpen && (
          <div id={`${id}-details`} className="mt-1 flex flex-col gap-2">
            {details}
          </div>
        )}
        {(action !== undefined || secondAction !== undefined || details !== undefined) && (
          <div className="mt-1 flex flex-wrap items-center gap-2 empty:hidden">
            {action}
            {secondAction}
            {details !== undefined && expansion !== undefined && (
              <Button
                size="sm"
                variant="ghost"
                aria-expanded={isOpen}
                aria-controls={isOpen ? `${id}-details` : undefined}
                aria-describedby={`${id}-title`}
                onClick={expansion.toggle}
                className="first:-ml-2"
              >
                {t(isOpen ? 'places.steps.hideDetails' : 'places.steps.details')}
                <ChevronDown size={14} aria-hidden className={isOpen ? 'rotate-180' : ''} />
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

interface Expansion {
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Whether the details of a step are shown: as the user chose, or else once `opensByItself` was true. */
export function useExpansion(opensByItself: boolean): Expansion {
  const [isOpen, setOpen] = useState(opensByItself);
  const [hasOpened, setOpened] = useState(opensByItself);
  if (opensByItself !== hasOpened) {
    setOpened(opensByItself);
    if (opensByItself) setOpen(true);
  }
  return { isOpen, toggle: () => setOpen(!isOpen) };
}

const marks: Readonly<
  Record<StepState, { readonly look: string; readonly icon: LucideIcon | string | null }>
> = {
  done: { look: 'rounded-full bg-green text-surface', icon: Check },
  attention: { look: 'rounded-full border-2 border-amber bg-amber-soft text-amber', icon: '!' },
  problem: { look: 'rounded-md bg-danger text-surface', icon: X },
  waiting: { look: 'rounded-full border-2 border-field bg-surface text-muted', icon: '…' },
  unknown: { look: 'rounded-full border-2 border-field bg-surface text-muted', icon: '?' },
  empty: { look: 'rounded-full border-2 border-dashed border-field', icon: null },
};

/** The state of a step, told by shape as well as by colour. */
function StepMark({ state }: { readonly state: StepState }) {
  const t = useT();
  const { look, icon: Icon } = marks[state];
  return (
    <span
      role="img"
      aria-label={t(`places.steps.state.${state}`)}
      className={cx('flex size-6 items-center justify-center text-sm font-bold', look)}
    >
      {typeof Icon === 'string' ? (
        <span aria-hidden>{Icon}</span>
      ) : (
        Icon !== null && <Icon size={14} strokeWidth={3} aria-hidden />
      )}
    </span>
  );
}
