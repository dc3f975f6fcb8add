import type { Condition } from '#shared/domain/conditions/condition.ts';
import { alertedBy, isHeld } from '#shared/domain/conditions/conditions.ts';
import { servedExpired } from '#shared/domain/conditions/placeConditions.ts';
import { placeTimes } from '#shared/domain/conditions/places.ts';
import { servedEndsSoon } from '#shared/domain/conditions/servedEndsSoon.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { type AddressView, type EndpointView, hostAndPort } from '#shared/domain/endpoint.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AlertRule, AlertRulePorts, DriftCause } from './alert.ts';
import type { LedgerEntry } from './alertLedger.ts';
import { isEarly } from './conditionRule.ts';
import type { RenewalRulePorts } from './renewalRule.ts';

export interface DriftRulePorts extends Pick<RenewalRulePorts, keyof AlertRulePorts | 'origins'> {
  readonly endpoints: () => readonly EndpointView[];
}

/** Maximum time that an alert waits for a probe that is overdue: after sleep the certificate may be deployed by now. */
const PROBE_WAIT_MS = 10 * MINUTE_MS;

/** How urgent a drift is. One alert per stage, leaf and endpoint. */
type Stage = 'late' | 'critical' | 'expired';
const stages: readonly Stage[] = ['late', 'critical', 'expired'];

interface Drift {
  readonly endpoint: EndpointView;
  readonly stage: Stage;
  /** Of the served leaf that expires first, Unix ms. */
  readonly servedNotAfter: number;
  readonly cause: DriftCause;
}

const conditions = alertedBy('servers');

/**
 * Endpoints that give their orders a condition about servers, each judged as if its order had no other place. One alert per
 * order, after the probes that are due.
 */
export function driftRule(ports: DriftRulePorts): AlertRule {
  const { endpoints, orders, isSnoozed, clock, ledger, origins } = ports;
  /** Monotonic ms since when the alert about an endpoint waits for its probe, by endpoint. */
  let waiting = new Map<string, number>();
  const evaluate: AlertRule['evaluate'] = (now) => {
    const before = waiting;
    const steadyNow = clock.monotonic();
    waiting = new Map();
    const waits = ({ id, nextProbeAt }: EndpointView) => {
      if (nextProbeAt === null || nextProbeAt > now) return false;
      const since = before.get(id) ?? steadyNow;
      waiting.set(id, since);
      return steadyNow - since < PROBE_WAIT_MS;
    };
    const byOrder = Map.groupBy(endpoints(), ({ orderId }) => orderId);
    if (byOrder.size === 0) return [];
    return orders().flatMap((order) => {
      const own = byOrder.get(order.id);
      const { fingerprint256: issued } = order;
      if (own === undefined || issued === null || isSnoozed(order)) return [];
      const due = own
        .flatMap((endpoint) => driftOf(endpoint, order, ports, now) ?? [])
        .filter(({ endpoint, stage }) => !ledger.isSent(entryOf(issued, endpoint, stage), now))
        .toSorted((one, other) => one.servedNotAfter - other.servedNotAfter);
      const [first] = due;
      if (first === undefined || due.filter(({ endpoint }) => waits(endpoint)).length > 0) return [];
      // An alert of a stage covers the stages before it.
      const entries = due.flatMap(({ endpoint, stage }) =>
        stages.slice(0, stages.indexOf(stage) + 1).map((each) => entryOf(issued, endpoint, each)),
      );
      const { servedNotAfter, cause } = first;
      const renewedAt = origins.originOf(order)?.firstSeenAt ?? null;
      const place = hostAndPort(first.endpoint);
      const about = { order, renewedAt, place, places: due.length, servedNotAfter, cause };
      return { event: { kind: 'drift', ...about }, entries };
    });
  };
  const holds: AlertRule['holds'] = ({ subject, threshold }, now) => {
    const about = endpoints().find(({ id }) => stages.some((stage) => threshold === thresholdOf(stage, id)));
    const order = orders().find(({ id }) => id === about?.orderId);
    if (about === undefined || order === undefined) return false;
    return (
      order.fingerprint256 === subject &&
      !isSnoozed(order) &&
      heldBecauseOf(about, order, ports, now).held.length > 0
    );
  };
  const isHolding = () => waiting.size > 0;
  return { name: 'drift', evaluate, holds, isHolding };
}

/** What an endpoint alone makes of its order. */
function heldBecauseOf(
  endpoint: EndpointView,
  order: OrderRow,
  { settings, pollingKind }: Pick<DriftRulePorts, 'settings' | 'pollingKind'>,
  now: number,
) {
  const times = { renewedAt: () => null, confirmedAt: () => order.lastConfirmedAt };
  const deployment = placeTimes({ copies: [], endpoints: [endpoint] }, times);
  const terms = termsOf(settings());
  const polling = pollingKind(sourceId(order));
  const held = conditions.filter((one) => isHeld(one, { ...order, deployment }, polling, terms, now));
  return { held, deployment };
}

/** What is to be said of an endpoint, by what was read of it since its order has its certificate; `null`: nothing. */
function driftOf(endpoint: EndpointView, order: OrderRow, ports: DriftRulePorts, now: number): Drift | null {
  const origin = ports.origins.originOf(order);
  const addresses = endpoint.addresses.filter((address) => isSeenSince(address, origin?.firstSeenAt ?? null));
  if (addresses.length === 0) return null;
  const { held, deployment } = heldBecauseOf({ ...endpoint, addresses }, order, ports, now);
  const due = held.filter((condition) => !isEarly(condition.alertAfter, origin, now)).map(stageOf);
  const stage = stages.findLast((one) => due.includes(one));
  if (stage === undefined || deployment === null) return null;
  return { endpoint, stage, servedNotAfter: deployment.servedEnd, cause: causeOf(addresses) };
}

function stageOf({ kind }: Condition): Stage {
  if (kind === servedExpired.kind) return 'expired';
  return kind === servedEndsSoon.kind ? 'critical' : 'late';
}

/** What is wrong with the worst of some addresses. */
function causeOf(addresses: readonly AddressView[]): DriftCause {
  const relations = addresses.map(({ relation }) => relation);
  if (relations.includes('other')) return 'foreign';
  return relations.includes('former') ? 'former' : 'chain';
}

/** Whether an address was read after the order had its current leaf. */
function isSeenSince({ servedAt, error }: AddressView, renewedAt: number | null): boolean {
  if (servedAt === null || error !== null) return false;
  return renewedAt === null || servedAt >= renewedAt;
}

function entryOf(issued: string, { id }: EndpointView, stage: Stage): LedgerEntry {
  return { subject: issued, threshold: thresholdOf(stage, id) };
}

function thresholdOf(stage: Stage, endpointId: string): string {
  return `drift:${stage}:${endpointId}`;
}
