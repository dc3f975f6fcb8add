import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { statusLooks } from './statusLook.ts';

/** A status as its shape in its colour. Decoration unless `named`: mostly the word stands beside it. */
export function StatusIcon(props: {
  readonly status: OrderStatus;
  readonly size?: number;
  readonly named?: boolean;
}) {
  const { status, size = 16, named = false } = props;
  const t = useT();
  const { icon: Icon, ink } = statusLooks[status];
  const name = named
    ? ({ role: 'img', 'aria-label': t(`orders.status.${status}`) } as const)
    : ({ 'aria-hidden': true } as const);
  return <Icon size={size} className={cx('shrink-0', ink)} {...name} />;
}
