import { StateBadge } from '#renderer/components/StateBadge.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { statusLooks } from './statusLook.ts';

/** A status as a word on its quiet colour, its shape before it. */
export function StatusBadge({ status }: { readonly status: OrderStatus }) {
  const t = useT();
  return <StateBadge look={statusLooks[status]} text={t(`orders.status.${status}`)} />;
}
