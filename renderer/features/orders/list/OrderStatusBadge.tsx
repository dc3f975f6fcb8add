import {
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  Clock,
  ClockFading,
  FileWarning,
  FileX2,
  KeyRound,
  OctagonAlert,
  ServerCog,
  ServerOff,
  TriangleAlert,
} from 'lucide-react';
import { type StateAppearance, StateBadge } from '#renderer/components/Badge.tsx';
import { cx } from '#renderer/components/cx.ts';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { statusText } from '#shared/i18n/statusText.ts';

/** How a status looks. Each has its own icon, so that colour is never the only difference. */
interface StatusAppearance extends StateAppearance {
  /** The class that fills the validity bar. */
  readonly fill: string;
}

export const statusAppearances: Readonly<Record<OrderStatus, StatusAppearance>> = {
  expired: { icon: CircleX, ink: 'text-danger', soft: 'bg-danger-soft', fill: 'bg-danger' },
  critical: { icon: OctagonAlert, ink: 'text-orange', soft: 'bg-orange-soft', fill: 'bg-orange' },
  damaged: { icon: FileX2, ink: 'text-danger', soft: 'bg-danger-soft', fill: 'bg-danger' },
  notDeployed: { icon: ServerOff, ink: 'text-orange', soft: 'bg-orange-soft', fill: 'bg-orange' },
  misconfigured: { icon: ServerCog, ink: 'text-amber', soft: 'bg-amber-soft', fill: 'bg-amber' },
  rejected: { icon: KeyRound, ink: 'text-pink', soft: 'bg-pink-soft', fill: 'bg-pink' },
  failing: { icon: TriangleAlert, ink: 'text-pink', soft: 'bg-pink-soft', fill: 'bg-pink' },
  needsReview: { icon: FileWarning, ink: 'text-amber', soft: 'bg-amber-soft', fill: 'bg-amber' },
  stale: { icon: CircleQuestionMark, ink: 'text-violet', soft: 'bg-violet-soft', fill: 'bg-violet' },
  notYetValid: { icon: ClockFading, ink: 'text-blue', soft: 'bg-blue-soft', fill: 'bg-blue' },
  expiring: { icon: Clock, ink: 'text-amber', soft: 'bg-amber-soft', fill: 'bg-amber' },
  neverFetched: { icon: CircleDashed, ink: 'text-gray', soft: 'bg-gray-soft', fill: 'bg-gray' },
  healthy: { icon: CircleCheck, ink: 'text-green', soft: 'bg-green-soft', fill: 'bg-green' },
};

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
}) {
  const { status, size = 16, named = false } = props;
  const t = useT();
  const { icon: Icon, ink } = statusAppearances[status];
  const name = named
    ? ({ role: 'img', 'aria-label': statusText(status, t) } as const)
    : ({ 'aria-hidden': true } as const);
  return <Icon size={size} className={cx('shrink-0', ink)} {...name} />;
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
