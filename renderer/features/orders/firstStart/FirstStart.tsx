import { useState } from 'react';
import {
  checkDraft,
  connectionProblems,
  emptyDraft,
} from '#renderer/features/settings/connections/connectionDraft.ts';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { ok } from '#shared/result.ts';
import { ConnectionStep } from './ConnectionStep.tsx';
import { OrdersStep } from './OrdersStep.tsx';
import { Steps } from './Steps.tsx';
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
