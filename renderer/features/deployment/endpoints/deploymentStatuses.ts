import { remembered } from '#renderer/stores/remembered.ts';
import {
  type DeploymentSummary,
  type PlaceStatus,
  placeStatuses,
  summarisePlaces,
} from '#shared/domain/conditions/places.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import type { AttentionState } from '../files/copyAttention.ts';

/** The deployment status of each order that has exported files or endpoints, at `now` (Unix ms). */
export const deploymentStatuses = remembered(statusesOf);

function statusesOf(
  copies: readonly CopyBundleView[],
  endpoints: readonly EndpointView[],
  now: number,
): ReadonlyMap<string, DeploymentSummary> {
  const copiesByOrder = Map.groupBy(copies, ({ orderId }) => orderId);
  const endpointsByOrder = Map.groupBy(endpoints, ({ orderId }) => orderId);
  const statuses = new Map<string, DeploymentSummary>();
  for (const orderId of new Set([...copiesByOrder.keys(), ...endpointsByOrder.keys()])) {
    const status = summarisePlaces(
      { copies: copiesByOrder.get(orderId) ?? [], endpoints: endpointsByOrder.get(orderId) ?? [] },
      now,
    );
    if (status !== null) statuses.set(orderId, status);
  }
  return statuses;
}

/** Whether a status needs attention: it is worse than `unknown`. */
export function isBad(status: PlaceStatus): status is Exclude<PlaceStatus, 'unknown' | 'current'> {
  return placeStatuses.indexOf(status) < placeStatuses.indexOf('unknown');
}

/** Whether the list marks the order. Current exported files alone need no mark. */
export function hasDeploymentMark({ status, addresses }: DeploymentSummary): boolean {
  return isBad(status) || addresses > 0;
}

/** Whether the deployment mark already covers the problem of the exported files; `wider` permissions have no status. */
export function coversCopies({ status, affected }: DeploymentSummary, attention: AttentionState): boolean {
  return isBad(status) && (affected > 0 || attention !== 'wider');
}

/** The ids of the orders that are not deployed everywhere. A server that only misconfigures the certificate has it. */
export const driftedOrders = remembered(
  (statuses: ReadonlyMap<string, DeploymentSummary>): ReadonlySet<string> =>
    new Set(
      [...statuses].flatMap(([id, { status }]) => (isBad(status) && status !== 'misconfigured' ? [id] : [])),
    ),
);
