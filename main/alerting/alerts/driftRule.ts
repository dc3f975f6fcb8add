import { endOf } from '#shared/domain/chainEnd.ts';
import { hasShortChain } from '#shared/domain/conditions/places.ts';
import { type AddressView, type EndpointView, hostAndPort } from '#shared/domain/endpoint.ts';
import { needsReview } from '#shared/domain/finding.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule, AlertRulePorts, DriftCause } from './alert.ts';
import type { LedgerEntry } from './alertLedger.ts';
import { isCritical } from './alertThresholds.ts';
import type { RenewalRulePorts } from './renewalRule.ts';

export interface DriftRulePorts extends Pick<RenewalRulePorts, keyof AlertRulePorts | 'origins'> {
  readonly endpoints: () => readonly EndpointView[];
}

/** Time to deploy a new certificate before the first alert. */
const GRACE_MS = DAY_MS;

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

/**
 * Endpoints with an older leaf, a day after the renewal or once it is critical, or with one that the order never had; and with
 * the current leaf and a chain that expires before it, once that is critical. One alert per order, after the probes that are
 * due.
 */
export function driftRule(ports: DriftRulePorts): AlertRule {
  const { endpoints, orders, isSnoozed, clock } = ports;
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
      return own === undefined || order.fingerprint256 === null || isSnoozed(order)
        ? []
        : dueOf({ ...ports, waits }, order, order.fingerprint256, own, now);
    });
  };
  const holds: AlertRule['holds'] = ({ subject, threshold }) => {
    const about = endpoints().find(({ id }) => stages.some((stage) => threshold === thresholdOf(stage, id)));
    const order = orders().find(({ id }) => id === about?.orderId);
    if (about === undefined || order === undefined) return false;
    return (
      order.fingerprint256 === subject &&
      !isSnoozed(order) &&
      about.addresses.some((address) => isUnlike(address, order))
    );
  };
  const isHolding = () => waiting.size > 0;
  return { name: 'drift', evaluate, holds, isHolding };
}

function dueOf(
  {
    origins,
    ledger,
    settings,
    waits,
  }: DriftRulePorts & { readonly waits: (endpoint: EndpointView) => boolean },
  order: OrderRow,
  issued: string,
  endpoints: readonly EndpointView[],
  now: number,
): Alert[] {
  if (!endpoints.some(({ addresses }) => addresses.some((address) => isUnlike(address, order)))) return [];
  const renewedAt = origins.originOf(order)?.firstSeenAt ?? null;
  const drifts = endpoints
    .flatMap((endpoint) => driftOf(endpoint, order, renewedAt, settings(), now) ?? [])
    // A certificate that needs a review is not expected anywhere yet.
    .filter(({ stage, cause }) => stage !== 'late' || cause === 'foreign' || !needsReview(order.findings));
  const isDue = ({ endpoint, stage }: Drift) => !ledger.isSent(entryOf(issued, endpoint, stage), now);
  const due = drifts.filter(isDue);
  const [first] = [...due].sort((one, other) => one.servedNotAfter - other.servedNotAfter);
  if (first === undefined || due.filter(({ endpoint }) => waits(endpoint)).length > 0) return [];
  // An alert of a stage covers the stages before it.
  const entries = due.flatMap(({ endpoint, stage }) =>
    stages.slice(0, stages.indexOf(stage) + 1).map((each) => entryOf(issued, endpoint, each)),
  );
  const { servedNotAfter, cause } = first;
  const place = hostAndPort(first.endpoint);
  const about = { order, renewedAt, place, places: due.length, servedNotAfter, cause };
  return [{ event: { kind: 'drift', ...about }, entries }];
}

function driftOf(
  endpoint: EndpointView,
  order: OrderRow,
  renewedAt: number | null,
  settings: Settings,
  now: number,
): Drift | null {
  const others = endpoint.addresses.filter(
    (address) => isUnlike(address, order) && isSeenSince(address, renewedAt),
  );
  const ends = others.flatMap(({ served }) => (served === null ? [] : endOf(served)));
  const [first] = others;
  if (first === undefined || ends.length === 0) return null;
  const servedNotAfter = Math.min(...ends);
  const stage = stageOf(others, order, servedNotAfter, renewedAt, settings, now);
  return stage === null ? null : { endpoint, stage, servedNotAfter, cause: causeOf(others) };
}

function stageOf(
  others: readonly AddressView[],
  { tags, thresholds }: OrderRow,
  servedNotAfter: number,
  renewedAt: number | null,
  settings: Settings,
  now: number,
): Stage | null {
  if (now > servedNotAfter) return 'expired';
  if (
    others.some(({ served }) => served !== null && isCritical({ ...served, tags, thresholds }, settings, now))
  )
    return 'critical';
  if (!others.some(isOther)) return null;
  const since = Math.min(...others.map(({ servedSince, servedAt }) => servedSince ?? servedAt ?? now));
  const waitedFrom = Math.max(since, renewedAt ?? since);
  return now - waitedFrom >= GRACE_MS ? 'late' : null;
}

/** What is wrong with the worst of some addresses. */
function causeOf(others: readonly AddressView[]): DriftCause {
  if (others.some(({ relation }) => relation === 'other')) return 'foreign';
  return others.some(isOther) ? 'former' : 'chain';
}

/** Whether an address was read after the order had its current leaf. */
function isSeenSince({ servedAt, error }: AddressView, renewedAt: number | null): boolean {
  if (servedAt === null || error !== null) return false;
  return renewedAt === null || servedAt >= renewedAt;
}

/** Whether an address sends another leaf than the order has, or its own with a chain that expires before it. */
function isUnlike(address: AddressView, order: OrderRow): boolean {
  return isOther(address) || hasShortChain(address, endOf(order));
}

function isOther({ relation }: AddressView): boolean {
  return relation !== null && relation !== 'issued';
}

function entryOf(issued: string, { id }: EndpointView, stage: Stage): LedgerEntry {
  return { subject: issued, threshold: thresholdOf(stage, id) };
}

function thresholdOf(stage: Stage, endpointId: string): string {
  return `drift:${stage}:${endpointId}`;
}
