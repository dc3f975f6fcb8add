import {
  ArrowRightLeft,
  BadgeCheck,
  Download,
  Ellipsis,
  Eraser,
  type LucideIcon,
  PanelRight,
  RefreshCw,
  Trash2,
} from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { type DeliveryAction, deliveryActions } from './deliveryActions.ts';
import { runDeliveryAction } from './inboxActions.ts';
import { useDeliveryOrder } from './useDeliveryOrder.ts';

const icons: Readonly<Record<DeliveryAction, LucideIcon>> = {
  export: Download,
  map: ArrowRightLeft,
  approve: BadgeCheck,
  recheck: RefreshCw,
  showOrder: PanelRight,
  unmap: Eraser,
  discard: Trash2,
};

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
  const label = (action: DeliveryAction) =>
    t(action === 'map' && order !== undefined ? 'inbox.action.mapAnother' : `inbox.action.${action}`);
  const run = (action: DeliveryAction) => runDeliveryAction(action, delivery);
  return (
    <div className="flex items-start gap-2">
      <span className="flex min-w-0 flex-1 flex-wrap gap-2">
        <Button
          variant={urging.has(first) && !isSuggested ? 'primary' : 'secondary'}
          icon={icons[first]}
          onClick={() => run(first)}
        >
          {label(first)}
        </Button>
        {second !== undefined && (
          <Button icon={icons[second]} onClick={() => run(second)}>
            {label(second)}
          </Button>
        )}
      </span>
      {others.length > 0 && (
        <Menu trigger={<IconButton icon={Ellipsis} label={t('inbox.action.more')} tooltip={false} />}>
          {others.map((action) => (
            <MenuItem
              key={action}
              icon={icons[action]}
              danger={action === 'discard'}
              onSelect={() => run(action)}
            >
              {label(action)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
