import { ExternalLink, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import type { LostVault } from './vaultLoss.ts';

interface VaultLostDialogProps {
  readonly vault: LostVault;
  /** Puts the question off. */
  readonly onClose: () => void;
}

/** The vault key is not there, or not the right one: why that happens, and the two ways out of it. */
export function VaultLostDialog({ vault, onClose }: VaultLostDialogProps) {
  const t = useT();
  const [retry, setRetry] = useState<'idle' | 'busy' | 'failed'>('idle');
  const startAnew = useAction(() => bridge().calls['vault:startAnew'](null));
  const { keys: count } = vault;
  const { calls } = bridge();
  const tryAgain = async () => {
    setRetry('busy');
    await calls['vault:retry'](null);
    // Where it helped, main's word takes this dialog away.
    setRetry('failed');
  };
  const giveUp = async () => {
    const result = await startAnew.run();
    if (result.ok) showToast({ tone: 'success', title: t('receiver.vault.startedAnew') });
  };
  const ways = (
    <>
      <Button
        variant="ghost"
        className="mr-auto text-danger!"
        busy={startAnew.busy}
        onClick={() => void giveUp()}
      >
        {t('receiver.vault.startAnew')}
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
      open
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
          <Button
            size="sm"
            variant="ghost"
            icon={ExternalLink}
            className="-ml-2"
            onClick={() => void calls['app:openLink']('keychainHelp')}
          >
            {t('receiver.vault.help')}
          </Button>
        </section>
        <div aria-live="polite">
          <p className="text-muted">{t('receiver.vault.certificatesStay')}</p>
          {retry === 'failed' && <p className="mt-2 text-danger">{t('receiver.vault.stillLost')}</p>}
        </div>
        {startAnew.error !== null && <ErrorBanner reveal error={startAnew.error} />}
      </div>
    </Dialog>
  );
}
