import { passedThresholds } from '#main/alerting/alerts/alertThresholds.ts';
import { OrderList } from '#main/orders/list/orderList.ts';
import { OrderService } from '#main/orders/list/orderService.ts';
import { OrderPoller } from '#main/orders/polling/orderPoller.ts';
import type { WitnessedTime } from '#main/platform/clockError.ts';
import { ConfirmedClock, correctedClock, datedNow } from '#main/platform/confirmedClock.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { SystemTime } from '#main/platform/systemTime.ts';
import type { DeliveryRecord } from '#main/webhook/inbox/deliveryRecord.ts';
import { DeliveryStore } from '#main/webhook/inbox/deliveryStore.ts';
import { KeyRetention } from '#main/webhook/inbox/keyRetention.ts';
import type { Inspection } from '#main/x509/certificates/inspect.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { deriveStatus } from '#shared/domain/status.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { ok, type Result } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { untidyRandom } from '#test/support/untidyRandom.ts';
import {
  createFakeConnectivity,
  createFakeRepository,
  createFakeService,
  type FakeRequest,
  given,
  inspectFake,
} from '#test/unit/orders/polling/fakes.ts';
import { deliveryRecord } from '#test/unit/webhook/inbox/deliveries.ts';
import { FakeAlertDisk, start, startSession } from './alertHarness.ts';

/** What happens to the computer and to its clock. The wall clock is right again before the last of them. */
export type ClockStep =
  | { readonly kind: 'pass' | 'sleep' | 'set' | 'off'; readonly ms: number }
  /** As `sleep`, on a system whose monotonic clock goes on meanwhile. */
  | { readonly kind: 'doze'; readonly ms: number }
  | { readonly kind: 'correct' };

export interface WorldOptions {
  /** Days that the leaf of each order is still valid. */
  readonly days: readonly number[];
  /** Days since each delivery with a key came. */
  readonly keyAges: readonly number[];
  /** Days until the issuer of all leaves expires: a finding from then on. */
  readonly issuerDays: number;
  /** Whether the service's answers have a `Date`. */
  readonly saysTime: boolean;
}

/** An alert about an expiry, and when it was shown: by the wall clock, and really. Unix ms. */
interface Shown {
  readonly order: OrderRow;
  readonly wall: number;
  readonly truth: number;
}

/** How long the world needs for polls and alerts. */
export const SETTLES_MS = 2 * HOUR_MS;
const LOOK_EVERY_MS = HOUR_MS / 2;
/** Longer than the time between two comparisons of the clocks. */
const NOTICED_WITHIN_MS = HOUR_MS / 4;

/** What survives a restart. */
class WorldDisk {
  readonly alerts = new FakeAlertDisk();
  readonly orders = createFakeRepository();
  deliveries: readonly DeliveryRecord[];
  confirmedAt: number | null = null;
  witnessed: WitnessedTime | null = null;
  /** When an answer of the service was stored last, by the wall clock. */
  storedAt: number | null = null;

  constructor(keyAges: readonly number[]) {
    this.deliveries = keyAges.map((days) =>
      deliveryRecord(`d${days}`, { receivedAt: start - days * DAY_MS }),
    );
  }
}

