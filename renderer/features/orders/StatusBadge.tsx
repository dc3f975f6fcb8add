import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { StatusIcon } from './StatusIcon.tsx';
import { statusLooks } from './statusLook.ts';

/** A status as a word on its quiet colour, its shape before it. */
export function StatusBadge({ status }: { readonly status: OrderStatus }) {
  const t = useT();
  const { ink, soft } = statusLooks[status];
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-1 self-start rounded px-1.5 text-2xs font-medium',
        ink,
        soft,
      )}
    >
      <StatusIcon status={status} size={12} />
      <span className="truncate">{t(`orders.status.${status}`)}</span>
    </span>
  );
}
