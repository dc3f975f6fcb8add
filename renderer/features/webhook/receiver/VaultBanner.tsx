import { ExternalLink, RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { usePlatform, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { VaultLostDialog } from './VaultLostDialog.tsx';
import { isVaultLost } from './vaultLoss.ts';

/** Says over the list that private keys of deliveries cannot be kept, or not for long. Nothing when all is well. */
export function VaultBanner() {
  const t = useT();
  const vault = useApp((app) => app.receiver.vault);
  const platform = usePlatform();
  const isFree = useViewStore((view) => view.dialog.kind === 'none');
  const [wasPutOff, setWasPutOff] = useState(false);
  if (vault.kind === 'unavailable') {
    const { title, next } = describeError(vault.error, t, { platform });
    return (
      <Banner
        tone="danger"
        title={t('receiver.vault.unavailable')}
        actions={
          <Column>
            <TryAgain />
            <Button
              size="sm"
              variant="ghost"
              icon={ExternalLink}
              onClick={() => void bridge().calls['app:openLink']('keychainHelp')}
            >
              {t('receiver.vault.help')}
            </Button>
          </Column>
        }
      >
        <p>{t('receiver.vault.unavailableText')}</p>
        <p>{t('common.sentences', { first: t('receiver.vault.because', { title }), second: next })}</p>
      </Banner>
    );
  }
  if (vault.kind === 'memoryOnly')
    return (
      <Banner tone="warning" title={t('receiver.vault.memoryOnly')} actions={<TryAgain />}>
        {t('receiver.vault.memoryOnlyText')}
      </Banner>
    );
  if (!isVaultLost(vault)) return null;
  const isWrong = vault.kind === 'keyWrong';
  return (
    <>
      <Banner
        tone="danger"
        title={t(isWrong ? 'receiver.vault.wrong' : 'receiver.vault.lost', { count: vault.keys })}
        actions={
          <Button size="sm" onClick={() => setWasPutOff(false)}>
            {t('receiver.vault.resolve')}
          </Button>
        }
      >
        {t('receiver.vault.lostText')}
      </Banner>
      {/* It asks by itself, but never over a dialog that the person is in. */}
      {!wasPutOff && isFree && <VaultLostDialog vault={vault} onClose={() => setWasPutOff(true)} />}
    </>
  );
}

function Column({ children }: { readonly children: ReactNode }) {
  return <span className="flex flex-col items-stretch gap-1.5">{children}</span>;
}

function TryAgain() {
  const t = useT();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="sm"
      icon={RotateCw}
      busy={busy}
      onClick={() => {
        setBusy(true);
        void bridge()
          .calls['vault:retry'](null)
          .finally(() => setBusy(false));
      }}
    >
      {t('common.tryAgain')}
    </Button>
  );
}
