import { RateLimit } from '#main/platform/rateLimit.ts';
import { ENDPOINTS_MAX } from '#shared/domain/endpoint.ts';
import { MAX_RIDS_AT_ONCE, parseRids } from '#shared/domain/rids.ts';
import type { CallHandlers } from '#shared/ipc/contract.ts';
import type { Base } from '../base.ts';
import type { Services } from '../services.ts';
import { type CallLimits, counted, within } from './callLimits.ts';

/** Limit of "Test connection", so that a service that hangs does not block the form. */
const TEST_LIMIT_MS = 40_000;

/**
 * Limits for calls that add orders, and for their rids, with which main then asks the service: a page under attack can put
 * anything into a rid. A user can paste the most that one call adds, and again for another connection.
 */
const ADDITIONS = { times: 30, withinMs: 60_000 };
const RIDS = { times: 2 * MAX_RIDS_AT_ONCE, withinMs: 3_600_000 };

/** Handlers of the calls about connections and orders. */
export function orderCalls(
  { desktop, clock }: Base,
  { connections, connectionTest, orders, orderList, annotations, poller }: Services,
  { addresses, opening }: CallLimits,
) {
  const additions = new RateLimit(ADDITIONS.times, ADDITIONS.withinMs, clock);
  const rids = new RateLimit(RIDS.times, RIDS.withinMs, clock);
  return {
    'connections:chooseCaFile': () => connections.chooseCaFile(),
    'connections:add': ({ token, ...draft }) => within(addresses.take(), () => connections.add(draft, token)),
    'connections:update': ({ id, ...draft }) =>
      within(counted(addresses, connections.find(id)?.baseUrl !== draft.baseUrl), () =>
        connections.update(id, draft),
      ),
    'connections:remove': (id) => connections.remove(id),
    'connections:confirmCa': (id) => connections.confirmCa(id),
    'connections:setToken': ({ id, token }) => connections.setToken(id, token),
    'connections:removeToken': (id) => connections.removeToken(id),
    'connections:openConsole': (id) =>
      opening(() => {
        const url = connections.find(id)?.consoleUrl ?? null;
        if (url !== null) desktop.openExternal(url);
      }),
    'connections:test': async (request) =>
      (await connectionTest()).run(request, AbortSignal.timeout(TEST_LIMIT_MS), addresses),
    'connections:try': async (request) =>
      (await connectionTest()).tryRids(request, AbortSignal.timeout(TEST_LIMIT_MS), addresses),
    'orders:add': ({ connectionId, text }) => {
      const named = parseRids(text).rids.length;
      // Of too many, none is added.
      const count = named > MAX_RIDS_AT_ONCE ? 0 : named;
      return within(additions.take(), () => within(rids.take(count), () => orders.add(connectionId, text)));
    },
    'orders:details': (id) => orderList.details(id),
    'orders:setAlias': ({ id, alias }) => orderList.setAlias(id, alias),
    'orders:annotate': ({ id, tags, note }) => annotations.set(id, tags, note),
    'orders:openExplanation': (id) =>
      opening(() => {
        const url = orderList.get(id)?.authority?.replacement?.explanationUrl ?? null;
        if (url !== null) desktop.openExternal(url);
      }),
    'orders:tag': ({ ids, added, removed }) => annotations.tag(ids, added, removed),
    'orders:setThresholds': ({ ids, thresholds }) => annotations.setThresholds(ids, thresholds),
    'orders:accept': ({ id, fingerprint256 }) => orders.accept(id, fingerprint256),
    'orders:remove': (ids) => orderList.remove(ids),
    'orders:restore': (ids) => orderList.restore(ids),
    'orders:sync': (ids) => void poller.poll(ids),
  } satisfies Partial<CallHandlers>;
}

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
