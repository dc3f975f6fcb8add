import { Ellipsis } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { DeliveryItems, deliveryIcons, deliveryLabel } from './DeliveryItems.tsx';
import { buttonActions, type DeliveryAction, deliveryActions } from './deliveryActions.ts';
import { runDeliveryAction } from './inboxActions.ts';
import { useDeliveryOrder, useIsExported } from './useDeliveryOrder.ts';

/** Actions that may be the primary button: none that deletes a key or trusts an unverified sender. */
const urging: ReadonlySet<DeliveryAction> = new Set(['export', 'map', 'recheck', 'showOrder']);

interface DeliveryActionsProps {
  readonly delivery: DeliveryView;
  readonly isSuggested: boolean;
}

/**
 * The actions on a delivery with words: the recommended one, a second one for most, and a menu with the others.
 * @param isSuggested an order is suggested above, with a button that links another one
 */
export function DeliveryActions({ delivery, isSuggested }: DeliveryActionsProps) {
  const t = useT();
  const order = useDeliveryOrder(delivery);
  const isExported = useIsExported(delivery);
  const all = deliveryActions(delivery, order !== undefined, isExported);
  const actions = isSuggested ? all.filter((action) => action !== 'map') : all;
  const buttons = buttonActions(actions, delivery);
  const others = actions.filter((action) => !buttons.includes(action));
  if (actions.length === 0) return null;
  const isLinked = order !== undefined;
  return (
    <div className="flex items-start gap-2">
      <span className="flex min-w-0 flex-1 flex-wrap gap-2">
        {buttons.map((action, index) => (
          <Button
            key={action}
            variant={index === 0 && urging.has(action) && !isSuggested ? 'primary' : 'secondary'}
            icon={deliveryIcons[action]}
            onClick={() => runDeliveryAction(action, delivery)}
          >
            {deliveryLabel(action, isLinked, t)}
          </Button>
        ))}
      </span>
      {others.length > 0 && (
        <Menu trigger={<IconButton icon={Ellipsis} label={t('inbox.action.more')} tooltip={false} />}>
          <DeliveryItems delivery={delivery} actions={others} isLinked={isLinked} />
        </Menu>
      )}
    </div>
  );
}
