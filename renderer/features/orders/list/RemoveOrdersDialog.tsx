import { ConfirmDialog } from '#renderer/components/ConfirmDialog.tsx';
import { usePlatform, useT } from '#renderer/hooks/useT.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { removeNow } from './orderActions.ts';

/** Asks before many orders are removed at once, such as all by Ctrl+A and Delete. */
export function RemoveOrdersDialog() {
  const t = useT();
  const dialog = useViewStore((view) => view.dialog);
  const keys = usePlatform() === 'darwin' ? '⌘Z' : 'Ctrl+Z';
  if (dialog.kind !== 'removeOrders') return null;
  const { orderIds } = dialog;
  return (
    <ConfirmDialog
      title={t('orders.removal.title', { count: orderIds.length })}
      confirmLabel={t('orders.action.remove')}
      variant="primary"
      busy={false}
      onConfirm={() => {
        closeDialog();
        void removeNow(orderIds);
      }}
      onClose={closeDialog}
    >
      <p>{t('orders.removal.text', { keys })}</p>
    </ConfirmDialog>
  );
}
