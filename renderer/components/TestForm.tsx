import { CircleCheck, CircleDashed, CircleX, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Form } from '#renderer/hooks/useForm.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { cx } from './cx.ts';

interface TestFormProps {
  readonly form: Pick<Form<unknown>, 'busy' | 'props'>;
  /** Shown while the test runs. */
  readonly running: string;
  /** A `TestReport`; `null` before the first test, and while one runs. */
  readonly report: ReactNode;
  readonly children: ReactNode;
}

/** A form that tests something, with the report of the test below it. */
export function TestForm({ form, running, report, children }: TestFormProps) {
  return (
    <form {...form.props} className="flex flex-col gap-3">
      {children}
      <div aria-live="polite">
        {form.busy && <p className="text-xs text-muted">{running}</p>}
        {report}
      </div>
    </form>
  );
}

const marks = {
  passed: { icon: CircleCheck, look: 'text-green' },
  failed: { icon: CircleX, look: 'text-danger' },
  notReached: { icon: CircleDashed, look: 'text-faint' },
  notNeeded: { icon: Minus, look: 'text-faint' },
} as const;

interface TestReportProps {
  readonly label: string;
  /** In words: what was tested, what came of it, and more about it. */
  readonly steps: readonly {
    readonly outcome: keyof typeof marks;
    readonly label: string;
    readonly outcomeLabel: string;
    readonly more?: string | null;
  }[];
  /** The verdict. */
  readonly children: ReactNode;
}

/** What a test found, step by step, then in words. */
export function TestReport({ label, steps, children }: TestReportProps) {
  const shown = useShownOnMount<HTMLElement>();
  return (
    <section ref={shown} aria-label={label} className="flex flex-col gap-3">
      <ol className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3">
        {steps.map((step) => {
          const { icon: Icon, look } = marks[step.outcome];
          const isReached = step.outcome === 'passed' || step.outcome === 'failed';
          return (
            <li key={step.label} className="flex items-center gap-1.5 text-xs">
              <Icon size={14} aria-hidden className={cx('shrink-0', look)} />
              <span className={isReached ? '' : 'text-muted'}>{step.label}</span>
              <span className="sr-only">{step.outcomeLabel}</span>
              {step.more != null && <span className="tabular text-muted">{step.more}</span>}
            </li>
          );
        })}
      </ol>
      {children}
    </section>
  );
}
