import { OrderList } from '#main/orders/list/orderList.ts';
import type { OrderRecord } from '#main/orders/list/orderRecord.ts';
import { OrderService } from '#main/orders/list/orderService.ts';
import type { PollingStateChange } from '#main/orders/polling/connectionQueues.ts';
import { OrderPoller, type OrderPollerPorts } from '#main/orders/polling/orderPoller.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { FetchOutcome } from '#main/x509/material.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import {
  createFakeConnectivity,
  createFakeRepository,
  createFakeService,
  type FakeRequest,
  given,
  inspectFake,
} from './fakes.ts';

export interface HarnessOptions {
  readonly answer?: (request: FakeRequest) => FetchOutcome | Promise<never>;
  readonly latencyMs?: (request: FakeRequest) => number;
  readonly random?: () => number;
  readonly stored?: readonly OrderRecord[];
  readonly ports?: Partial<OrderPollerPorts>;
}

/** A poller over a real OrderService, with time, disk, network and service as fakes. Not started. */
export function createHarness(options: HarnessOptions = {}) {
  const time = createFakeTime(Date.UTC(2026, 0, 1));
  const repository = createFakeRepository(options.stored);
  const { logger, lines: logLines } = createRecordingLogger();
  const connectivity = createFakeConnectivity();
  const jumped = new Emitter<void>('pollerHarness.jumped');
  const settingsChanged = new Emitter<Settings>('pollerHarness.settingsChanged');
  let settings = defaultSettings;
  let count = 0;
  let answer = options.answer ?? ((request: FakeRequest) => given(`${request.rid}.example`));
  const orders = new OrderService({
    repository,
    hasConnection: () => true,
    knownTokens: () => [],
    clock: time.clock,
    confirmedClock: time.confirmedClock,
    newId: () => `order-${++count}`,
    logger,
  });
  const list = new OrderList([orders], time.confirmedClock);
  const service = createFakeService(
    time.clock,
    (ms, run) => time.scheduler.after(ms, run),
    (request) => answer(request),
    options.latencyMs,
  );
  const poller = new OrderPoller({
    orders,
    source: service,
    inspect: inspectFake,
    clock: time.clock,
    scheduler: time.scheduler,
    connectivity,
    onDidJump: jumped.event,
    onDidCompare: time.onDidCompare,
    reachableOffline: () => false,
    random: options.random ?? (() => 0.5),
    settings: () => settings,
    onDidChangeSettings: settingsChanged.event,
    logger,
    ...options.ports,
  });
  const states: PollingStateChange[] = [];
  poller.onDidChangeState((change) => states.push(change));
  return {
    time,
    repository,
    logLines,
    connectivity,
    jumped,
    orders,
    list,
    service,
    poller,
    states,
    /** Adds orders `prefix-0` ... to a connection; gives their ids. */
    add(connectionId: string, many: number, prefix = 'rid'): string[] {
      const text = Array.from({ length: many }, (_, index) => `${prefix}-${index}`).join(' ');
      const report = orders.add(connectionId, text);
      return report.ok ? report.value.results.map(({ orderId }) => orderId) : [];
    },
    answerWith(next: (request: FakeRequest) => FetchOutcome | Promise<never>) {
      answer = next;
    },
    set(fields: Partial<Settings>) {
      settings = { ...settings, ...fields };
      settingsChanged.fire(settings);
    },
    /** How often each rid was asked for since a moment of the monotonic clock. */
    asked(since = 0): Record<string, number> {
      const counts: Record<string, number> = {};
      for (const { rid, at } of service.requests) if (at >= since) counts[rid] = (counts[rid] ?? 0) + 1;
      return counts;
    },
  };
}
