import { TriangleAlert } from 'lucide-react';
import { type PointerEvent, useCallback } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import { TickingText } from '#renderer/components/TickingText.tsx';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { DeploymentMark } from '#renderer/features/deployment/endpoints/DeploymentMark.tsx';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import { formatDate, formatDateTime, formatRelativePast } from '#shared/i18n/format.ts';
import { shortReason } from '#shared/i18n/statusReason.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import { countdownGrain } from './countdown.ts';
import { ValidityBar } from './ValidityBar.tsx';

/** The title of an element, made when the pointer comes: the format of a moment takes the first rows some 5 ms. */
function titleOnHover(words: () => string) {
  return {
    onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      currentTarget.title = words();
    },
  };
}

interface CellProps {
  readonly row: OrderRow;
  readonly status: OrderStatus;
}

/** The time until expiry. Only its text updates every second; the rest updates every minute. */
export function Countdown({ row, status }: CellProps) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const end = endOf(row);
  const time = useCallback((moment: number) => timeLeftText(end, moment, t, 'second'), [end, t]);
  const isUrgent = status === 'expired' || status === 'critical';
  return (
    <>
      <span
        className="flex items-center gap-2"
        {...(end !== null && titleOnHover(() => formatDateTime(end, locale, 'local')))}
      >
        {/* A fixed size that ignores the text, so that new digits cause no layout outside of it. */}
        <TickingText
          grain={countdownGrain(end, now)}
          words={time}
          className={cx(
            'block h-4.5 flex-1 truncate leading-4.5 [contain:size_layout_style] tabular',
            end === null ? 'text-faint' : 'font-semibold',
            isUrgent && statusAppearances[status].ink,
          )}
        />
        {end !== null && (
          <span className="hidden shrink-0 text-2xs text-faint tabular @min-[900px]:inline">
            {formatDate(end, locale, 'local')}
          </span>
        )}
      </span>
      <span className="hidden @min-[560px]:block">
        <ValidityBar row={row} now={now} />
      </span>
    </>
  );
}

/** The status in words with its reason, the number of findings, and the deployment status. */
export function StatusText({ row, status, isPolling }: CellProps & { readonly isPolling: boolean }) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const settings = useApp((app) => app.settings);
  const connection = useApp((app) => app.connections.find(({ id }) => id === sourceId(row)));
  const reason = shortReason({ row, connection, isPolling, settings, now, t, locale });
  const findings = t('orders.list.findings', { count: row.findings.length });
  return (
    <>
      <span className="flex min-w-0 shrink-0 items-center gap-1.5">
        <span className={cx('font-medium', status === 'healthy' ? '' : statusAppearances[status].ink)}>
          {statusText(status, t)}
        </span>
        {row.findings.length > 0 && (
          <Tooltip text={findings}>
            <span role="img" aria-label={findings} className="text-amber">
              <TriangleAlert size={13} aria-hidden />
            </span>
          </Tooltip>
        )}
        <DeploymentMark row={row} status={status} />
      </span>
      {reason !== '' && (
        <span className="min-w-0 truncate text-muted tabular" title={reason}>
          <span aria-hidden className="@min-[900px]:hidden">
            {'· '}
          </span>
          {reason}
        </span>
      )}
    </>
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
  const now = useTimeOfData();
  if (at === null) return <span className="text-faint">{t('orders.confirmed.never')}</span>;
  const ago = formatRelativePast(now - at, t);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      // This text needs two lines.
      className={isDelivered ? 'whitespace-normal' : undefined}
      {...titleOnHover(() =>
        t(isDelivered ? 'inbox.pushOnly.delivered' : 'orders.confirmed.ago', {
          ago: formatDateTime(at, locale, 'local'),
        }),
      )}
    >
      {isDelivered ? t('inbox.pushOnly.delivered', { ago }) : ago}
    </time>
  );
}
