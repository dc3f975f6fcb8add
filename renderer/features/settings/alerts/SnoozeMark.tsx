import { BellOff } from 'lucide-react';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import type { OrderSnooze } from '#shared/domain/order.ts';
import { useSnoozeText } from './useSnoozeText.ts';

/** Says in a row that its order is silent, and until when. */
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
