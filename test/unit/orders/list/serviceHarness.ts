import type { PollOutcome } from '#main/orders/list/applyOutcome.ts';
import { OrderList } from '#main/orders/list/orderList.ts';
import { OrderService } from '#main/orders/list/orderService.ts';
import type { OrdersChange } from '#main/orders/list/orderSource.ts';
import { datedNow } from '#main/platform/confirmedClock.ts';
import type { AppError } from '#shared/errors.ts';
import { createFakeTime, type FakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { createFakeRepository, leafOf } from '#test/unit/orders/polling/fakes.ts';

/** Findings that no time changes. */
const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** The disk is full. */
export const full: AppError = { kind: 'storage', reason: 'full', detail: '' };

/** A service on a repository in memory, a list of its orders, and the changes that it reported. */
export function createService(
  repository = createFakeRepository(),
  time: Pick<FakeTime, 'clock' | 'confirmedClock' | 'setNow'> = createFakeTime(0),
  tokens: readonly string[] = [],
) {
  let count = 0;
  const service = new OrderService({
    repository,
    hasConnection: (id) => id === 'a' || id === 'b',
    knownTokens: () => tokens,
    clock: time.clock,
    confirmedClock: time.confirmedClock,
    newId: () => `order-${++count}`,
    logger: createRecordingLogger().logger,
  });
  const changes: OrdersChange[] = [];
  service.onDidChange('all', (change) => changes.push(change));
  const list = new OrderList([service], { now: () => datedNow(time.clock, time.confirmedClock) });
  return { service, list, repository, changes, time };
}

/** A poll that found a certificate; days count from 1970-01-01. */
export function success(
  orderId: string,
  name: string,
  fields: { at?: number; days?: [number, number]; serviceNotAfter?: string | null } = {},
): PollOutcome {
  const { at = 1000, days = [20_000, 21_000], serviceNotAfter = null } = fields;
  const leaf = leafOf(name, days);
  return {
    kind: 'inspected',
    orderId,
    at,
    nextPollAt: at + 5,
    inspection: { leaf, leafPem: name, chain: [], chainPem: [], chainEnd: null, findings: [], ...always },
    serviceName: null,
    serviceNotAfter,
  };
}

export function failure(
  orderId: string,
  error: AppError,
  serviceNotAfter: string | null = null,
): PollOutcome {
  return { kind: 'failed', orderId, at: 2000, nextPollAt: 2500, error, serviceNotAfter };
}
