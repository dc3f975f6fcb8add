import { useNow } from '#renderer/hooks/useNow.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { DeploymentStatus } from '#shared/domain/deploymentStatus.ts';
import { driftedOrders, truthsOf } from './truths.ts';

/** The truth about one order's places as of this minute; `null` when it has none. */
export function useTruth(orderId: string): DeploymentStatus | null {
  const now = useNow('minute');
  return useApp(({ copies, endpoints }) => truthsOf(copies, endpoints, now).get(orderId) ?? null);
}

/** The ids of the orders whose places are not as they should be, as of this minute. */
export function useDrifted(): ReadonlySet<string> {
  const now = useNow('minute');
  return useApp(({ copies, endpoints }) => driftedOrders(truthsOf(copies, endpoints, now)));
}
