import { useEffect } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { copyKey } from './copyActions.ts';

/** The question before a private key is copied. It closes by itself when its order is gone. */
export function CopyKeyDialog() {
  const dialog = useViewStore((view) => view.dialog);
  return dialog.kind === 'copyKey' ? <OpenDialog orderId={dialog.orderId} /> : null;
}

function OpenDialog({ orderId }: { readonly orderId: string }) {
  const row = useApp((app) => app.orders.get(orderId));
  const isGone = row === undefined;
  useEffect(() => {
    if (isGone) closeDialog();
  }, [isGone]);
  return isGone ? null : <Question row={row} />;
}

function Question({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const name = orderTitle(row);
  const copy = useAction(() => copyKey(row.id));
  return (
    <Dialog
      open
      onClose={closeDialog}
      size="sm"
      title={t('orders.copy.question.title', { name })}
      footer={
        <>
          <Button data-autofocus onClick={closeDialog}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" busy={copy.busy} onClick={() => void copy.run()}>
            {t('orders.copy.question.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p className="wrap-anywhere">{t('orders.copy.question.text', { name })}</p>
        <p>{t('orders.copy.question.clipboard')}</p>
        {copy.error !== null && <ErrorBanner reveal error={copy.error} />}
      </div>
    </Dialog>
  );
}
