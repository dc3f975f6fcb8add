import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { Disclosure } from '#renderer/components/Disclosure.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { RemoveSection } from '#renderer/components/RemoveSection.tsx';
import { Step, Steps } from '#renderer/components/Steps.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useLeave } from '#renderer/hooks/useUnsaved.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { formatRelativePast } from '#shared/i18n/format.ts';
import { HookAddress, TunnelAddresses } from './AddressLines.tsx';
import { HookForm } from './HookForm.tsx';
import { useHookTest } from './hookAddress.ts';
import { ProtectionNote } from './ProtectionNote.tsx';
import { ReceiverStateBanner } from './ReceiverStateBanner.tsx';
import { SecretsSection } from './SecretsSection.tsx';
import { SelfTest } from './SelfTest.tsx';

interface HookPaneProps {
  readonly hook: HookView;
  readonly onShowListening: () => void;
  readonly onRemoved: () => void;
}

/** Everything about one hook: its set-up in three steps, its name and path, its removal. */
export function HookPane({ hook, onShowListening, onRemoved }: HookPaneProps) {
  const t = useT();
  const leave = useLeave();
  const [isCopied, setIsCopied] = useState(false);
  const [showsAdvanced, setShowsAdvanced] = useState(false);
  const { isPassed } = useHookTest(hook.id);
  const hasArrived = isPassed || hook.lastDeliveryAt !== null;
  const hasSecret = hook.secrets.every(({ state }) => state.kind !== 'absent' && state.kind !== 'unreadable');
  return (
    <div className="flex flex-col gap-5">
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
        <Step number={2} title={t('receiver.steps.address')} state={isCopied || hasArrived ? 'done' : 'open'}>
          <HookAddress hook={hook} onCopied={() => setIsCopied(true)} />
        </Step>
        <Step number={3} title={t('receiver.steps.test')} state={hasArrived ? 'done' : 'open'}>
          <SelfTest hook={hook} />
        </Step>
      </Steps>
      <ProtectionNote />
      <Disclosure title={t('receiver.hook.advanced')} isOpen={showsAdvanced} onOpenChange={setShowsAdvanced}>
        <TunnelAddresses hook={hook} />
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

/** Turns a hook on and off at once, and shows when its last delivery came. */
function HookEnabled({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const now = useTimeOfData();
  const { id, name, path, lastDeliveryAt } = hook;
  const update = useAction((enabled: boolean) => bridge().calls['hooks:update']({ id, name, path, enabled }));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <Checkbox
          label={t('receiver.hook.enabled')}
          hint={t('receiver.hook.enabledHint')}
          checked={hook.enabled}
          disabled={update.busy}
          onCheckedChange={(enabled) => void update.run(enabled)}
        />
        <p className="shrink-0 pt-0.5 text-xs text-muted">
          {lastDeliveryAt === null
            ? t('receiver.hook.noDelivery')
            : t('receiver.hook.lastDelivery', { when: formatRelativePast(now - lastDeliveryAt, t) })}
        </p>
      </div>
      {update.error !== null && <ErrorBanner reveal error={update.error} />}
    </div>
  );
}
