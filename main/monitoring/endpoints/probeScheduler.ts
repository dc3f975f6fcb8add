import type { Random } from '#main/platform/backoff.ts';
import type { Connectivity } from '#main/platform/connectivity.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { type DuePlan, DueRunner } from '#main/platform/dueRunner.ts';
import type { Event } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { EndpointProber } from '../probe/endpointProber.ts';
import { PROBES_AT_ONCE } from '../probe/probeGate.ts';
import { type EndpointRecord, foldProbe } from './endpointRecord.ts';
import type { EndpointStore } from './endpointStore.ts';

/** Random spread as a share of the interval, so that endpoints added together drift apart. */
const JITTER = 0.05;

/** Missed probes are spread over this time: per probe, and at most in total. */
const SPREAD_EACH_MS = 500;
const SPREAD_MAX_MS = 10 * MINUTE_MS;

/** Delay in ms from one probe to the next. */
export function delayAfterProbe(intervalMinutes: number, random: Random): number {
  return Math.round(intervalMinutes * MINUTE_MS * (1 - JITTER + 2 * JITTER * random()));
}

/** Delay in ms until a planned probe, at most one interval; 0: it is due. */
export function remainingDelay(
  { endpoint, nextProbeAt }: Pick<EndpointRecord, 'endpoint' | 'nextProbeAt'>,
  now: number,
): number {
  const longestMs = endpoint.intervalMinutes * MINUTE_MS * (1 + JITTER);
  return Math.min(Math.max(0, (nextProbeAt ?? now) - now), longestMs);
}

/** Time in ms over which missed probes are spread. */
export function spreadMs(missed: number): number {
  return Math.min(missed * SPREAD_EACH_MS, SPREAD_MAX_MS);
}

/** Probe times (ms) after a renewal or an export: soon, as a command may reload the server, then less often. */
const RUNGS_MS = [5000, 30_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS] as const;

/** Endpoints that are probed more often until they serve a new certificate. */
export class ProbeBackoff {
  readonly #clock: Clock;
  /** Start of each wait, monotonic ms. */
  readonly #since = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(id: string): void {
    this.#since.set(id, this.#clock.monotonic());
  }

  end(id: string): void {
    this.#since.delete(id);
  }

  /** Delay in ms to the next probe; `null`: not waiting, or the last step has passed. */
  delay(id: string): number | null {
    const since = this.#since.get(id);
    if (since === undefined) return null;
    const passedMs = this.#clock.monotonic() - since;
    const rung = RUNGS_MS.find((at) => at > passedMs);
    if (rung === undefined) this.#since.delete(id);
    return rung === undefined ? null : rung - passedMs;
  }
}

export interface ProbeSchedulerPorts {
  readonly store: EndpointStore;
  readonly hasOrder: (orderId: string) => boolean;
  /** Whether an endpoint serves its order's current certificate. */
  readonly isEndpointDeployed: (record: EndpointRecord) => boolean;
  readonly probe: EndpointProber['probe'];
  readonly connectivity: Connectivity;
  /** Fires after sleep, and when the clock was set. */
  readonly onDidJump: Event<void>;
  /** Fires now and then. */
  readonly onDidCompare: Event<void>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly logger: Logger;
}

/** Delay before the first probes after the start, and after a wake-up, when networks need a moment. */
const FIRST_MS = 15_000;
const WAKE_MS = 5000;

/** Delay after a probe that failed because this computer was offline. */
const RETRY_MS = 5 * MINUTE_MS;

const WRITE_AFTER_MS = 1000;

/** Probes each endpoint in its time. Endpoints of one host are probed one after another: a dead host delays only its own. */
export class ProbeScheduler implements Disposable {
  readonly #ports: ProbeSchedulerPorts;
  readonly #runner: DueRunner;
  readonly #ladder: ProbeBackoff;
  #writing: Disposable | null = null;

  /** Ids of endpoints whose `isProbing` may have changed. */
  readonly onDidChangeProbing: Event<readonly string[]>;

