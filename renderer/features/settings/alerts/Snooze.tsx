import { BellOff } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { OrderSnooze } from '#shared/domain/order.ts';
import { unsnoozeOrders } from './alertActions.ts';
import { useSnoozeText } from './SnoozeMark.tsx';

/** Shows in the panel how long an order is snoozed, and ends that. */
export function SnoozeBar({ id, snooze }: { readonly id: string; readonly snooze: OrderSnooze }) {
  const t = useT();
  const text = useSnoozeText()(snooze);
  return (
    <div className="mx-5 mb-4 flex items-center gap-2.5 rounded-lg bg-gray-soft py-2 pr-2 pl-3 text-xs">
      <BellOff size={15} aria-hidden className="shrink-0 text-gray" />
      <p className="min-w-0 flex-1 tabular">{text}</p>
      <Button size="sm" onClick={() => void unsnoozeOrders([id])}>
        {t('orders.snooze.end')}
      </Button>
    </div>
  );
}
