import { bridge } from '#renderer/bridge.ts';
import { ConfirmDialog } from '#renderer/components/ConfirmDialog.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { closeDialog, useClosedWhen, useViewStore } from '#renderer/stores/viewStore.ts';
import { type DeliveryView, hasKey, isTrusted } from '#shared/domain/delivery.ts';
import { MapDialog } from './MapDialog.tsx';

const dialogs = { mapDelivery: MapDialog, discardDelivery: DiscardDialog } as const;

/** The dialogs about a delivery. They close when their delivery is removed. */
export function InboxDialogs() {
  const dialog = useViewStore((view) => view.dialog);
  const isOpen = dialog.kind === 'mapDelivery' || dialog.kind === 'discardDelivery';
  const delivery = useApp((app) =>
    isOpen ? app.inbox.find(({ id }) => id === dialog.deliveryId) : undefined,
  );
  useClosedWhen(isOpen && delivery === undefined);
  if (!isOpen || delivery === undefined) return null;
  const Question = dialogs[dialog.kind];
  return <Question delivery={delivery} />;
}

/** Asks before a delivery is discarded: its private key cannot be restored. */
function DiscardDialog({ delivery }: { readonly delivery: DeliveryView }) {
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
    <ConfirmDialog
      title={t('inbox.discard.title', { name: delivery.orderName })}
      confirmLabel={t('inbox.discard.confirm')}
      variant="danger"
      busy={discard.busy}
      error={discard.error}
      onConfirm={() => void confirm()}
      onClose={closeDialog}
    >
      <p>{t(hasKey(delivery) ? 'inbox.discard.text' : 'inbox.discard.textNoKey')}</p>
      {isTrusted(delivery) && <p>{t('inbox.discard.trusted')}</p>}
    </ConfirmDialog>
  );
}