/** Real services over memory as the disk, and over clocks that can be wrong. */
export class WrongClockWorld {
  readonly shown: Shown[] = [];
  readonly #options: WorldOptions;
  readonly #disk: WorldDisk;
  /** Wall clock minus true time, ms. */
  #errorMs = 0;
  #run: Run;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.#disk = new WorldDisk(options.keyAges);
    this.#run = startRun(options, this.#disk, start, start, this.shown);
    this.#run.orders.add('c1', options.days.map((_, index) => `rid-${index}`).join(' '));
  }

  /** Lets everything be polled; then one order is snoozed, and one is removed. */
  async begin(): Promise<void> {
    await this.#run.time.advance(SETTLES_MS);
    this.#run.session.snoozes.snooze(['order-1'], 'week');
    this.#run.list.remove(['order-2']);
  }

  async take(step: ClockStep): Promise<void> {
    const { time, truth } = this.#run;
    switch (step.kind) {
      case 'pass':
      case 'doze':
        await time.advance(step.ms);
        break;
      case 'sleep':
        this.#run.sleep(step.ms);
        break;
      case 'set':
        this.#errorMs += step.ms;
        time.setNow(truth() + this.#errorMs);
        break;
      case 'correct':
        this.#errorMs = 0;
        time.setNow(truth());
        break;
      case 'off': {
        const now = truth() + step.ms;
        this.#run.end();
        this.#run = startRun(this.#options, this.#disk, now, now + this.#errorMs, this.shown);
        break;
      }
    }
    await this.#run.time.advance(NOTICED_WITHIN_MS);
  }

  /** What the user sees and has. */
  state() {
    const { list, session, store, truth } = this.#run;
    const rows = list.list();
    return {
      findings: rows.map(({ findings }) => findings.map(({ kind }) => kind)),
      statuses: rows.map((order) => deriveStatus(order, 'active', defaultSettings, truth())),
      snoozed: rows.map((order) => session.snoozes.of(order) !== null),
      stored: [...this.#disk.orders.stored.keys()],
      keys: store.list().map(({ id, key }) => `${id} ${key}`),
    };
  }

  /** The orders whose present threshold must have been announced by now, with it. */
  due(): readonly { readonly orderId: string; readonly threshold: number }[] {
    const { orders, session, truth } = this.#run;
    return orders.list().flatMap((order) => {
      const threshold = tightest(order, truth());
      const isNew = threshold !== tightest(order, truth() - SETTLES_MS / 2);
      if (threshold === null || isNew || session.snoozes.of(order) !== null) return [];
      return [{ orderId: order.id, threshold }];
    });
  }

  end(): void {
    this.#run.end();
  }
}

/** The tightest threshold that a leaf has passed at a time (Unix ms); `null`: none. */
export function tightest(
  { notBefore, notAfter }: { readonly notBefore: number | null; readonly notAfter: number | null },
  at: number,
): number | null {
  if (notBefore === null || notAfter === null) return null;
  const leaf = { notBefore, notAfter, chainEnd: null, tags: [], thresholds: null };
  return passedThresholds(leaf, defaultSettings, at).at(-1) ?? null;
}

type Run = ReturnType<typeof startRun>;

/** The program from one start to its end. Times in Unix ms. */
function startRun(
  { days, issuerDays, saysTime }: WorldOptions,
  disk: WorldDisk,
  truthAtStart: number,
  wallAtStart: number,
  shown: Shown[],
) {
  const fake = createFakeTime(wallAtStart);
  const { scheduler } = fake;
  const { logger } = createRecordingLogger();
  let sleptMs = 0;
  const truth = () => truthAtStart + fake.passed() + sleptMs;
  const confirmedClock = new ConfirmedClock({
    repository: {
      load: () => disk.confirmedAt,
      lastStored: () => disk.storedAt,
      save: (at) => {
        disk.confirmedAt = at;
        return ok(null);
      },
      witnessed: () => disk.witnessed,
      saveWitnessed: (witnessed) => {
        disk.witnessed = witnessed;
        return ok(null);
      },
    },
    ...{ clock: fake.clock, scheduler, logger },
  });
  const clock = correctedClock(fake.clock, confirmedClock);
  const time = { ...fake, clock, confirmedClock };
  const systemTime = new SystemTime(clock, scheduler);
  const noticing = confirmedClock.onDidChangeError(() => systemTime.check());
  let ids = 0;
  const orders = new OrderService({
    repository: disk.orders,
    hasConnection: () => true,
    knownTokens: () => [],
    newId: () => `order-${++ids}`,
    ...{ clock, confirmedClock, logger },
  });
  const list = new OrderList([orders], { now: () => datedNow(clock, confirmedClock) });
  const answer = ({ rid }: FakeRequest) => {
    if (saysTime) confirmedClock.heard(truth());
    disk.storedAt = clock.now();
    const left = days[Number(rid.split('-')[1])] ?? 0;
    return given(rid, { days: [start / DAY_MS - 120, start / DAY_MS + left] });
  };
  const poller = new OrderPoller({
    orders,
    source: createFakeService(clock, (ms, run) => scheduler.after(ms, run), answer),
    inspect: (material) => inspectedAt(material, clock.now(), start + issuerDays * DAY_MS),
    connectivity: createFakeConnectivity(),
    onDidJump: systemTime.onDidJump,
    onDidCompare: systemTime.onDidCompare,
    reachableOffline: () => false,
    random: untidyRandom(),
    settings: () => defaultSettings,
    onDidChangeSettings: new Emitter<Settings>('wrongClockWorld.settings').event,
    ...{ clock, scheduler, logger },
  });
  poller.start();
  const store = new DeliveryStore({ load: () => [...disk.deliveries], setVerdicts: () => ok(null) }, logger);
  const retention = new KeyRetention({
    store,
    repository: { remove: () => ok(null), vacuum: () => ok(null) },
    keys: {
      onDidRemove: new Emitter<void>('wrongClockWorld.removed').event,
      remove: (removed, key) => {
        store.update(removed.flatMap((id) => store.get(id) ?? []).map((record) => ({ ...record, key })));
        disk.deliveries = store.list();
        return ok(null);
      },
    },
    config: () => ({ keepKeysDays: 30 }),
    isNeeded: () => false,
    isIdle: () => true,
    ...{ clock, confirmedClock, scheduler, logger },
  });
  const session = startSession([], disk.alerts, wallAtStart, time);
  session.state.poll = async (wanted) => {
    const results = await poller.poll(wanted);
    scheduler.after(0, look);
    return results.filter(({ kind }) => kind !== 'skipped').map(({ orderId }) => orderId);
  };
  const look = () => {
    if (hasEnded) return;
    session.state.rows = list.list();
    session.look();
    for (const event of session.news.splice(0))
      if (event.kind === 'expiry') shown.push({ order: event.order, wall: clock.now(), truth: truth() });
  };
  let ticking = scheduler.after(0, tick);
  function tick(): void {
    look();
    systemTime.check();
    confirmedClock.check();
    ticking = scheduler.after(LOOK_EVERY_MS, tick);
  }
  let hasEnded = false;
  systemTime.onDidJump(look);
  return {
    ...{ time, orders, list, session, store, truth },
    /** The monotonic clock stands still meanwhile. */
    sleep(ms: number): void {
      sleptMs += ms;
      time.setNow(fake.clock.now() + ms);
    },
    end(): void {
      hasEnded = true;
      ticking.dispose();
      noticing.dispose();
      poller.dispose();
      retention.dispose();
      systemTime.dispose();
      confirmedClock.dispose();
    },
  };
}

/** Reads what `given` wrote, under an issuer that expires. */
function inspectedAt(material: CertificateMaterial, now: number, issuerEnds: number): Result<Inspection> {
  const read = inspectFake(material);
  if (!read.ok) return read;
  const isExpired = now > issuerEnds;
  const finding = {
    kind: 'chainCertificateExpired',
    subject: 'CN=Issuing CA',
    notAfter: issuerEnds,
  } as const;
  return ok({
    ...read.value,
    findings: isExpired ? [finding] : [],
    from: isExpired ? issuerEnds + 1 : Number.NEGATIVE_INFINITY,
    until: isExpired ? Number.POSITIVE_INFINITY : issuerEnds + 1,
  });
}
