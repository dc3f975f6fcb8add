import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { keychainErrorOf } from '#shared/domain/keychain.ts';

/** Shown while the keychain cannot be used, or tokens are kept in memory only. */
export function KeychainBanner() {
  const t = useT();
  const { state, memoryConsent } = useApp((projection) => projection.keychain);
  const [trying, setTrying] = useState(false);
  const error = keychainErrorOf(state);
  if (error === null) return null;
  const { calls } = bridge();
  const retry = async () => {
    setTrying(true);
    await calls['keychain:retry'](null);
    setTrying(false);
  };
  const again = (
    <Button size="sm" icon={RotateCw} busy={trying} onClick={() => void retry()}>
      {t('keychain.tryAgain')}
    </Button>
  );
  if (memoryConsent)
    return (
      <Banner
        tone="warning"
        title={t('keychain.memoryActive')}
        actions={
          <>
            <Button size="sm" variant="ghost" onClick={() => void calls['keychain:setMemoryConsent'](false)}>
              {t('keychain.endConsent')}
            </Button>
            {again}
          </>
        }
      >
        {t('keychain.memoryActiveHint')}
      </Banner>
    );
  return (
    <ErrorBanner
      error={error}
      actions={
        <span className="flex flex-col items-stretch gap-1.5">
          {again}
          <Button size="sm" onClick={() => void calls['keychain:setMemoryConsent'](true)}>
            {t('keychain.useMemory')}
          </Button>
        </span>
      }
    />
  );
}
