import { Bell, BellOff } from 'lucide-react';
import { MenuItem, MenuLabel } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { snoozeSpans } from '#shared/domain/order.ts';
import { snoozeOrders, unsnoozeOrders } from './alertActions.ts';

interface SnoozeItemsProps {
  readonly ids: readonly string[];
  /** Whether one of them at least is snoozed. */
  readonly isSnoozed: boolean;
}

/** The items of a menu that silence orders for a while, or end that. */
export function SnoozeItems({ ids, isSnoozed }: SnoozeItemsProps) {
  const t = useT();
  return (
    <>
      <MenuLabel>{t('orders.snooze.title')}</MenuLabel>
      {snoozeSpans.map((span) => (
        <MenuItem key={span} icon={BellOff} onSelect={() => void snoozeOrders(ids, span)}>
          {t(`orders.snooze.span.${span}`)}
        </MenuItem>
      ))}
      {isSnoozed && (
        <MenuItem icon={Bell} onSelect={() => void unsnoozeOrders(ids)}>
          {t('orders.snooze.end')}
        </MenuItem>
      )}
    </>
  );
}
