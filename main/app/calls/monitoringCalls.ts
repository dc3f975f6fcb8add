import { RateLimit } from '#main/platform/rateLimit.ts';
import { ENDPOINTS_MAX } from '#shared/domain/endpoint.ts';
import type { CallHandlers } from '#shared/ipc/contract.ts';
import type { Base } from '../base.ts';
import type { Services } from '../services.ts';
import { type CallLimits, within } from './callLimits.ts';

/** Limit for new addresses, each of which is probed. It still lets a user add the maximum number of endpoints at once. */
const PLACES = { times: ENDPOINTS_MAX + 1000, withinMs: 3_600_000 };

/** Handlers of the calls about endpoints. */
export function monitoringCalls({ clock }: Base, { endpoints }: Services, { probes }: CallLimits) {
  const places = new RateLimit(PLACES.times, PLACES.withinMs, clock);
  return {
    'endpoints:add': ({ orderId, ...draft }) => within(places.take(), () => endpoints.add(orderId, draft)),
    'endpoints:addMany': (drafts) => within(places.take(drafts.length), () => endpoints.addMany(drafts)),
    'endpoints:update': ({ id, ...draft }) => within(places.take(), () => endpoints.update(id, draft)),
    'endpoints:remove': (ids) => endpoints.remove(ids),
    'endpoints:restore': (ids) => endpoints.restore(ids),
    'endpoints:probe': (which) => {
      const taken = probes.take();
      if (taken.ok) endpoints.probe(which);
      return taken;
    },
  } satisfies Partial<CallHandlers>;
}
