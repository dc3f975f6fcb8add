import { isLoopback } from '#shared/domain/baseUrl.ts';
import { isLoopbackAddress } from '#shared/domain/ipAddress.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Clock } from '../lib/clock.ts';
import type { Connectivity } from '../lib/connectivity.ts';
import type { Disposable } from '../lib/disposable.ts';
import { Emitter } from '../lib/emitter.ts';
import { errorName } from '../lib/errorName.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scheduler } from '../lib/scheduler.ts';
import { watchClock } from '../orders/clockWatch.ts';
import { DueQueue } from '../orders/dueQueue.ts';
import type { EndpointBook } from './endpointBook.ts';
import { isSamePlace } from './endpointDraft.ts';
import type { EndpointRecord } from './endpointRecord.ts';
import { foldProbe } from './foldProbe.ts';
import { delayAfterProbe, delayOnLadder, type Random, remainingDelay, spreadMs } from './probePlan.ts';
import type { ProbeReport, Prober } from './prober.ts';

export interface EndpointKeeperPorts {
  readonly book: EndpointBook;
  /** Whether an order is there and was not removed. */
  readonly hasOrder: (orderId: string) => boolean;
  /** Whether an endpoint serves the leaf that its order has now. */
  readonly isInStep: (record: EndpointRecord) => boolean;
  readonly probe: Prober;
  readonly connectivity: Connectivity;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly logger: Logger;
}

/** Endpoints that are probed at once; the prober bounds the addresses of each. */
const AT_ONCE = 8;

/** The start of the app and of the computer has better things to do, and networks take a moment to come up. */
const FIRST_MS = 15_000;
const WAKE_MS = 5000;

/** When a probe said nothing of the endpoint: there was no network after all. */
const RETRY_MS = 5 * MINUTE_MS;

/** Results within this time are one write. */
const WRITE_AFTER_MS = 1000;

/** Says when each endpoint is probed, probes it, and hands what it finds to the book. */
export class EndpointKeeper implements Disposable {
  readonly #ports: EndpointKeeperPorts;
  readonly #queue = new DueQueue();
  readonly #running = new Map<string, AbortController>();
  /** Due while there was no network, and whether somebody asked for it. */
  readonly #held = new Map<string, boolean>();
  /** By endpoint: when something happened to its order, after which the new leaf is waited for. Monotonic ms. */
  readonly #touched = new Map<string, number>();
  readonly #changed = new Emitter<readonly string[]>();
  #resources: readonly Disposable[] = [];
  #timer: Disposable | null = null;
  #writing: Disposable | null = null;
  #isRunning = false;

  /** Ids of endpoints whose probes began or ended. */
  readonly onDidChangeProbing = this.#changed.event;

  constructor(ports: EndpointKeeperPorts) {
    this.#ports = ports;
  }

