import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { isPushOnly, orderTitle } from '#shared/domain/order.ts';
import { OrderChooser } from './OrderChooser.tsx';

/** Links the name in a delivery to an order. */
export function MapDialog({ delivery }: { readonly delivery: DeliveryView }) {
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
