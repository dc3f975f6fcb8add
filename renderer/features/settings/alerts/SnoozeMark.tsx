import { BellOff } from 'lucide-react';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { OrderSnooze } from '#shared/domain/order.ts';
import { formatDateTime } from '#shared/i18n/format.ts';

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
export function useSnoozeText(): (snooze: OrderSnooze) => string {
  const t = useT();
  const locale = useLocale();
  return ({ until, because }) =>
    t(`orders.snooze.until.${because}`, {
      date: until === null ? '' : formatDateTime(until, locale, 'local'),
    });
}
