import { TriangleAlert } from 'lucide-react';
import { useCallback } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { TickingText } from '#renderer/components/TickingText.tsx';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { DeploymentMark } from '#renderer/features/deployment/endpoints/DeploymentMark.tsx';
import { useDeploymentStatus } from '#renderer/features/deployment/endpoints/useDeploymentStatus.ts';
import { lastTick, useNow } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import { formatDateTime, formatRelativePast } from '#shared/i18n/format.ts';
import { countdownGrain, countdownText } from './countdown.ts';
import { OrderStatusBadge, statusAppearances } from './OrderStatusBadge.tsx';
import { renewalReason } from './renewalText.ts';
import { shortReason } from './statusReason.ts';
import { ValidityBar } from './ValidityBar.tsx';

interface CellProps {
  readonly row: OrderRow;
  readonly status: OrderStatus;
}

/** The time until expiry. Only its text updates every second; the rest of the cell updates every minute. */
export function CountdownCell({ row, status }: CellProps) {
  const t = useT();
  const locale = useLocale();
  const minute = useNow('minute');
  // A new status can draw this cell again between two minutes.
  const now = Math.max(minute, lastTick());
  const { day } = countdownText(row, now, t, locale);
  const { notAfter } = row;
  const time = useCallback((moment: number) => timeLeftText(notAfter, moment, t, 'second'), [notAfter, t]);
  const isUrgent = status === 'expired' || status === 'critical';
  return (
    <div
      className="flex min-w-0 flex-col gap-1"
      title={row.notAfter === null ? undefined : formatDateTime(row.notAfter, locale, 'local')}
    >
      {/* Fixed size and not a flex item, so that new digits cause no layout outside of it. */}
      <div>
        <TickingText
          grain={countdownGrain(row.notAfter, minute)}
          words={time}
          className={`block h-4 truncate leading-4 font-medium [contain:size_layout_style] tabular ${isUrgent ? statusAppearances[status].ink : row.notAfter === null ? 'text-faint' : ''}`}
        />
      </div>
      <ValidityBar notBefore={row.notBefore} notAfter={row.notAfter} status={status} now={now} />
      {day !== '' && <span className="truncate text-2xs leading-3.5 text-faint tabular">{day}</span>}
    </div>
  );
}

/** The status with its reason, the number of findings, and the deployment status. */
export function StatusCell({ row, status, isPolling }: CellProps & { readonly isPolling: boolean }) {
  const t = useT();
  const locale = useLocale();
  const now = useNow('minute');
  const settings = useApp((app) => app.settings);
  const connection = useApp((app) => app.connections.find(({ id }) => id === sourceId(row)));
  const deployment = useDeploymentStatus(row.id);
  const renewal = renewalReason(row, status, now, t);
  const reason =
    renewal?.text ??
    shortReason({ row, status, connection, isPolling, deployment, settings, now, t, locale });
  const findings = t('orders.list.findings', { count: row.findings.length });
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <span className="flex min-w-0 items-center gap-1.5">
        <OrderStatusBadge status={status} />
        {row.findings.length > 0 && (
          <Tooltip text={findings}>
            <span role="img" aria-label={findings} className="text-amber">
              <TriangleAlert size={13} aria-hidden />
            </span>
          </Tooltip>
        )}
        {status !== 'notDeployed' && status !== 'misconfigured' && <DeploymentMark row={row} />}
      </span>
      <span
        className={cx('truncate text-2xs tabular', renewal?.isOverdue === true ? 'text-amber' : 'text-muted')}
        title={reason}
      >
        {reason}
      </span>
    </div>
  );
}

interface ConfirmedTextProps {
  /** Unix ms. */
  readonly at: number | null;
  /** The order is push-only: `at` is when it was last delivered; the service did not confirm it. */
  readonly isDelivered: boolean;
}

/** When the service last confirmed this certificate. */
export function ConfirmedText({ at, isDelivered }: ConfirmedTextProps) {
  const t = useT();
  const locale = useLocale();
  const now = useNow('minute');
  if (at === null) return <span className="text-faint">{t('orders.confirmed.never')}</span>;
  const ago = formatRelativePast(now - at, t);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      // This text needs two lines.
      className={isDelivered ? 'whitespace-normal' : undefined}
      title={t(isDelivered ? 'inbox.pushOnly.delivered' : 'orders.confirmed.ago', {
        ago: formatDateTime(at, locale, 'local'),
      })}
    >
      {isDelivered ? t('inbox.pushOnly.delivered', { ago }) : ago}
    </time>
  );
}
