import { Ellipsis } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { DeliveryItems, deliveryIcons, deliveryLabel } from './DeliveryItems.tsx';
import { type DeliveryAction, deliveryActions } from './deliveryActions.ts';
import { runDeliveryAction } from './inboxActions.ts';
import { useDeliveryOrder } from './useDeliveryOrder.ts';

/** Actions that may be the primary button: none that deletes a key or trusts an unverified sender. */
const urging: ReadonlySet<DeliveryAction> = new Set(['export', 'map', 'recheck', 'showOrder']);

interface DeliveryActionsProps {
  readonly delivery: DeliveryView;
  readonly isSuggested: boolean;
}

/**
 * The actions on a delivery with words: the recommended one, a second one, and a menu with the others.
 * @param isSuggested an order is suggested above, with a button that links another one
 */
export function DeliveryActions({ delivery, isSuggested }: DeliveryActionsProps) {
  const t = useT();
  const order = useDeliveryOrder(delivery);
  const actions = deliveryActions(delivery, order !== undefined);
  const [first, second, ...others] = isSuggested ? actions.filter((action) => action !== 'map') : actions;
  if (first === undefined) return null;
  const isLinked = order !== undefined;
  const label = (action: DeliveryAction) => deliveryLabel(action, isLinked, t);
  const run = (action: DeliveryAction) => runDeliveryAction(action, delivery);
  return (
    <div className="flex items-start gap-2">
      <span className="flex min-w-0 flex-1 flex-wrap gap-2">
        <Button
          variant={urging.has(first) && !isSuggested ? 'primary' : 'secondary'}
          icon={deliveryIcons[first]}
          onClick={() => run(first)}
        >
          {label(first)}
        </Button>
        {second !== undefined && (
          <Button icon={deliveryIcons[second]} onClick={() => run(second)}>
            {label(second)}
          </Button>
        )}
      </span>
      {others.length > 0 && (
        <Menu trigger={<IconButton icon={Ellipsis} label={t('inbox.action.more')} tooltip={false} />}>
          <DeliveryItems delivery={delivery} actions={others} isLinked={isLinked} />
        </Menu>
      )}
    </div>
  );
}
