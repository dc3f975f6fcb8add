import { BellOff } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { OrderSnooze } from '#shared/domain/order.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { unsnoozeOrders } from './alertActions.ts';

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

/** Shows in a row that its order is snoozed, and how long. */
export function SnoozeMark({ snooze }: { readonly snooze: OrderSnooze }) {
  const text = useSnoozeText()(snooze);
  return (
    <Tooltip text={text}>
      <span role="img" aria-label={text} className="shrink-0 text-faint">
        <BellOff size={13} aria-hidden />
      </span>
    </Tooltip>
  );
}

/** How long an order is snoozed, and why. */
function useSnoozeText(): (snooze: OrderSnooze) => string {
  const t = useT();
  const locale = useLocale();
  return ({ until, because }) =>
    t(`orders.snooze.until.${because}`, {
      date: until === null ? '' : formatDateTime(until, locale, 'local'),
    });
}
