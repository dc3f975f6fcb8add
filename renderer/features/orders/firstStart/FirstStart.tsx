import { Check } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { ConnectionFields } from '#renderer/features/settings/connections/ConnectionFields.tsx';
import {
  type ConnectionForm,
  checkDraft,
  connectionProblems,
  emptyDraft,
} from '#renderer/features/settings/connections/connectionDraft.ts';
import { type Form, useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { ok } from '#shared/result.ts';
import { OrdersStep } from './OrdersStep.tsx';
import { StepFrame } from './StepFrame.tsx';
import { TokenStep } from './TokenStep.tsx';
import { useFirstStartConnection } from './useFirstStart.ts';

/** The first start: leads through connection, token and rids. Shown while `useFirstStart` is true. */
export function FirstStart() {
  const t = useT();
  const [step, setStep] = useState<'connection' | 'token'>('connection');
  const form = useForm({
    initial: emptyDraft,
    check: checkDraft,
    // The connection is stored with its token, in the next step.
    send: async ({ baseUrl }) => ok({ baseUrl }),
    problemsOf: connectionProblems,
    storedValues: ({ baseUrl }, typed) => ({ ...typed, baseUrl }),
    onStored: () => setStep('token'),
  });
  const storedId = useFirstStartConnection();
  const stored = useApp((projection) => projection.connections.find(({ id }) => id === storedId));
  return (
    <div className="mx-auto flex max-w-140 flex-col gap-6 px-6 pt-[clamp(1.25rem,5vh,4.5rem)] pb-8">
      <header className="flex flex-col gap-4">
        <div>
          <h1 className="text-2xl font-semibold">{t('firstStart.title')}</h1>
          <p className="text-md text-muted">{t('firstStart.intro')}</p>
        </div>
        <Steps current={stored === undefined ? step : 'orders'} />
      </header>
      <div className="rounded-xl border border-line bg-surface p-6">
        {stored !== undefined ? (
          <OrdersStep connection={stored} />
        ) : step === 'connection' ? (
          <ConnectionStep form={form} />
        ) : (
          <TokenStep connection={form} onBack={() => setStep('connection')} />
        )}
      </div>
    </div>
  );
}

function ConnectionStep({ form }: { readonly form: ConnectionForm & Pick<Form<unknown>, 'props'> }) {
  const t = useT();
  return (
    <StepFrame
      title={t('firstStart.connection.title')}
      text={t('firstStart.connection.text')}
      formProps={form.props}
      buttons={
        <Button type="submit" form={form.props.id} variant="primary">
          {t('common.next')}
        </Button>
      }
    >
      <ConnectionFields form={form} />
    </StepFrame>
  );
}

const firstStartSteps = ['connection', 'token', 'orders'] as const;
type FirstStartStep = (typeof firstStartSteps)[number];

function Steps({ current }: { readonly current: FirstStartStep }) {
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
