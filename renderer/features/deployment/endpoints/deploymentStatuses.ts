import { remembered } from '#renderer/stores/remembered.ts';
import type { ConditionFacts, Terms } from '#shared/domain/conditions/condition.ts';
import { allConditions, isHeld } from '#shared/domain/conditions/conditions.ts';
import { type DeploymentSummary, summarisePlaces } from '#shared/domain/conditions/placeSummary.ts';
import { isPlaceKind } from '#shared/domain/conditions/places.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';

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

/** The conditions of places, worst first. */
const placeConditions = allConditions.flatMap((condition) =>
  isPlaceKind(condition.kind) ? [{ ...condition, kind: condition.kind }] : [],
);

/** The worst condition of the places of an order at `now` (Unix ms); `null`: none, as far as known. */
export function worstPlaceCondition(order: ConditionFacts, terms: Terms, now: number) {
  return placeConditions.find((condition) => isHeld(condition, order, 'active', terms, now)) ?? null;
}
