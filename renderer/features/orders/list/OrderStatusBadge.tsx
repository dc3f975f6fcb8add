import { StateBadge } from '#renderer/components/Badge.tsx';
import { cx } from '#renderer/components/cx.ts';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { statusText } from '#shared/i18n/statusText.ts';

/** A status as a coloured label with its icon. */
export function OrderStatusBadge({ status }: { readonly status: OrderStatus }) {
  const t = useT();
  return <StateBadge appearance={statusAppearances[status]} text={statusText(status, t)} />;
}

/** The icon of a status. Hidden from screen readers unless `named`, because its text is usually beside it. */
export function OrderStatusIcon(props: {
  readonly status: OrderStatus;
  readonly size?: number;
  readonly named?: boolean;
  readonly className?: string;
}) {
  const { status, size = 16, named = false, className } = props;
  const t = useT();
  const { icon: Icon, ink } = statusAppearances[status];
  const name = named
    ? ({ role: 'img', 'aria-label': statusText(status, t) } as const)
    : ({ 'aria-hidden': true } as const);
  return <Icon size={size} className={cx('shrink-0', ink, className)} {...name} />;
}

/** Marks an order that is only delivered by WebHook, never polled. */
export function PushOnlyMark() {
  const t = useT();
  return (
    <Tooltip text={t('inbox.pushOnly.hint')}>
      <span className="inline-flex h-4 shrink-0 items-center rounded bg-violet-soft px-1 text-2xs font-medium whitespace-nowrap text-violet">
        {t('inbox.pushOnly.mark')}
      </span>
    </Tooltip>
  );
}
