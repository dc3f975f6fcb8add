import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import { type DeliveryView, isTrusted } from '#shared/domain/delivery.ts';
import { hasKey } from './deliveryActions.ts';

/** Asks before a delivery is discarded: its private key cannot be brought back. */
export function DiscardDialog({ delivery }: { readonly delivery: DeliveryView }) {
  const t = useT();
  const discard = useAction(() => bridge().calls['inbox:discard']([delivery.id]));
  async function confirm(): Promise<void> {
    const result = await discard.run();
    if (!result.ok) return;
    closeDialog();
    showToast({
      tone: 'neutral',
      title: t(delivery.verdict.kind === 'accepted' ? 'inbox.done.keyDeleted' : 'inbox.done.discarded'),
      ...(hasKey(delivery) && delivery.verdict.kind !== 'accepted'
        ? { text: t('inbox.done.discardedText') }
        : {}),
    });
  }
  return (
    <Dialog
      open
      onClose={closeDialog}
      size="sm"
      title={t('inbox.discard.title', { name: delivery.orderName })}
      footer={
        <>
          <Button data-autofocus onClick={closeDialog}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" busy={discard.busy} onClick={() => void confirm()}>
            {t('inbox.discard.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p>{t(hasKey(delivery) ? 'inbox.discard.text' : 'inbox.discard.textNoKey')}</p>
        {isTrusted(delivery) && <p>{t('inbox.discard.trusted')}</p>}
        {discard.error !== null && <ErrorBanner reveal error={discard.error} />}
      </div>
    </Dialog>
  );
}
