import { ExternalLink, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { KeychainError } from '#shared/errors.ts';

interface KeychainHelpProps {
  readonly error: KeychainError;
  /** Does again what failed, after the keychain was asked anew or the person agreed to memory. */
  readonly onRepeat: () => void;
}

/** Stands in a form whose token could not be kept: what to do, and the consent to keep it in memory for now. */
export function KeychainHelp({ error, onRepeat }: KeychainHelpProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const ref = useShownOnMount<HTMLDivElement>();
  const after = async (call: Promise<null>) => {
    setBusy(true);
    await call;
    setBusy(false);
    onRepeat();
  };
  const { calls } = bridge();
  return (
    <div ref={ref} className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <ErrorBanner error={error} />
      <div className="flex flex-wrap gap-2">
        <Button icon={RotateCw} busy={busy} onClick={() => void after(calls['keychain:retry'](null))}>
          {t('keychain.tryAgain')}
        </Button>
        <Button
          variant="ghost"
          icon={ExternalLink}
          onClick={() => void calls['app:openLink']('keychainHelp')}
        >
          {t('keychain.help')}
        </Button>
      </div>
      <div className="flex flex-col items-start gap-2 border-t border-line pt-3">
        <p className="text-xs text-muted">{t('keychain.memoryExplained')}</p>
        <Button busy={busy} onClick={() => void after(calls['keychain:setMemoryConsent'](true))}>
          {t('keychain.keepInMemory')}
        </Button>
      </div>
    </div>
  );
}
