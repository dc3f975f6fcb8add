import { Check } from 'lucide-react';
import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';

const firstStartSteps = ['connection', 'token', 'orders'] as const;
export type FirstStartStep = (typeof firstStartSteps)[number];

/** Shows where in the three steps the person is. */
export function Steps({ current }: { readonly current: FirstStartStep }) {
  const t = useT();
  const at = firstStartSteps.indexOf(current);
  return (
    <ol aria-label={t('firstStart.steps')} className="flex items-center gap-3">
      {firstStartSteps.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'current' : 'ahead';
        return (
          <li
            key={step}
            aria-current={state === 'current' ? 'step' : undefined}
            className="flex items-center gap-2"
          >
            {index > 0 && <span aria-hidden className="mr-1 h-px w-6 bg-line-strong" />}
            <span
              aria-hidden
              className={cx(
                'flex size-5 items-center justify-center rounded-full text-2xs font-semibold',
                state === 'ahead' ? 'bg-pressed text-muted' : 'bg-accent text-on-accent',
              )}
            >
              {state === 'done' ? <Check size={12} strokeWidth={3} /> : index + 1}
            </span>
            <span className={cx('text-sm', state === 'current' ? 'font-medium' : 'text-muted')}>
              {t(`firstStart.step.${step}`)}
              <span className="sr-only"> ({t(`firstStart.stepState.${state}`)})</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
