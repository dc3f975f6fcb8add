import { PanelRight } from 'lucide-react';
import { MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { RowMenuLayer } from '#renderer/components/RowMenuLayer.tsx';
import type { OpenRowMenu } from '#renderer/hooks/useRowMenu.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { openDelivery } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { DeliveryItems } from './DeliveryItems.tsx';
import { deliveryActions } from './deliveryActions.ts';
import { useDeliveryOrder, useIsExported } from './useDeliveryOrder.ts';

interface DeliveryMenuProps {
  readonly delivery: DeliveryView;
  readonly menu: OpenRowMenu;
  readonly onClose: () => void;
}

/** What can be done with a delivery of the list. */
export function DeliveryMenu({ delivery, menu, onClose }: DeliveryMenuProps) {
  const t = useT();
  const order = useDeliveryOrder(delivery);
  const actions = deliveryActions(delivery, order !== undefined, useIsExported(delivery));
  return (
    <RowMenuLayer
      menu={menu}
      label={t('inbox.action.more')}
      row={`[data-delivery-id="${CSS.escape(delivery.id)}"]`}
      onClose={onClose}
    >
      <MenuItem icon={PanelRight} onSelect={() => openDelivery(delivery.id)}>
        {t('orders.action.open')}
      </MenuItem>
      {actions.length > 0 && <MenuSeparator />}
      <DeliveryItems delivery={delivery} actions={actions} isLinked={order !== undefined} />
    </RowMenuLayer>
  );
}
