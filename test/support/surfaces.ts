import { type Assessment, assess, pollingKindOf } from '#shared/domain/assessment.ts';
import { isLongExpired } from '#shared/domain/attention.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { isGroupOfExpired } from '#shared/domain/orderGroups.ts';
import { QUICK_ROWS_MAX } from '#shared/domain/quickView.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { needsAttention } from '#shared/domain/status.ts';
import { readExposition } from './exposition.ts';

/** What a surface says of one order. */
export interface Said {
  readonly id: string;
  readonly status: string;
}

/** What follows from the state of main, and so is on every surface. */
export interface Due {
  readonly all: readonly Said[];
  /** How many orders and connections need the user. */
  readonly attention: number;
  /** How many connections with orders need a new token; part of `attention`. */
  readonly rejected: number;
  readonly assessment: Assessment;
  readonly isClockWrong: boolean;
}

interface MainState {
  readonly orders: readonly OrderRow[];
  readonly connections: readonly ConnectionView[];
  readonly settings: Settings;
  readonly clockAheadMs: number | null;
}

/** @param clock the time of the computer, Unix ms */
export function dueOf({ orders, connections, settings, clockAheadMs }: MainState, clock: number): Due {
  const now = clock - (clockAheadMs ?? 0);
  const assessment = assess(orders, pollingKindOf(connections), settings, now);
  const { statuses } = assessment;
  const needy = orders.filter(({ id }) => needsAttention(statuses.get(id) ?? 'healthy'));
  const long = needy.filter((order) => isLongExpired(order, now)).length;
  const asking = new Set(orders.map(sourceId));
  const rejected = connections.filter(
    ({ id, polling }) => polling.kind === 'rejected' && asking.has(id),
  ).length;
  return {
    all: orders.map(({ id }) => ({ id, status: statuses.get(id) ?? '' })),
    attention: needy.length - (isGroupOfExpired(long) ? long : 0) + rejected,
    rejected,
    assessment,
    isClockWrong: clockAheadMs !== null,
  };
}

/** What the surfaces that list the orders say else than what is due. */
export function listProblems(
  { all }: Due,
  said: { readonly quick: readonly Said[]; readonly status: string; readonly metrics: string },
): readonly string[] {
  return [
    ...differences('the quick window', said.quick, all.slice(0, QUICK_ROWS_MAX)),
    ...differences('status --json', JSON.parse(said.status).orders, all),
    ...differences('metrics', statusesIn(said.metrics), all),
  ];
}

/** How the orders of a surface differ from those that it should have. */
export function differences(surface: string, said: readonly Said[], all: readonly Said[]): readonly string[] {
  const line = ({ id, status }: Said) => `${id} ${status}`;
  const [is, should] = [said, all].map((each) => each.map(line).toSorted().join(', '));
  return is === should ? [] : [`${surface} says ${is}; it should say ${should}`];
}

/** The status of each order in the metrics. */
export function statusesIn(text: string): readonly Said[] {
  return readExposition(text)
    .filter(({ name, value }) => name === 'notafter_order_status' && value === 1)
    .map(({ labels }) => ({ id: labels['id'] ?? '', status: labels['status'] ?? '' }));
}

/** The check has windows of its own: only what is fine, and what has ended, is the same. @param out of `check --json` */
export function checkProblems({ all, isClockWrong }: Due, out: string): readonly string[] {
  const { state, orders } = JSON.parse(out);
  if (isClockWrong || all.length === 0) return state === 'UNKNOWN' ? [] : [`check is ${state}`];
  const states = new Map(orders.map((one: { id: string; state: string }) => [one.id, one.state]));
  return all.flatMap(({ id, status }) => {
    const word = states.get(id);
    const isWrong =
      word === undefined ||
      (status === 'expired' && word !== 'CRITICAL') ||
      (status === 'healthy' && word !== 'OK');
    return isWrong ? [`check says ${word} of ${id}, which is ${status}`] : [];
  });
}
