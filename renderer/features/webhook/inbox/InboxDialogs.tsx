import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ConfirmDialog } from '#renderer/components/ConfirmDialog.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { closeDialog, useClosedWhen, useViewStore } from '#renderer/stores/viewStore.ts';
import { type DeliveryView, hasKey, isTrusted } from '#shared/domain/delivery.ts';
import { isPushOnly, orderTitle } from '#shared/domain/order.ts';
import { OrderChooser } from './OrderChooser.tsx';

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

/** Links the name in a delivery to an order. */
function MapDialog({ delivery }: { readonly delivery: DeliveryView }) {
  const t = useT();
  const orders = useApp((app) => app.orders);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const map = useAction((orderId: string) =>
    bridge().calls['inbox:map']({ deliveryId: delivery.id, orderId }),
  );
  const chosen = chosenId === null ? undefined : orders.get(chosenId);
  const { orderName: name, hookName: hook } = delivery;
  async function confirm(): Promise<void> {
    if (chosen === undefined) return;
    const result = await map.run(chosen.id);
    if (!result.ok) return;
    closeDialog();
    showToast({ tone: 'success', title: t('inbox.done.mapped', { order: orderTitle(chosen) }) });
  }
  const consequence =
    chosen === undefined ? 'choose' : isPushOnly(chosen) ? ('pushOnly' as const) : ('pulled' as const);
  return (
    <Dialog
      onClose={closeDialog}
      title={t('inbox.map.title', { name })}
      description={t('inbox.map.description', { hook })}
      footer={
        <>
          <Button onClick={closeDialog}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={map.busy}
            disabled={chosen === undefined}
            onClick={() => void confirm()}
          >
            {t('inbox.map.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {map.error !== null && <ErrorBanner reveal error={map.error} />}
        {orders.size === 0 ? (
          <p className="text-sm text-muted">{t('inbox.map.noOrders')}</p>
        ) : (
          <>
            <OrderChooser
              delivery={delivery}
              chosenId={chosen?.id ?? null}
              onChoose={setChosenId}
              onConfirm={() => void confirm()}
            />
            <p role="status" className="min-h-9 text-xs text-muted">
              {t(`inbox.map.${consequence}`)}
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}
