import type { Random } from '#main/platform/backoff.ts';
import type { Connectivity } from '#main/platform/connectivity.ts';
import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { TimerQueue } from '#main/platform/timerQueue.ts';
import type { Endpoint } from '#shared/domain/endpoint.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { EndpointProber, ProbeReport } from '../probe/endpointProber.ts';
import { PROBES_AT_ONCE } from '../probe/probeGate.ts';
import { type EndpointRecord, foldProbe } from './endpointRecord.ts';
import type { EndpointStore } from './endpointStore.ts';
import { delayAfterProbe, ProbeBackoff, remainingDelay, spreadMs } from './probePlan.ts';

export interface ProbeSchedulerPorts {
  readonly store: EndpointStore;
  readonly hasOrder: (orderId: string) => boolean;
  /** Whether an endpoint serves its order's current certificate. */
  readonly isInStep: (record: EndpointRecord) => boolean;
  readonly probe: EndpointProber['probe'];
  readonly connectivity: Connectivity;
  /** Fires after sleep, and when the clock was set. */
  readonly onDidJump: Event<void>;
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

/** A probe that runs. Endpoints of one host are probed one after another: a dead host delays only its own. */
interface Running {
  readonly host: string;
  readonly controller: AbortController;
}

export class ProbeScheduler implements Disposable {
  readonly #ports: ProbeSchedulerPorts;
  readonly #queue = new TimerQueue();
  readonly #running = new Map<string, Running>();
  /** Due while offline, or while their host is being probed; the value: whether the user asked for it. */
  readonly #held = new Map<string, boolean>();
  readonly #ladder: ProbeBackoff;
  #resources: readonly Disposable[] = [];
  #timer: Disposable | null = null;
  #writing: Disposable | null = null;
  #isRunning = false;

  readonly #probing = new Emitter<readonly string[]>('probeScheduler.probing');

  /** Ids of endpoints whose `isProbing` may have changed. */
  readonly onDidChangeProbing = this.#probing.event;

  constructor(ports: ProbeSchedulerPorts) {
    this.#ports = ports;
    this.#ladder = new ProbeBackoff(ports.clock);
  }

  /** Starts scheduling; missed probes are spread over some time. */
  start(): void {
    const { connectivity, onDidJump, store } = this.#ports;
    this.#isRunning = true;
    this.#resources = [
      connectivity.onDidChange((online) => {
        if (online) this.resumed();
      }),
      onDidJump(() => this.resumed()),
    ];
    this.#planAll(store.list(), FIRST_MS);
  }

