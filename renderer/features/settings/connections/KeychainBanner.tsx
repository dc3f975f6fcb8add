import { RotateCw } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { keychainErrorOf } from '#shared/domain/keychain.ts';

/** Shown while the keychain asks a person or cannot be used, or tokens are kept in memory only. */
export function KeychainBanner() {
  const t = useT();
  const { state, memoryConsent } = useApp((projection) => projection.keychain);
  const { calls } = bridge();
  if (state.kind === 'waiting')
    return (
      <Banner
        tone="info"
        title={t('keychain.waiting.title')}
        actions={
          <Button size="sm" onClick={() => void calls['keychain:stopWaiting'](null)}>
            {t('keychain.waiting.stop')}
          </Button>
        }
      >
        {t('keychain.waiting.text')}
      </Banner>
    );
  const error = keychainErrorOf(state);
  if (error === null) return null;
  const again = (
    <WorkButton size="sm" icon={RotateCw} work={() => calls['keychain:retry'](null)}>
      {t(`keychain.retry.${error.kind}`)}
    </WorkButton>
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
        {t(`keychain.memoryHint.${error.kind}`)}
      </Banner>
    );
  return (
    <ErrorBanner
      error={error}
      actions={
        <span className="flex flex-col items-stretch gap-1.5">
          {again}
          <Button size="sm" variant="ghost" onClick={() => void calls['keychain:setMemoryConsent'](true)}>
            {t('keychain.useMemory')}
          </Button>
        </span>
      }
    />
  );
}
