import { useCallback, useMemo } from 'react';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { type Assessment, assess, pollingKindOf } from '#shared/domain/assessment.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';

/** The current status of all known orders, and the counts of all. Updates with new data, every minute, and in the second in which a status changes. */
export function useAssessment(): Assessment {
  const orders = useApp((app) => app.orders);
  const connections = useApp((app) => app.connections);
  const settings = useApp((app) => app.settings);
  const extent = useApp((app) => app.extent);
  const minute = useNow('minute');
  const assessAt = useCallback(
    (now: number) => {
      const known = assess(orders.values(), pollingKindOf(connections), settings, now);
      return extent.kind === 'all' ? known : { ...known, counts: extent.counts.statuses };
    },
    [orders, connections, settings, extent],
  );
  const base = useMemo(() => assessAt(minute), [assessAt, minute]);
  const second = useNow(base.validUntil - minute <= MINUTE_MS ? 'second' : 'minute');
  const passedAt = second >= base.validUntil ? second : null;
  return useMemo(() => (passedAt === null ? base : assessAt(passedAt)), [base, assessAt, passedAt]);
}
