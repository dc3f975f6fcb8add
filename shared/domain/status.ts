import type { ConditionFacts, Severity } from './conditions/condition.ts';
import { allConditions, type ConditionStatus, type Polling } from './conditions/conditions.ts';
import { termsOf } from './conditions/terms.ts';
import type { Settings } from './settings.ts';
import { NEVER } from './thresholds.ts';

/** The status of an order: that of its worst condition. */
export type OrderStatus = ConditionStatus | 'healthy';

/** The statuses of orders, worst first. */
export const orderStatuses: readonly OrderStatus[] = [
  ...new Set(allConditions.map(({ status }) => status)),
  'healthy',
];

/** The severity of each status; of `healthy`: `fine`. */
export const statusSeverities = Object.fromEntries([
  ...allConditions.map(({ status, severity }) => [status, severity]),
  ['healthy', 'fine'],
]) as Readonly<Record<OrderStatus, Severity | 'fine'>>;

/** Whether an order with this status needs the user now. */
export function needsAttention(status: OrderStatus): boolean {
  const severity = statusSeverities[status];
  return severity === 'critical' || severity === 'attention';
}

/** What a condition may need, as bits. */
const bits = { deployment: 1, authority: 2, findings: 4 } as const;

/**
 * The conditions that an order can have, by the bits of what is known of it, with their functions as lists of their own:
 * thousands of orders pass them in each tick.
 */
const rules = Array.from({ length: 8 }, (_, known) => {
  const conditions = allConditions.filter(({ needs }) => needs === undefined || (known & bits[needs]) !== 0);
  return {
    conditions,
    froms: conditions.map(({ from }) => from),
    untils: conditions.map(({ until }) => until ?? null),
  };
});

function rulesFor({ deployment, authority, findings }: ConditionFacts) {
  const known =
    (deployment === null ? 0 : bits.deployment) |
    (authority === null ? 0 : bits.authority) |
    (findings.length === 0 ? 0 : bits.findings);
  return rules[known];
}

/**
 * Set by `worstCondition`: the first instant after its `now` at which time alone may change the worst condition. One for
 * all calls: no garbage.
 */
let boundary = NEVER;

/** The status of an order at `now` (Unix ms): that of its worst condition, or `healthy`. */
export function deriveStatus(
  order: ConditionFacts,
  polling: Polling,
  settings: Settings,
  now: number,
): OrderStatus {
  return worstCondition(order, polling, settings, now)?.status ?? 'healthy';
}

/** The worst condition of an order at `now` (Unix ms); `null`: it is healthy. */
export function worstCondition(order: ConditionFacts, polling: Polling, settings: Settings, now: number) {
  const terms = termsOf(settings);
  boundary = NEVER;
  const own = rulesFor(order);
  if (own === undefined) return null;
  const { conditions, froms, untils } = own;
  for (let index = 0; index < froms.length; index += 1) {
    const from = froms[index]?.(order, terms, now, polling) ?? NEVER;
    if (from > now) {
      if (from < boundary) boundary = from;
      continue;
    }
    const until = untils[index]?.(order, terms, now) ?? NEVER;
    if (until <= now) continue;
    if (until < boundary) boundary = until;
    return conditions[index] ?? null;
  }
  return null;
}

/**
 * The statuses of many orders at `now` (Unix ms), in their order.
 * @param pollingOf of an order
 * @param seen gets each order with its status
 * @returns when the first of them changes by time alone, Unix ms; `Infinity` if none does
 */
export function deriveStatuses<Order extends ConditionFacts>(
  orders: Iterable<Order>,
  pollingOf: (order: Order) => Polling,
  settings: Settings,
  now: number,
  seen: (order: Order, status: OrderStatus) => void,
): number {
  let next = NEVER;
  for (const order of orders) {
    const polling = pollingOf(order);
    const status = deriveStatus(order, polling, settings, now);
    let at = boundary;
    while (at < next && deriveStatus(order, polling, settings, at) === status) at = boundary;
    next = Math.min(next, at);
    seen(order, status);
  }
  return next;
}
