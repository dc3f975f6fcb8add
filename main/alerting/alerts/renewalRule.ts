import { lastMorning } from '#shared/domain/alertPause.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { isEverywhere, SETTLE_MS } from '#shared/domain/conditions/places.ts';
import { toReview } from '#shared/domain/finding.ts';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { ALWAYS, DAY_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule, AlertRulePorts } from './alert.ts';
import { type LedgerEntry, toldEntry } from './alertLedger.ts';

export interface RenewalRulePorts extends AlertRulePorts {
  readonly origins: {
    /** When an order's leaf was first seen (Unix ms), and whether it is a renewal; `null` if not known. */
    originOf(order: OrderRow): { readonly firstSeenAt: number; readonly isRenewal: boolean } | null;
    /** Reads the histories again that could not be read. */
    readUnread(): void;
  };
  /** Whether exported files of an order are being updated automatically, or their command runs. */
  readonly isUpdating: (orderId: string) => boolean;
  /** Whether the user was told, or is about to be, that an automatic update to the order's leaf failed. */
  readonly hasFailed: (order: OrderRow) => boolean;
}

/** No alert for an older renewal, for example after a long pause. */
const MAX_AGE_MS = 30 * DAY_MS;

/** Longest lifetime of a short-lived certificate (CA/Browser Forum, Baseline Requirements, section 1.6.1: 10 days until 2026). */
const SHORT_LIVED_MS = 10 * DAY_MS;

interface Renewal {
  readonly order: OrderRow;
  readonly entries: readonly LedgerEntry[];
  readonly firstSeenAt: number;
  /** As of the event. */
  readonly isDeployed: boolean | null;
}

/**
 * Orders whose current leaf replaced another, once per leaf, whether this process or a command found it. The alert waits while
 * the leaf reaches its places automatically: the text then says that it is deployed. A failure has its own alert.
 * Short-lived certificates that are deployed, or are only watched, have one alert together each morning.
 */
export class RenewalRule implements AlertRule {
  readonly name = 'renewal';
  readonly #ports: RenewalRulePorts;
  /** Monotonic ms since when a renewal has been on its way in this session, by leaf and order. */
  #onTheWay = new Map<string, number>();
  #isHolding = false;

  constructor(ports: RenewalRulePorts) {
    this.#ports = ports;
  }

