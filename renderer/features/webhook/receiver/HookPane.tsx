import { useEffect, useState } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { HookAddress } from './HookAddress.tsx';
import { HookEnabled } from './HookEnabled.tsx';
import { HookForm } from './HookForm.tsx';
import { PointingSteps } from './PointingSteps.tsx';
import { ProtectionNote } from './ProtectionNote.tsx';
import { ReceiverStateBanner } from './ReceiverStateBanner.tsx';
import { RemoveHook } from './RemoveHook.tsx';
import { SecretsSection } from './SecretsSection.tsx';
import { SelfTest } from './SelfTest.tsx';

interface HookPaneProps {
  readonly hook: HookView;
  readonly onUnsavedChange: (isUnsaved: boolean) => void;
  readonly onShowListening: () => void;
  readonly onRemoved: () => void;
}

/** Everything about one hook: its address, how to point the service there, a test, its secrets, its removal. */
export function HookPane({ hook, onUnsavedChange, onShowListening, onRemoved }: HookPaneProps) {
  const t = useT();
  const [isChanged, setIsChanged] = useState(false);
  const [hasSecret, setHasSecret] = useState(false);
  const isUnsaved = isChanged || hasSecret;
  useEffect(() => onUnsavedChange(isUnsaved), [onUnsavedChange, isUnsaved]);
  return (
    <div className="flex flex-col gap-5">
      {hook.enabled ? (
        <ReceiverStateBanner
          actions={
            <Button size="sm" onClick={onShowListening}>
              {t('receiver.state.settings')}
            </Button>
          }
        />
      ) : (
        <Banner tone="neutral" title={t('receiver.state.hookOff')} />
      )}
      <HookEnabled hook={hook} />
      <HookAddress hook={hook} />
      <PointingSteps hook={hook} />
      <SelfTest hook={hook} />
      <SecretsSection hook={hook} onFilledChange={setHasSecret} />
      <HookForm hook={hook} onChangedChange={setIsChanged} />
      <ProtectionNote />
      <RemoveHook hook={hook} onRemoved={onRemoved} />
    </div>
  );
}
