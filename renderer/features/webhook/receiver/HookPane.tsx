import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { Disclosure } from '#renderer/components/Disclosure.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { RemoveSection } from '#renderer/components/InlineQuestion.tsx';
import { Step, Steps } from '#renderer/components/Steps.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useLeave } from '#renderer/hooks/useUnsaved.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { DeliveryStep, useLastDelivery } from './DeliveryStep.tsx';
import { HookForm } from './HookForm.tsx';
import { useHookTest } from './hookAddress.ts';
import { ProtectionNote } from './ProtectionNote.tsx';
import { ReachableStep } from './ReachableStep.tsx';
import { ReceiverStateBanner } from './ReceiverStateBanner.tsx';
import { SecretsSection } from './SecretsSection.tsx';
import { SelfTest } from './SelfTest.tsx';

interface HookPaneProps {
  readonly hook: HookView;
  readonly onShowListening: () => void;
  readonly onRemoved: () => void;
}

/** Everything about one hook: its set-up in steps that end with a delivery, its name and path, its removal. */
export function HookPane({ hook, onShowListening, onRemoved }: HookPaneProps) {
  const t = useT();
  const leave = useLeave();
  const [showsAdvanced, setShowsAdvanced] = useState(false);
  const { isPassed } = useHookTest(hook.id);
  const hasArrived = useLastDelivery(hook) !== null;
  const isReached = isPassed || hasArrived;
  const hasSecret = hook.secrets.every(({ state }) => state.kind !== 'absent' && state.kind !== 'unreadable');
  return (
    <div data-hook={hook.path} className="flex flex-col gap-5">
      {hook.enabled ? (
        <ReceiverStateBanner
          actions={
            <Button size="sm" onClick={() => leave(onShowListening)}>
              {t('receiver.state.settings')}
            </Button>
          }
        />
      ) : (
        <Banner tone="neutral" title={t('receiver.state.hookOff')} />
      )}
      <HookEnabled hook={hook} />
      <Steps>
        <Step number={1} title={t('receiver.steps.secret')} state={hasSecret ? 'done' : 'open'}>
          <SecretsSection hook={hook} />
        </Step>
        <Step number={2} title={t('receiver.steps.reachable')} state={isReached ? 'done' : 'open'}>
          <ReachableStep hook={hook} onShowListening={() => leave(onShowListening)} />
        </Step>
        <Step number={3} title={t('receiver.steps.test')} state={isReached ? 'done' : 'open'}>
          <SelfTest hook={hook} />
        </Step>
        <Step
          number={4}
          title={t('receiver.steps.deliver')}
          state={hasArrived ? 'done' : isReached ? 'open' : 'later'}
        >
          <DeliveryStep hook={hook} />
        </Step>
      </Steps>
      <ProtectionNote />
      <Disclosure title={t('receiver.hook.advanced')} isOpen={showsAdvanced} onOpenChange={setShowsAdvanced}>
        <HookForm hook={hook} />
      </Disclosure>
      <RemoveSection
        texts="receiver.remove"
        question={t('receiver.remove.question', { name: hook.name })}
        remove={() => bridge().calls['hooks:remove'](hook.id)}
        onRemoved={onRemoved}
      />
    </div>
  );
}

/** Turns a hook on and off at once. */
function HookEnabled({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const { id, name, path } = hook;
  const update = useAction((enabled: boolean) => bridge().calls['hooks:update']({ id, name, path, enabled }));
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label={t('receiver.hook.enabled')}
        hint={t('receiver.hook.enabledHint')}
        checked={hook.enabled}
        disabled={update.busy}
        onCheckedChange={(enabled) => void update.run(enabled)}
      />
      {update.error !== null && <ErrorBanner reveal error={update.error} />}
    </div>
  );
}
