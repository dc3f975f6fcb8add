import { TriangleAlert } from 'lucide-react';
import { type PointerEvent, useCallback } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import { TickingText } from '#renderer/components/TickingText.tsx';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { DeploymentMark } from '#renderer/features/deployment/endpoints/DeploymentMark.tsx';
import type { Grain } from '#renderer/hooks/ticker.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import { formatDate, formatDateTime, formatRelativePast } from '#shared/i18n/format.ts';
import { shortReason } from '#shared/i18n/statusReason.ts';
import { statusText } from '#shared/i18n/statusText.ts';
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
export function TimeCell({ row, status }: CellProps) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const end = endOf(row);
  const time = useCallback((moment: number) => timeLeftText(end, moment, t, 'second'), [end, t]);
  const isUrgent = status === 'expired' || status === 'critical';
  return (
    <td
      className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5 [grid-area:time]"
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
      <ValidityBar row={row} now={now} className="@max-[560px]:hidden" />
    </td>
  );
}

/** The status in words with its reason, the number of findings, and the deployment status. */
export function StatusCell({ row, status, isPolling }: CellProps & { readonly isPolling: boolean }) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const settings = useApp((app) => app.settings);
  const connection = useApp((app) => app.connections.find(({ id }) => id === sourceId(row)));
  const reason = shortReason({ row, connection, isPolling, settings, now, t, locale });
  const findings = t('orders.list.findings', { count: row.findings.length });
  return (
    <td className="flex min-w-0 gap-x-1.5 text-xs [grid-area:status] @min-[900px]:flex-col">
      <span
        className={cx(
          'flex min-w-0 shrink-0 items-center gap-1.5 font-medium',
          status !== 'healthy' && statusAppearances[status].ink,
        )}
      >
        {statusText(status, t)}
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
        <span
          className="min-w-0 truncate text-muted tabular before:content-['·_'/''] @min-[900px]:before:content-none"
          title={reason}
        >
          {reason}
        </span>
      )}
    </td>
  );
}

interface ConfirmedCellProps {
  /** Unix ms. */
  readonly at: number | null;
  /** The order is push-only: `at` is when it was last delivered; the service did not confirm it. */
  readonly isDelivered: boolean;
}

/** When the service last confirmed this certificate. */
export function ConfirmedCell({ at, isDelivered }: ConfirmedCellProps) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const look = 'hidden min-w-0 truncate text-xs tabular [grid-area:confirmed] @min-[900px]:block';
  if (at === null) return <td className={cx(look, 'text-faint')}>{t('orders.confirmed.never')}</td>;
  const ago = formatRelativePast(now - at, t);
  return (
    <td
      // The text of a delivery needs two lines.
      className={cx(look, 'text-muted', isDelivered && 'whitespace-normal')}
      {...titleOnHover(() =>
        t(isDelivered ? 'inbox.pushOnly.delivered' : 'orders.confirmed.ago', {
          ago: formatDateTime(at, locale, 'local'),
        }),
      )}
    >
      {isDelivered ? t('inbox.pushOnly.delivered', { ago }) : ago}
    </td>
  );
}

/** How often the text changes: every second in the last hour and the minute before it, every minute otherwise. */
export function countdownGrain(notAfter: number | null, now: number): Grain {
  if (notAfter === null) return 'minute';
  const left = notAfter - now;
  return left > -MINUTE_MS && left < HOUR_MS + MINUTE_MS ? 'second' : 'minute';
}
