import { useMemo } from 'react';
import { useDrifted } from '#renderer/features/deployment/endpoints/useTruth.ts';
import { copyAttention } from '#renderer/features/deployment/files/copyAttention.ts';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { Filter } from '#renderer/stores/viewStore.ts';
import type { Narrowing } from './arrange.ts';
import { overdueOrders } from './overdue.ts';

/** Which orders the parts of a filter let through that follow from more than a row. */
export function useNarrowing({ copies, drifted, overdue }: Filter): readonly Narrowing[] {
  const now = useNow('minute');
  const withCopies = useApp((app) => copyAttention(app.copies));
  const outOfStep = useDrifted();
  const late = useApp((app) => overdueOrders(app.orders, now));
  // What is not asked for does not arrange the list anew every minute.
  const copiesOn = copies ? withCopies : null;
  const driftedOn = drifted ? outOfStep : null;
  const overdueOn = overdue ? late : null;
  return useMemo(
    () => [copiesOn, driftedOn, overdueOn].filter((ids) => ids !== null),
    [copiesOn, driftedOn, overdueOn],
  );
}
