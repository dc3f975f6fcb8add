import { type ComponentType, useEffect } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { DiscardDialog } from './DiscardDialog.tsx';
import { MapDialog } from './MapDialog.tsx';

const dialogs = {
  mapDelivery: MapDialog,
  discardDelivery: DiscardDialog,
} as const satisfies Record<string, ComponentType<{ readonly delivery: DeliveryView }>>;

/** The dialogs about a delivery. They close when their delivery is removed. */
export function InboxDialogs() {
  const dialog = useViewStore((view) => view.dialog);
  switch (dialog.kind) {
    case 'mapDelivery':
    case 'discardDelivery':
      return <OpenDialog kind={dialog.kind} deliveryId={dialog.deliveryId} />;
    default:
      return null;
  }
}

function OpenDialog({
  kind,
  deliveryId,
}: {
  readonly kind: keyof typeof dialogs;
  readonly deliveryId: string;
}) {
  const delivery = useApp((app) => app.inbox.find(({ id }) => id === deliveryId));
  const isGone = delivery === undefined;
  useEffect(() => {
    if (isGone) closeDialog();
  }, [isGone]);
  const Question = dialogs[kind];
  return isGone ? null : <Question delivery={delivery} />;
}
