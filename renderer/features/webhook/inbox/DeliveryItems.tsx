import {
  ArrowRightLeft,
  BadgeCheck,
  Download,
  Eraser,
  type LucideIcon,
  PanelRight,
  RefreshCw,
  Trash2,
} from 'lucide-react';
import { MenuItem } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { DeliveryAction } from './deliveryActions.ts';
import { runDeliveryAction } from './inboxActions.ts';

export const deliveryIcons: Readonly<Record<DeliveryAction, LucideIcon>> = {
  export: Download,
  map: ArrowRightLeft,
  approve: BadgeCheck,
  recheck: RefreshCw,
  showOrder: PanelRight,
  unmap: Eraser,
  discard: Trash2,
};

/** @param isLinked the delivery has an order */
export function deliveryLabel(action: DeliveryAction, isLinked: boolean, t: Translate): string {
  return t(action === 'map' && isLinked ? 'inbox.action.mapAnother' : `inbox.action.${action}`);
}

interface DeliveryItemsProps {
  readonly delivery: DeliveryView;
  readonly actions: readonly DeliveryAction[];
  readonly isLinked: boolean;
}

/** Actions on a delivery as the items of a menu. */
export function DeliveryItems({ delivery, actions, isLinked }: DeliveryItemsProps) {
  const t = useT();
  return actions.map((action) => (
    <MenuItem
      key={action}
      icon={deliveryIcons[action]}
      danger={action === 'discard'}
      onSelect={() => runDeliveryAction(action, delivery)}
    >
      {deliveryLabel(action, isLinked, t)}
    </MenuItem>
  ));
}