  constructor(ports: ProbeSchedulerPorts) {
    const { store, hasOrder } = ports;
    this.#ports = ports;
    this.#ladder = new ProbeBackoff(ports.clock);
    this.#runner = new DueRunner({
      ...ports,
      atOnce: PROBES_AT_ONCE,
      run: (id, signal) => this.#probe(id, signal),
      failed: 'An endpoint was not probed',
      retryMs: RETRY_MS,
      look: (isFirst) => this.#plansOf(store.list(), isFirst ? FIRST_MS : WAKE_MS),
      laneOf: (id) => {
        const endpoint = store.find(id)?.endpoint;
        return endpoint !== undefined && hasOrder(endpoint.orderId) ? endpoint.host : null;
      },
      canRun: (host) => this.#isReachable(host),
      wakes: [ports.onDidJump],
    });
    this.onDidChangeProbing = this.#runner.onDidChange;
  }

  /** Starts scheduling; missed probes are spread over some time. */
  start(): void {
    this.#runner.start();
  }

  dispose(): void {
    this.#runner.dispose();
    this.#writing?.dispose();
    this.#ports.store.writeSights();
  }

  /** Whether an endpoint is being probed, or waits for its turn. */
  isProbing(id: string): boolean {
    return this.#runner.isActive(id);
  }

  probeNow(ids: readonly string[]): void {
    this.#runner.request(ids);
  }

  /** Schedules endpoints that are not scheduled yet, after they or their orders were restored. */
  plan(records: readonly EndpointRecord[]): void {
    const unplanned = records.filter(({ endpoint: { id } }) => !this.#runner.isPlanned(id));
    if (unplanned.length > 0) this.#runner.plan(this.#plansOf(unplanned, 0));
  }

  intervalChanged(id: string): void {
    const { store, clock } = this.#ports;
    const record = store.find(id);
    if (record === null || record.probedAt === null || this.#runner.remaining(id) === null) return;
    const sinceMs = Math.max(0, clock.now() - record.probedAt);
    this.#replan(record, Math.max(0, this.#delayAfter(record) - sinceMs));
  }

  /** Endpoints were removed or are other places now. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#ladder.end(id);
    this.#runner.cancel(ids);
  }

  /** Probes more often, after a renewal or an export, until the endpoints serve the new certificate. */
  orderTouched(orderId: string): void {
    for (const record of this.#ports.store.ofOrder(orderId)) {
      const { id } = record.endpoint;
      this.#ladder.begin(id);
      const remainingMs = this.#runner.remaining(id);
      if (remainingMs !== null) this.#replan(record, Math.min(remainingMs, this.#ladder.delay(id) ?? 0));
    }
  }

  #plansOf(records: readonly EndpointRecord[], firstMs: number): readonly DuePlan[] {
    const { hasOrder, clock, random } = this.#ports;
    const now = clock.now();
    const plans = records
      .filter(({ endpoint: { orderId } }) => hasOrder(orderId))
      .map((record) => ({ id: record.endpoint.id, delayMs: remainingDelay(record, now) }));
    const overMs = spreadMs(plans.filter(({ delayMs }) => delayMs === 0).length);
    return plans.map(({ id, delayMs }) => ({
      id,
      delayMs: delayMs > 0 ? delayMs : firstMs + random() * overMs,
    }));
  }

  #replan(record: EndpointRecord, delayMs: number): void {
    this.#runner.plan([{ id: record.endpoint.id, delayMs: this.#note(record, delayMs) }]);
  }

  async #probe(id: string, signal: AbortSignal): Promise<number | null> {
    const { store, probe, clock, isEndpointDeployed } = this.#ports;
    const endpoint = store.find(id)?.endpoint;
    if (endpoint === undefined) return null;
    const report = await probe(endpoint, signal);
    const record = store.find(id);
    if (report === null || record === null || signal.aborted) return null;
    const isServed = report.addresses.some(({ outcome }) => outcome.kind === 'served');
    if (!isLoopbackHost(endpoint.host)) this.#ports.connectivity.heard(isServed);
    const isOffline = report.error?.kind === 'offline' || (!isServed && !this.#isReachable(endpoint.host));
    // It says nothing of the server.
    if (isOffline) return this.#note(record, RETRY_MS);
    const at = clock.now();
    const addresses = foldProbe(record.addresses, report, at);
    const omitted = report.error === null ? report.omitted : record.omitted;
    const seen = { ...record, probedAt: at, error: report.error, addresses, omitted };
    // A server that restarts must not count as unreachable until the next interval.
    if (isEndpointDeployed(seen)) this.#ladder.end(id);
    else if (isEndpointDeployed(record)) this.#ladder.begin(id);
    return this.#note(seen, this.#delayAfter(seen));
  }

  /** Whether the system says that there is a network, or none is needed. */
  #isReachable(host: string): boolean {
    return this.#ports.connectivity.online() || isLoopbackHost(host);
  }

  #delayAfter({ endpoint: { id, intervalMinutes } }: EndpointRecord): number {
    const delayMs = delayAfterProbe(intervalMinutes, this.#ports.random);
    return Math.min(delayMs, this.#ladder.delay(id) ?? delayMs);
  }

  /** Stores the result of a probe, and when the next one is. @returns `delayMs` */
  #note({ endpoint: { id }, probedAt, error, addresses, omitted }: EndpointRecord, delayMs: number): number {
    const { store, clock, scheduler } = this.#ports;
    const nextProbeAt = clock.now() + Math.round(delayMs);
    store.note(id, { probedAt, nextProbeAt, error, addresses, omitted });
    this.#writing ??= scheduler.after(WRITE_AFTER_MS, () => {
      this.#writing = null;
      store.writeSights();
    });
    return delayMs;
  }
}
