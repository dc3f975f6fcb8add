import { ExternalLink, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/PageHeading.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { usePlatform, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { VaultState } from '#shared/domain/receiver.ts';
import { describeError } from '#shared/i18n/describeError.ts';

/** Shown while private keys of deliveries cannot be stored, or only in memory. */
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
          <span className="flex flex-col items-stretch gap-1.5">
            <TryAgain />
            <HelpButton />
          </span>
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
      {/* The dialog opens without a click, but never over another dialog. */}
      {!wasPutOff && isFree && <VaultLostDialog vault={vault} onClose={() => setWasPutOff(true)} />}
    </>
  );
}

function TryAgain() {
  const t = useT();
  return (
    <WorkButton size="sm" icon={RotateCw} work={() => bridge().calls['vault:retry'](null)}>
      {t('common.tryAgain')}
    </WorkButton>
  );
}

function HelpButton({ className = '' }: { readonly className?: string }) {
  const t = useT();
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={ExternalLink}
      className={className}
      onClick={() => void bridge().calls['app:openLink']('keychainHelp')}
    >
      {t('receiver.vault.help')}
    </Button>
  );
}

interface VaultLostDialogProps {
  readonly vault: LostVault;
  /** Closes the dialog without a decision. */
  readonly onClose: () => void;
}

/** For a missing or wrong vault key: why that happens, and the two remedies. */
function VaultLostDialog({ vault, onClose }: VaultLostDialogProps) {
  const t = useT();
  const [retry, setRetry] = useState<'idle' | 'busy' | 'failed'>('idle');
  const startOver = useAction(() => bridge().calls['vault:startOver'](null));
  const { keys: count } = vault;
  const { calls } = bridge();
  const tryAgain = async () => {
    setRetry('busy');
    await calls['vault:retry'](null);
    // After a success main's state removes this dialog.
    setRetry('failed');
  };
  const giveUp = async () => {
    const result = await startOver.run();
    if (result.ok) showToast({ tone: 'success', title: t('receiver.vault.startedAnew') });
  };
  const ways = (
    <>
      <Button
        variant="ghost"
        className="mr-auto text-danger!"
        busy={startOver.busy}
        onClick={() => void giveUp()}
      >
        {t('receiver.vault.startOver')}
      </Button>
      <Button onClick={onClose}>{t('receiver.vault.later')}</Button>
      <Button
        data-autofocus
        variant="primary"
        icon={RotateCw}
        busy={retry === 'busy'}
        onClick={() => void tryAgain()}
      >
        {t('common.tryAgain')}
      </Button>
    </>
  );
  return (
    <Dialog
      onClose={onClose}
      title={t(vault.kind === 'keyWrong' ? 'receiver.vault.wrong' : 'receiver.vault.lost', { count })}
      closeOnOutsideClick={false}
      footer={ways}
    >
      <div className="flex flex-col gap-4 text-sm">
        <section className="flex flex-col gap-1">
          <SectionTitle>{t('receiver.vault.cause')}</SectionTitle>
          <p>{t('receiver.vault.causeText')}</p>
        </section>
        <section className="flex flex-col items-start gap-1">
          <SectionTitle>{t('receiver.vault.todo')}</SectionTitle>
          <p>{t('receiver.vault.todoText')}</p>
          <HelpButton className="-ml-2" />
        </section>
        <div aria-live="polite">
          <p className="text-muted">{t('receiver.vault.certificatesStay')}</p>
          {retry === 'failed' && <p className="mt-2 text-danger">{t('receiver.vault.stillLost')}</p>}
        </div>
        {startOver.error !== null && <ErrorBanner reveal error={startOver.error} />}
      </div>
    </Dialog>
  );
}

/** A vault whose stored keys cannot be decrypted with the key in the keychain. */
type LostVault = Extract<VaultState, { readonly kind: 'keyMissing' | 'keyWrong' }>;

/** Whether the user has to decide: the vault's key is missing or wrong. */
export function isVaultLost(vault: VaultState): vault is LostVault {
  return vault.kind === 'keyMissing' || vault.kind === 'keyWrong';
}
