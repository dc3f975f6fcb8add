import { EndpointService } from '#main/monitoring/endpoints/endpointService.ts';
import { EndpointStore } from '#main/monitoring/endpoints/endpointStore.ts';
import { isEndpointDeployed, LeafRelations } from '#main/monitoring/endpoints/leafRelations.ts';
import { ProbeScheduler } from '#main/monitoring/endpoints/probeScheduler.ts';
import type { EndpointProber } from '#main/monitoring/probe/endpointProber.ts';
import { ProbeGate, probeShares } from '#main/monitoring/probe/probeGate.ts';
import { createEndpointRepository } from '#main/storage/endpointRepository.ts';
import { keyKindOf } from '#shared/domain/keyKind.ts';
import { ok } from '#shared/result.ts';
import type { Base } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { InboxModule } from './inboxModule.ts';

export type EndpointModule = ReturnType<typeof createEndpointModule>;

export function createEndpointModule(
  { desktop, lifetime, database, clock, systemTime, scheduler, random, logger, newId }: Base,
  { trust }: ConnectionModule,
  { orderList, histories }: InboxModule,
) {
  const relations = new LeafRelations({
    order: (id) => orderList.fact(id),
    leavesOf: (orderIds) => {
      const spans = histories.of(orderIds);
      if (!spans.ok) return spans;
      const leaves = Map.groupBy(spans.value, ({ orderId }) => orderId);
      return ok(
        new Map(
          [...leaves].map(([id, own]) => [id, new Set(own.map(({ fingerprint256 }) => fingerprint256))]),
        ),
      );
    },
    logger,
  });
  const hasOrder = (id: string) => orderList.fact(id) !== null;
  let prober: Promise<EndpointProber> | null = null;
  /** Its code is loaded with the first probe. */
  const createProber = async () => {
    const [{ EndpointProber }, { HostResolver }] = await Promise.all([
      import('#main/monitoring/probe/endpointProber.ts'),
      import('#main/monitoring/probe/hostResolver.ts'),
    ]);
    return new EndpointProber({
      resolver: new HostResolver(scheduler),
      gate: new ProbeGate(probeShares),
      scheduler,
      clock,
      anchorsFor: ({ orderId }) => trust.ofOrder(orderList.get(orderId)),
      keyFor: ({ orderId }) => {
        const details = orderList.details(orderId);
        return details.ok && details.value.leaf !== null ? keyKindOf(details.value.leaf) : null;
      },
    });
  };
  const store = new EndpointStore({
    repository: createEndpointRepository(database, logger),
    clock,
    newId,
    logger,
  });
  const probeScheduler = new ProbeScheduler({
    store,
    hasOrder,
    isEndpointDeployed: (record) => isEndpointDeployed(record, relations),
    probe: async (endpoint, signal) => {
      prober ??= createProber();
      return await (await prober).probe(endpoint, signal);
    },
    connectivity: desktop.connectivity,
    onDidJump: systemTime.onDidJump,
    onDidCompare: systemTime.onDidCompare,
    clock,
    scheduler,
    random,
    logger,
  });
  lifetime.stop(probeScheduler);
  const endpoints = new EndpointService({ store, probes: probeScheduler, relations, hasOrder, scheduler });
  lifetime.stop(endpoints);
  return { endpoints, probeScheduler };
}
