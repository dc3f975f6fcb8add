import { useMemo } from 'react';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { type Assessment, assess } from './assessment.ts';

/** The current status of all orders. Updates with new data, every minute, and in the second in which a status changes. */
export function useAssessment(): Assessment {
  const orders = useApp((app) => app.orders);
  const connections = useApp((app) => app.connections);
  const settings = useApp((app) => app.settings);
  const minute = useNow('minute');
  const base = useMemo(
    () => assess(orders, connections, settings, minute),
    [orders, connections, settings, minute],
  );
  const second = useNow(base.validUntil - minute <= MINUTE_MS ? 'second' : 'minute');
  const passedAt = second >= base.validUntil ? second : null;
  return useMemo(
    () => (passedAt === null ? base : assess(orders, connections, settings, passedAt)),
    [base, orders, connections, settings, passedAt],
  );
}
