import { ExternalLink, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { type AppError, isKeychainError, type KeychainError } from '#shared/errors.ts';
import { Button } from './Button.tsx';
import { ErrorBanner } from './ErrorBanner.tsx';

interface StoreFailureProps {
  readonly error: AppError | null;
  readonly host?: string | undefined;
  readonly onRepeat: () => void;
}

/** Why a form with a secret was not stored. */
export function StoreFailure({ error, host, onRepeat }: StoreFailureProps) {
  if (error === null) return null;
  if (isKeychainError(error)) return <KeychainHelp error={error} onRepeat={onRepeat} />;
  return <ErrorBanner reveal error={error} host={host} />;
}

interface KeychainHelpProps {
  readonly error: KeychainError;
  /** Repeats what failed, after the keychain was tried again or the user agreed to keep secrets in memory. */
  readonly onRepeat: () => void;
}

/** For a secret that the keychain did not take: what to do, and the consent to keep it in memory. */
function KeychainHelp({ error, onRepeat }: KeychainHelpProps) {
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
          {t(`keychain.retry.${error.kind}`)}
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
