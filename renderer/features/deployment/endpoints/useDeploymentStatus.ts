import { useNow } from '#renderer/hooks/useNow.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { DeploymentSummary } from '#shared/domain/conditions/places.ts';
import { deploymentStatuses } from './deploymentStatuses.ts';

/** The deployment status of an order, updated every minute; `null` if it has no exported files and no endpoints. */
export function useDeploymentStatus(orderId: string): DeploymentSummary | null {
  const now = useNow('minute');
  return useApp(({ copies, endpoints }) => deploymentStatuses(copies, endpoints, now).get(orderId) ?? null);
}
