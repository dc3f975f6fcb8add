import { useState } from 'react';
import { emptyDraft } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useConnectionForm } from '#renderer/features/settings/connections/useConnectionForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { ConnectionStep } from './ConnectionStep.tsx';
import { OrdersStep } from './OrdersStep.tsx';
import { Steps } from './Steps.tsx';
import { TokenStep } from './TokenStep.tsx';
import { useFirstStartConnection } from './useFirstStart.ts';

/** The first start: leads through connection, token and rids. Shown while `useFirstStart` says so. */
export function FirstStart() {
  const t = useT();
  const form = useConnectionForm(emptyDraft);
  const [step, setStep] = useState<'connection' | 'token'>('connection');
  const madeId = useFirstStartConnection();
  const made = useApp((projection) => projection.connections.find(({ id }) => id === madeId));
  return (
    <div className="mx-auto flex max-w-140 flex-col gap-6 px-6 pt-[clamp(1.25rem,5vh,4.5rem)] pb-8">
      <header className="flex flex-col gap-4">
        <div>
          <h1 className="text-2xl font-semibold">{t('firstStart.title')}</h1>
          <p className="text-md text-muted">{t('firstStart.intro')}</p>
        </div>
        <Steps current={made === undefined ? step : 'orders'} />
      </header>
      <div className="rounded-xl border border-line bg-surface p-6">
        {made !== undefined ? (
          <OrdersStep connection={made} />
        ) : step === 'connection' ? (
          <ConnectionStep form={form} onNext={() => setStep('token')} />
        ) : (
          <TokenStep form={form} onBack={() => setStep('connection')} />
        )}
      </div>
    </div>
  );
}
