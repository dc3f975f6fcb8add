import { useNow } from '#renderer/hooks/useNow.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { DeploymentSummary } from '#shared/domain/conditions/places.ts';
import { deploymentStatuses, driftedOrders } from './deploymentStatuses.ts';

/** The deployment status of an order, updated every minute; `null` if it has no exported files and no endpoints. */
export function useDeploymentStatus(orderId: string): DeploymentSummary | null {
  const now = useNow('minute');
  return useApp(({ copies, endpoints }) => deploymentStatuses(copies, endpoints, now).get(orderId) ?? null);
}

/** The ids of the orders that are not deployed everywhere, updated every minute. */
export function useDrifted(): ReadonlySet<string> {
  const now = useNow('minute');
  return useApp(({ copies, endpoints }) => driftedOrders(deploymentStatuses(copies, endpoints, now)));
}