  evaluate(now: number): Alert[] {
    const { orders, origins } = this.#ports;
    origins.readUnread();
    const before = this.#onTheWay;
    this.#onTheWay = new Map();
    this.#isHolding = false;
    const renewals = orders().flatMap((order) => this.#renewalOf(order, before, now) ?? []);
    const { daily = [], single = [] } = Object.groupBy(renewals, (one) =>
      isDaily(one) ? 'daily' : 'single',
    );
    return [...single.map(alertOf), ...this.#summary(daily, now)];
  }

  holds({ subject, threshold }: LedgerEntry, now: number): boolean {
    const at = threshold.indexOf(':');
    const order = this.#ports.orders().find(({ id }) => id === threshold.slice(at + 1));
    if (order === undefined || order.fingerprint256 !== subject) return false;
    const isReviewed = toReview(order.findings).length === 0;
    const isDeployed = isEverywhere(order, now);
    const what = threshold.slice(0, at);
    return (
      (what === 'deployed' && isDeployed) ||
      (what === 'review' && !isReviewed) ||
      (what === 'renewed' && !isDeployed)
    );
  }

  isHolding(): boolean {
    return this.#isHolding;
  }

  /** `null`: none, it was alerted, or it waits. */
  #renewalOf(order: OrderRow, before: ReadonlyMap<string, number>, now: number): Renewal | null {
    const { ledger, origins } = this.#ports;
    const { id, fingerprint256, deployment } = order;
    const origin = origins.originOf(order);
    if (fingerprint256 === null || origin === null || !origin.isRenewal) return null;
    const { firstSeenAt } = origin;
    // Of one that has expired, the reminder says all.
    const isOver = now > (endOf(order) ?? now) || now - firstSeenAt > MAX_AGE_MS;
    if (isOver || this.#isFirst(order, firstSeenAt)) return null;
    const entry = { subject: fingerprint256, threshold: `renewed:${id}` };
    if (ledger.has(entry)) return null;
    const isAutomatic = deployment !== null && deployment.settlesUntil !== ALWAYS;
    if (toReview(order.findings).length > 0) {
      const review = toldEntry('review', fingerprint256, order);
      // Once it is accepted, the update that it holds up has an alert.
      const entries = isAutomatic ? [review] : [review, entry];
      return ledger.has(review) ? null : { order, entries, firstSeenAt, isDeployed: false };
    }
    if (this.#waits(order, `${fingerprint256} ${id}`, isAutomatic, before)) return null;
    const isDeployed = deployment === null ? null : isEverywhere(order, now);
    if (isDeployed === false && this.#isFailed(order)) return null;
    return { order, entries: [entry], firstSeenAt, isDeployed };
  }

  /** All certificates delivered before a push-only order was approved count as its first one. */
  #isFirst(order: OrderRow, firstSeenAt: number): boolean {
    return isPushOnly(order) && firstSeenAt < (this.#ports.addedAt(order.id) ?? 0);
  }

  /** Whether the leaf is on its way. After a restart, servers and files have the same time again to be checked. */
  #waits({ id }: OrderRow, key: string, isAutomatic: boolean, before: ReadonlyMap<string, number>): boolean {
    const { clock, isUpdating } = this.#ports;
    const isRunning = isUpdating(id);
    if (!isRunning && !isAutomatic) return false;
    const steadyNow = clock.monotonic();
    const since = before.get(key) ?? steadyNow;
    const isOnTheWay = isRunning || steadyNow - since < SETTLE_MS;
    // Also kept afterwards: the time is given once.
    this.#onTheWay.set(key, since);
    if (isOnTheWay) this.#isHolding = true;
    return isOnTheWay;
  }

  #isFailed(order: OrderRow): boolean {
    return this.#ports.settings().alertOnTrouble && this.#ports.hasFailed(order);
  }

  /** One alert about those seen before the last morning, unless that morning had its alert. */
  #summary(daily: readonly Renewal[], now: number): Alert[] {
    const morning = lastMorning(now);
    const summaryKey = { subject: 'dailySummary', threshold: `told:${morning}` };
    const due = daily.filter(({ firstSeenAt }) => firstSeenAt < morning);
    const [first, ...others] = due;
    if (first === undefined || this.#ports.ledger.has(summaryKey)) return [];
    const entries = [...due.flatMap((each) => each.entries), summaryKey];
    if (others.length === 0) return [{ ...alertOf(first), entries }];
    const isDeployed = due.every((each) => each.isDeployed === true);
    const orders = due.map(({ order }) => order);
    const event = { kind: 'renewals', orders, count: orders.length, isDeployed } as const;
    return [{ event, entries, ...reasonsOf(orders, isDeployed) }];
  }
}

/** Whether nothing is left to do about a short-lived certificate, which will be renewed again in some days. */
function isDaily({ order: { notBefore, notAfter, findings }, isDeployed }: Renewal): boolean {
  if (notBefore === null || notAfter === null || isDeployed === false || toReview(findings).length > 0)
    return false;
  return notAfter - notBefore <= SHORT_LIVED_MS;
}

function alertOf({ order, entries, isDeployed }: Renewal): Alert {
  return { event: { kind: 'renewed', order, isDeployed }, entries, ...reasonsOf([order], isDeployed) };
}

/** A certificate that is to be deployed is news until it is; one that is deployed, as long as it is. */
function reasonsOf(orders: readonly OrderRow[], isDeployed: boolean | null): Pick<Alert, 'reasons'> {
  if (isDeployed !== true) return {};
  return {
    reasons: orders.flatMap(({ id, fingerprint256 }) =>
      fingerprint256 === null ? [] : { subject: fingerprint256, threshold: `deployed:${id}` },
    ),
  };
}
