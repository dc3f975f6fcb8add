import { useCallback } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import { TickingText } from '#renderer/components/TickingText.tsx';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import { formatDayTime } from '#shared/i18n/format.ts';
import { countdownGrain } from '../list/OrderCells.tsx';
import { OrderStatusBadge } from '../list/OrderStatusBadge.tsx';
import { ValidityBar } from '../list/ValidityBar.tsx';

interface TimeSectionProps {
  readonly row: OrderRow;
  readonly status: OrderStatus;
}

/** The names, the status, and the time until expiry. */
export function TimeSection({ row, status }: TimeSectionProps) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const { notAfterSource, chainEnd } = row;
  const end = endOf(row);
  const time = useCallback((moment: number) => timeLeftText(end, moment, t, 'second'), [end, t]);
  const isUrgent = status === 'expired' || status === 'critical';
  return (
    <div className="flex flex-col gap-1.5">
      <NamesLine row={row} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {end !== null && (
          <p
            className={cx(
              'text-2xl font-semibold tracking-tight tabular first-letter:uppercase',
              isUrgent && statusAppearances[status].ink,
            )}
          >
            <TickingText grain={countdownGrain(end, now)} words={time} />
          </p>
        )}
        <OrderStatusBadge status={status} />
      </div>
      {end !== null && (
        <>
          <p className="text-xs text-muted tabular">
            {t(end < now ? 'orders.panel.expiredAt' : 'orders.panel.expiresAt', {
              date: formatDayTime(end, locale),
            })}
            {notAfterSource === 'service' && ` · ${t('orders.countdown.fromService')}`}
          </p>
          {chainEnd !== null && (
            <p data-selectable className="text-xs text-muted">
              {t('orders.panel.chainEnd', { chain: chainEnd.name })}
            </p>
          )}
          <ValidityBar row={row} now={now} />
        </>
      )}
    </div>
  );
}

/** The first name and how many there are, unless the title says as much. */
function NamesLine({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const [first, ...others] = row.domains;
  if (first === undefined || (others.length === 0 && first === orderTitle(row))) return null;
  return (
    <p data-selectable className="text-xs wrap-anywhere text-muted">
      {others.length === 0 ? first : t('orders.panel.namesLine', { name: first, count: others.length })}
    </p>
  );
}
