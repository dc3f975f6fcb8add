import { useEffect } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import type { EndpointDialogState } from '#renderer/stores/dialog.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { AddSuggestedDialog } from './AddSuggestedDialog.tsx';
import { EndpointDialog } from './EndpointDialog.tsx';

/** The dialogs about endpoints. A form closes when its endpoint or order is removed. */
export function EndpointDialogs() {
  const dialog = useViewStore((view) => view.dialog);
  switch (dialog.kind) {
    case 'endpoint':
      return <OpenForm dialog={dialog} />;
    case 'addSuggested':
      return <AddSuggestedDialog orderIds={dialog.orderIds} />;
    default:
      return null;
  }
}

function OpenForm({ dialog }: { readonly dialog: EndpointDialogState }) {
  const { orderId, endpointId, text } = dialog;
  const order = useApp((app) => app.orders.get(orderId));
  const endpoint = useApp((app) => app.endpoints.find(({ id }) => id === endpointId)) ?? null;
  const isGone = order === undefined || (endpointId !== null && endpoint === null);
  useEffect(() => {
    if (isGone) closeDialog();
  }, [isGone]);
  if (isGone) return null;
  return <EndpointDialog order={order} endpoint={endpoint} text={text} />;
}
