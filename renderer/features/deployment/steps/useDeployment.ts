import { useMemo } from 'react';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { remembered } from '#renderer/stores/remembered.ts';
import { conditionsOf, type HeldCondition } from '#shared/domain/conditions/conditions.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { type FilesStep, filesStep, type ServersStep, serversStep } from '#shared/domain/deploymentSteps.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { PlannedDestinationView } from '#shared/domain/plannedDestination.ts';

/** The exported files and the servers of one order, and how far their steps are. */
export interface Deployment {
  readonly copies: readonly CopyBundleView[];
  readonly planned: readonly PlannedDestinationView[];
  readonly endpoints: readonly EndpointView[];
  readonly files: FilesStep;
  readonly servers: ServersStep;
}

/** What belongs to each order: the list asks for many of them, one after another. */
function byOrder<Part extends { readonly orderId: string }>() {
  return remembered((parts: readonly Part[]) => Map.groupBy(parts, ({ orderId }) => orderId));
}
const copiesOf = byOrder<CopyBundleView>();
const plannedOf = byOrder<PlannedDestinationView>();
const endpointsOf = byOrder<EndpointView>();

/** The conditions of an order, worst first, updated every minute. */
export function useHeld(row: OrderRow): readonly HeldCondition[] {
  const now = useNow('minute');
  const polling = useApp((app) => app.connections.find(({ id }) => id === sourceId(row))?.polling.kind);
  const settings = useApp((app) => app.settings);
  return conditionsOf(row, polling ?? 'active', termsOf(settings), now);
}

/** The deployment of an order, updated every minute. */
export function useDeployment({ id, notAfter, chainEnd }: OrderRow): Deployment {
  const now = useNow('minute');
  const allCopies = useApp((app) => app.copies);
  const allPlanned = useApp((app) => app.planned);
  const allEndpoints = useApp((app) => app.endpoints);
  return useMemo(() => {
    const copies = copiesOf(allCopies).get(id) ?? [];
    const planned = plannedOf(allPlanned).get(id) ?? [];
    const endpoints = endpointsOf(allEndpoints).get(id) ?? [];
    const files = filesStep(copies);
    return {
      copies,
      planned,
      endpoints,
      files,
      servers: serversStep(endpoints, files, { notAfter, chainEnd }, now),
    };
  }, [allCopies, allPlanned, allEndpoints, id, notAfter, chainEnd, now]);
}
