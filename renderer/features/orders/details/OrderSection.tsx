import type { ReactNode } from 'react';
import { Fact, FactList } from '#renderer/components/FactList.tsx';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { isPushOnly, type OrderDetails, type OrderRow, serviceKey, sourceId } from '#shared/domain/order.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import {
  formatDate,
  formatDateTime,
  formatDuration,
  formatNearMoment,
  formatRelativePast,
} from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { visibleText } from '#shared/text.ts';
import { ThresholdsFact } from '../thresholds/ThresholdsFact.tsx';

/** The source of the order, and when it is polled. */
export function OrderSection({
  row,
  details,
}: {
  readonly row: OrderRow;
  readonly details: OrderDetails | null;
}) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const connection = useApp((app) => app.connections.find(({ id }) => id === sourceId(row)));
  const isPolling = useApp((app) => app.polling.has(row.id));
  const past = (at: number | null) =>
    at === null ? (
      t('orders.confirmed.never')
    ) : (
      <time dateTime={new Date(at).toISOString()} title={formatDateTime(at, locale, 'local')}>
        {formatRelativePast(now - at, t)}
      </time>
    );
  if (isPushOnly(row))
    return <PushOnlyFacts row={row} details={details} delivered={past(row.lastConfirmedAt)} />;
  const isWaiting = connection?.polling.kind === 'rejected' || connection?.polling.kind === 'waitingForToken';
  return (
    <PanelSection title={t('orders.panel.order')}>
      <FactList>
        <Fact name={t('orders.panel.rid')} copy={serviceKey(row)} monospace>
          {visibleText(serviceKey(row))}
        </Fact>
        {row.serviceName !== null && (
          <Fact name={t('orders.panel.serviceName')} copy={row.serviceName}>
            {row.serviceName}
          </Fact>
        )}
        {connection !== undefined && (
          <Fact name={t('orders.panel.connection')} copy={connection.baseUrl}>
            <span className="flex flex-col">
              <span>{connection.name}</span>
              <span className="break-all text-muted">{connection.baseUrl}</span>
            </span>
          </Fact>
        )}
        <Fact name={t('orders.list.confirmed')}>{past(row.lastConfirmedAt)}</Fact>
        {row.failure !== null && <Fact name={t('orders.panel.lastFailed')}>{past(row.lastAttemptAt)}</Fact>}
        <Fact name={t('orders.panel.nextAttempt')}>
          {isPolling
            ? t('orders.panel.now')
            : isWaiting
              ? t('orders.panel.paused')
              : nextPollText(row.nextPollAt, now, t, locale)}
        </Fact>
        {details !== null && (
          <Fact name={t('orders.panel.added')}>{formatDate(details.addedAt, locale, 'local')}</Fact>
        )}
        <ThresholdsFact row={row} />
      </FactList>
    </PanelSection>
  );
}

interface PushOnlyFactsProps {
  readonly row: OrderRow;
  readonly details: OrderDetails | null;
  readonly delivered: ReactNode;
}

/** The hook of a push-only order, and when it was last delivered. */
function PushOnlyFacts({ row, details, delivered }: PushOnlyFactsProps) {
  const t = useT();
  const locale = useLocale();
  const hookName = useApp((app) => app.receiver.hooks.find(({ id }) => id === sourceId(row))?.name);
  return (
    <PanelSection title={t('orders.panel.order')}>
      <FactList>
        <Fact name={t('inbox.pushOnly.name')} copy={serviceKey(row)}>
          {visibleText(serviceKey(row))}
        </Fact>
        <Fact name={t('inbox.pushOnly.hook')}>
          {hookName ?? <i className="text-muted">{t('inbox.pushOnly.removedHook')}</i>}
        </Fact>
        <Fact name={t('inbox.pushOnly.lastDelivered')}>{delivered}</Fact>
        {details !== null && (
          <Fact name={t('orders.panel.added')}>{formatDate(details.addedAt, locale, 'local')}</Fact>
        )}
        <ThresholdsFact row={row} />
      </FactList>
    </PanelSection>
  );
}

function nextPollText(at: number | null, now: number, t: Translate, locale: Locale): string {
  if (at === null) return t('orders.panel.paused');
  if (at - now < MINUTE_MS) return t('orders.panel.soon');
  return t('orders.panel.inTime', {
    time: formatDuration(at - now, t),
    at: formatNearMoment(at, now, locale, 'local'),
  });
}