  dispose(): void {
    this.#isRunning = false;
    disposeAll(this.#resources);
    this.#timer?.dispose();
    this.#writing?.dispose();
    this.#abort([...this.#running.keys()]);
    this.#ports.store.writeSights();
  }

  /** Whether an endpoint is being probed, or waits for its turn. */
  isProbing(id: string): boolean {
    return this.#running.has(id) || this.#queue.get(id)?.urgent === true;
  }

  /** The computer woke up or the network is back, so plans may be overdue. */
  resumed(): void {
    this.#release(() => true);
    this.#planAll(this.#ports.store.list(), WAKE_MS);
  }

  /** Queues what was held for some hosts; what still cannot run is held again. */
  #release(isOf: (host: string) => boolean): void {
    for (const [id, urgent] of [...this.#held]) {
      if (!isOf(this.#ports.store.find(id)?.endpoint.host ?? '')) continue;
      this.#held.delete(id);
      this.#queueIn(id, 0, urgent);
    }
  }

  probeNow(ids: readonly string[]): void {
    for (const id of ids) {
      this.#held.delete(id);
      if (!this.#running.has(id)) this.#queueIn(id, 0, true);
    }
    this.#pump();
    this.#probing.fire(ids);
  }

  /** Schedules endpoints that are not scheduled yet, after they or their orders were restored. */
  plan(records: readonly EndpointRecord[]): void {
    const unplanned = records.filter(({ endpoint: { id } }) => this.#queue.get(id) === null);
    if (unplanned.length > 0) this.#planAll(unplanned, 0);
  }

  intervalChanged(id: string): void {
    const { store, clock } = this.#ports;
    const record = store.find(id);
    if (record === null || record.probedAt === null || this.#isUnderWay(id)) return;
    const sinceMs = Math.max(0, clock.now() - record.probedAt);
    this.#note(record, Math.max(0, this.#delayAfter(record) - sinceMs));
    this.#pump();
  }

  /** Endpoints were removed or are other places now. */
  forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#queue.delete(id);
      this.#held.delete(id);
      this.#ladder.end(id);
    }
    this.#abort(ids);
    this.#pump();
  }

  /** Probes more often, after a renewal or an export, until the endpoints serve the new certificate. */
  orderTouched(orderId: string): void {
    const { store, clock } = this.#ports;
    const now = clock.monotonic();
    for (const record of store.ofOrder(orderId)) {
      const { id } = record.endpoint;
      this.#ladder.begin(id);
      const entry = this.#queue.get(id);
      if (entry === null || this.#isUnderWay(id)) continue;
      this.#note(record, Math.max(0, Math.min(entry.dueAt - now, this.#ladder.delay(id) ?? 0)));
    }
    this.#pump();
  }

  #planAll(records: readonly EndpointRecord[], firstMs: number): void {
    const { hasOrder, clock, random } = this.#ports;
    const now = clock.now();
    const plans = records
      .filter(({ endpoint: { id, orderId } }) => hasOrder(orderId) && !this.#isUnderWay(id))
      .map((record) => ({ id: record.endpoint.id, delayMs: remainingDelay(record, now) }));
    const overMs = spreadMs(plans.filter(({ delayMs }) => delayMs === 0).length);
    for (const { id, delayMs } of plans)
      this.#queueIn(id, delayMs > 0 ? delayMs : firstMs + random() * overMs, false);
    this.#pump();
  }

  /** Whether a plan would only delay a probe. */
  #isUnderWay(id: string): boolean {
    return this.#running.has(id) || this.#held.has(id) || this.#queue.get(id)?.urgent === true;
  }

  #queueIn(id: string, delayMs: number, urgent: boolean): void {
    this.#queue.set({ id, dueAt: this.#ports.clock.monotonic() + delayMs, urgent });
  }

  #pump(): void {
    if (!this.#isRunning) return;
    const { clock, scheduler } = this.#ports;
    this.#timer?.dispose();
    this.#timer = null;
    for (let first = this.#queue.first(); first !== null; first = this.#queue.first()) {
      if (this.#running.size >= PROBES_AT_ONCE) return;
      const waitMs = first.dueAt - clock.monotonic();
      if (!first.urgent && waitMs > 0) {
        this.#timer = scheduler.after(waitMs, () => this.#pump());
        return;
      }
      this.#queue.delete(first.id);
      this.#begin(first.id, first.urgent);
    }
  }

  #begin(id: string, urgent: boolean): void {
    const { store, hasOrder, connectivity } = this.#ports;
    const endpoint = store.find(id)?.endpoint;
    if (endpoint === undefined || !hasOrder(endpoint.orderId)) return;
    const { host } = endpoint;
    const isReachable = connectivity.online() || isLoopbackHost(host);
    if (isReachable && ![...this.#running.values()].some((running) => running.host === host))
      void this.#probe(endpoint);
    else this.#held.set(id, urgent);
    this.#probing.fire([id]);
  }

  async #probe(endpoint: Endpoint): Promise<void> {
    const { id, host } = endpoint;
    const controller = new AbortController();
    this.#running.set(id, { host, controller });
    let report: ProbeReport | null = null;
    try {
      report = await this.#ports.probe(endpoint, controller.signal);
    } catch (bug) {
      this.#ports.logger.error('An endpoint was not probed', { error: errorName(bug) });
    }
    // An aborted probe has no result, and another one may run.
    if (this.#running.get(id)?.controller !== controller) return;
    this.#running.delete(id);
    this.#take(endpoint, report);
    this.#release((held) => held === host);
    this.#pump();
    this.#probing.fire([id]);
  }

  #abort(ids: readonly string[]): void {
    const stopped: string[] = [];
    for (const id of ids) {
      const running = this.#running.get(id);
      if (running === undefined) continue;
      running.controller.abort();
      this.#running.delete(id);
      this.#release((host) => host === running.host);
      stopped.push(id);
    }
    if (stopped.length > 0) this.#probing.fire(stopped);
  }

  #take(probed: Endpoint, report: ProbeReport | null): void {
    const record = this.#ports.store.find(probed.id);
    if (record === null) return;
    if (report === null || report.error?.kind === 'offline') {
      this.#note(record, RETRY_MS);
      return;
    }
    const at = this.#ports.clock.now();
    const addresses = foldProbe(record.addresses, report, at);
    const omitted = report.error === null ? report.omitted : record.omitted;
    const seen = { ...record, probedAt: at, error: report.error, addresses, omitted };
    // A server that restarts must not count as unreachable until the next interval.
    if (this.#ports.isInStep(seen)) this.#ladder.end(probed.id);
    else if (this.#ports.isInStep(record)) this.#ladder.begin(probed.id);
    this.#note(seen, this.#delayAfter(seen));
  }

  #delayAfter({ endpoint: { id, intervalMinutes } }: EndpointRecord): number {
    const delayMs = delayAfterProbe(intervalMinutes, this.#ports.random);
    return Math.min(delayMs, this.#ladder.delay(id) ?? delayMs);
  }

  /** Stores the result of a probe and schedules the next one. */
  #note({ endpoint: { id }, probedAt, error, addresses, omitted }: EndpointRecord, delayMs: number): void {
    const { store, clock, scheduler } = this.#ports;
    this.#queueIn(id, delayMs, false);
    const nextProbeAt = clock.now() + Math.round(delayMs);
    store.note(id, { probedAt, nextProbeAt, error, addresses, omitted });
    this.#writing ??= scheduler.after(WRITE_AFTER_MS, () => {
      this.#writing = null;
      store.writeSights();
    });
  }
}