  /** Probes what was missed, a while from now, and from then on each endpoint in its time. */
  start(): void {
    const { connectivity, clock, scheduler } = this.#ports;
    this.#isRunning = true;
    this.#resources = [
      connectivity.onDidChange((online) => {
        if (online) this.resumed();
      }),
      watchClock(clock, scheduler, () => this.resumed()),
    ];
    this.#planAll(this.#ports.book.list(), FIRST_MS);
  }

  /** Gives up every probe that is under way, and writes what was found. */
  dispose(): void {
    this.#isRunning = false;
    for (const resource of this.#resources) resource.dispose();
    this.#timer?.dispose();
    this.#writing?.dispose();
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    this.#ports.book.writeSights();
  }

  isProbing(id: string): boolean {
    return this.#running.has(id);
  }

  /** The machine woke up, or the network is back: what was planned may be long past. */
  resumed(): void {
    for (const [id, urgent] of this.#held) this.#queueIn(id, 0, urgent);
    this.#held.clear();
    this.#planAll(this.#ports.book.list(), WAKE_MS);
  }

  /** Probes these as soon as may be. */
  probeNow(ids: readonly string[]): void {
    for (const id of ids) {
      this.#held.delete(id);
      if (!this.#running.has(id)) this.#queueIn(id, 0, true);
    }
    this.#pump();
  }

  /** Endpoints came back, or their order did. */
  plan(records: readonly EndpointRecord[]): void {
    this.#planAll(
      records.filter(({ endpoint: { id } }) => !this.#has(id)),
      0,
    );
  }

  /** The interval of an endpoint is another one. */
  intervalChanged(id: string): void {
    const record = this.#ports.book.find(id);
    if (record === null || this.#running.has(id)) return;
    const { clock } = this.#ports;
    const sinceMs = Math.max(0, clock.now() - (record.probedAt ?? clock.now()));
    this.#note(record, Math.max(0, this.#delayAfter(record) - sinceMs));
    this.#pump();
  }

  /** Endpoints are gone, or are other ones by now. */
  forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#queue.delete(id);
      this.#held.delete(id);
      this.#touched.delete(id);
      this.#running.get(id)?.abort();
      this.#running.delete(id);
    }
    this.#changed.fire(ids);
    this.#pump();
  }

  /** An order has a new leaf, or its files were switched: its endpoints are looked at until they serve the leaf. */
  orderTouched(orderId: string): void {
    const { book, clock } = this.#ports;
    for (const record of book.ofOrder(orderId)) {
      const { id } = record.endpoint;
      this.#touched.set(id, clock.monotonic());
      const entry = this.#queue.get(id);
      if (this.#running.has(id) || this.#held.has(id) || entry === null || entry.urgent) continue;
      const waitMs = Math.min(entry.dueAt - clock.monotonic(), delayOnLadder(0) ?? 0);
      this.#note(record, waitMs);
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

  /** Whether a plan would only put a probe off. */
  #isUnderWay(id: string): boolean {
    return this.#running.has(id) || this.#held.has(id) || this.#queue.get(id)?.urgent === true;
  }

  #has(id: string): boolean {
    return this.#running.has(id) || this.#held.has(id) || this.#queue.get(id) !== null;
  }

  #queueIn(id: string, delayMs: number, urgent: boolean): void {
    this.#queue.set({ id, dueAt: this.#ports.clock.monotonic() + delayMs, urgent });
  }

  /** Starts what may start, and sets the timer for what comes next. */
  #pump(): void {
    if (!this.#isRunning) return;
    const { clock, scheduler } = this.#ports;
    while (this.#running.size < AT_ONCE) {
      const first = this.#queue.first();
      if (first === null || (!first.urgent && first.dueAt > clock.monotonic())) break;
      this.#queue.delete(first.id);
      this.#begin(first.id, first.urgent);
    }
    this.#timer?.dispose();
    this.#timer = null;
    const next = this.#queue.first();
    if (next === null || this.#running.size >= AT_ONCE) return;
    this.#timer = scheduler.after(next.dueAt - clock.monotonic(), () => this.#pump());
  }

  #begin(id: string, urgent: boolean): void {
    const { book, hasOrder, connectivity, probe, logger } = this.#ports;
    const record = book.find(id);
    if (record === null || !hasOrder(record.endpoint.orderId)) return;
    const { endpoint } = record;
    if (!connectivity.online() && !isThisMachine(endpoint.host)) {
      this.#held.set(id, urgent);
      return;
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    this.#changed.fire([id]);
    probe(endpoint, controller.signal).then(
      (report) => this.#end(record, controller, report),
      (bug: unknown) => {
        logger.error('An endpoint was not probed', { error: errorName(bug) });
        this.#end(record, controller, null);
      },
    );
  }

  #end(before: EndpointRecord, controller: AbortController, report: ProbeReport | null): void {
    const { id } = before.endpoint;
    if (this.#running.get(id) !== controller) return;
    this.#running.delete(id);
    const record = this.#ports.book.find(id);
    if (record !== null && isSamePlace(record.endpoint, before.endpoint)) this.#take(record, report);
    this.#changed.fire([id]);
    this.#pump();
  }

  #take(record: EndpointRecord, report: ProbeReport | null): void {
    if (report === null || report.error?.kind === 'offline') {
      this.#note(record, RETRY_MS);
      return;
    }
    const at = this.#ports.clock.now();
    const addresses = foldProbe(record.addresses, report, at);
    const seen = { ...record, probedAt: at, error: report.error, addresses };
    if (this.#ports.isInStep(seen)) this.#touched.delete(record.endpoint.id);
    this.#note(seen, this.#delayAfter(seen));
  }

  #delayAfter({ endpoint: { id, intervalMinutes } }: EndpointRecord): number {
    const delayMs = delayAfterProbe(intervalMinutes, this.#ports.random);
    const touchedAt = this.#touched.get(id);
    if (touchedAt === undefined) return delayMs;
    const rungMs = delayOnLadder(this.#ports.clock.monotonic() - touchedAt);
    if (rungMs === null) this.#touched.delete(id);
    return Math.min(delayMs, rungMs ?? delayMs);
  }

  /** Takes what is known of an endpoint, and plans its next probe. */
  #note({ endpoint: { id }, probedAt, error, addresses }: EndpointRecord, delayMs: number): void {
    const { book, clock, scheduler } = this.#ports;
    this.#queueIn(id, delayMs, false);
    const nextProbeAt = clock.now() + Math.round(delayMs);
    book.note(new Map([[id, { probedAt, nextProbeAt, error, addresses }]]));
    this.#writing ??= scheduler.after(WRITE_AFTER_MS, () => {
      this.#writing = null;
      book.writeSights();
    });
  }
}

/** Whether a host needs no network to be reached. */
function isThisMachine(host: string): boolean {
  return isLoopback(host) || isLoopbackAddress(host);
}
