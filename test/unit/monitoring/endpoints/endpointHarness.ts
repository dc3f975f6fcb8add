import type { EndpointRecord } from '#main/monitoring/endpoints/endpointRecord.ts';
import { EndpointService } from '#main/monitoring/endpoints/endpointService.ts';
import { EndpointStore } from '#main/monitoring/endpoints/endpointStore.ts';
import { isEndpointDeployed, LeafRelations } from '#main/monitoring/endpoints/leafRelations.ts';
import { ProbeScheduler } from '#main/monitoring/endpoints/probeScheduler.ts';
import type { ProbeReport } from '#main/monitoring/probe/endpointProber.ts';
import type { Random } from '#main/platform/backoff.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Endpoint } from '#shared/domain/endpoint.ts';
import { err, ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { createFakeConnectivity } from '#test/unit/orders/polling/fakes.ts';
import { createFakeRepository, reportOf } from './endpointFixtures.ts';

/** The wall clock at the start. */
export const START = Date.UTC(2026, 0, 1);

/**
 * Endpoints of the orders `o` and `p`, which have the leaf `new` and had `old`, with a fake prober: each
 * host answers at once as set in `answers`, and serves `new` by default.
 */
export function createEndpoints(records: readonly EndpointRecord[] = [], random: Random = () => 0.5) {
  const time = createFakeTime(START);
  const fake = createFakeRepository(records);
  const connectivity = createFakeConnectivity();
  const jumped = new Emitter<void>('endpointHarness.jumped');
  const { logger, lines } = createRecordingLogger();
  const present = new Map<string, string | null>([
    ['o', 'new'],
    ['p', 'new'],
  ]);
  const had = new Set(['new', 'old']);
  const disk = { isUnreadable: false };
  const answers = new Map<string, ProbeReport | Promise<ProbeReport | null>>();
  /** The probed hosts, each with the seconds since the start. */
  const probed: string[] = [];
  const signals: AbortSignal[] = [];
  let underWay = 0;
  let most = 0;
  let count = 0;
  const probe = async ({ host }: Endpoint, signal: AbortSignal) => {
    probed.push(`${host.split('.')[0]} ${Math.round(time.passed() / 1000)}`);
    signals.push(signal);
    underWay += 1;
    most = Math.max(most, underWay);
    try {
      return await (answers.get(host) ?? reportOf({ '192.0.2.1': 'new' }));
    } finally {
      underWay -= 1;
    }
  };
  const hasOrder = (id: string) => present.has(id);
  const create = () => {
    const newId = () => `new${++count}`;
    const store = new EndpointStore({ repository: fake.repository, clock: time.clock, newId, logger });
    const relations = new LeafRelations({
      order: (id) => (present.has(id) ? { fingerprint256: present.get(id) ?? null } : null),
      leavesOf: (ids) =>
        disk.isUnreadable
          ? err({ kind: 'storage', reason: 'other', detail: '' })
          : ok(new Map(ids.map((id) => [id, had]))),
      logger,
    });
    const probes = new ProbeScheduler({
      ...time,
      store,
      hasOrder,
      isEndpointDeployed: (record) => isEndpointDeployed(record, relations),
      probe,
      connectivity,
      onDidJump: jumped.event,
      random,
      logger,
    });
    const service = new EndpointService({ store, probes, relations, hasOrder, scheduler: time.scheduler });
    return { store, probes, service };
  };
  return {
    ...create(),
    ...fake,
    /** As after a restart. */
    restarted: create,
    time,
    connectivity,
    jumped,
    lines,
    present,
    had,
    disk,
    answers,
    probed,
    signals,
    most: () => most,
  };
}
