import { cx } from '#renderer/components/cx.ts';
import { useDeploymentStatus } from '#renderer/features/deployment/endpoints/useDeploymentStatus.ts';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { countdownGrain, countdownText } from '../list/countdown.ts';
import { OrderStatusBadge, statusAppearances } from '../list/OrderStatusBadge.tsx';
import { renewalSentence } from '../list/renewalText.ts';
import { reasonSentences } from '../list/statusReason.ts';
import { ValidityBar } from '../list/ValidityBar.tsx';

/** The status with its reasons, and the time until expiry. */
export function TimeSection({ row, status }: { readonly row: OrderRow; readonly status: OrderStatus }) {
  const t = useT();
  const locale = useLocale();
  const minute = useNow('minute');
  const now = useNow(countdownGrain(row.notAfter, minute));
  const settings = useApp((app) => app.settings);
  const connection = useApp((app) => app.connections.find(({ id }) => id === sourceId(row)));
  const isPolling = useApp((app) => app.polling.has(row.id));
  const deployment = useDeploymentStatus(row.id);
  const { time, day } = countdownText(row, now, t, locale);
  const sentences = reasonSentences({
    row,
    status,
    connection,
    isPolling,
    deployment,
    settings,
    now: minute,
    t,
    locale,
  });
  const renewal = renewalSentence(row, minute, t, locale);
  const isUrgent = status === 'expired' || status === 'critical';
  return (
    <div className="flex flex-col gap-3 px-5 py-4">
      <OrderStatusBadge status={status} />
      {row.notAfter !== null && (
        <div className="flex flex-col gap-2">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span
              className={cx(
                'text-xl font-semibold tracking-tight tabular first-letter:uppercase',
                isUrgent && statusAppearances[status].ink,
              )}
            >
              {time}
            </span>
            <span className="text-xs text-muted tabular">{day}</span>
          </p>
          <ValidityBar large notBefore={row.notBefore} notAfter={row.notAfter} status={status} now={now} />
          {row.notBefore !== null && (
            <p className="flex justify-between text-2xs text-muted tabular">
              <span>{formatDate(row.notBefore, locale, 'local')}</span>
              <span>{formatDate(row.notAfter, locale, 'local')}</span>
            </p>
          )}
        </div>
      )}
      <div data-selectable className="flex flex-col gap-1 text-sm text-ink">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {renewal !== null && (
          <p className={renewal.isOverdue ? 'font-medium text-amber' : 'text-muted'}>{renewal.text}</p>
        )}
      </div>
    </div>
  );
}
