import type { AlertEvent, NotificationButton } from '#main/alerting/alerts/alert.ts';
import type { AlertRepository, LedgerEntry } from '#main/alerting/alerts/alertLedger.ts';
import { AlertPause } from '#main/alerting/alerts/alertPause.ts';
import { AlertService } from '#main/alerting/alerts/alertService.ts';
import type { SeenCopy, SeenCopyRepository } from '#main/alerting/alerts/autoRefreshRule.ts';
import type { ShownAlert, ShownAlertRepository } from '#main/alerting/alerts/shownAlerts.ts';
import { type Snooze, Snoozes } from '#main/alerting/alerts/snoozes.ts';
import { LeadTimeCache } from '#main/orders/renewals/leadTimeCache.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { PauseOfAlerts } from '#shared/domain/alertPause.ts';
import { noAnnotation } from '#shared/domain/annotation.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { createFakeTime, type FakeTime } from '#test/support/fakeTime.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

export const start = Date.UTC(2026, 0, 1);

/** The stored state of alerts, which survives a restart. */
export class FakeAlertDisk {
  readonly kept = new Map<string, number>();
  readonly snoozes = new Map<string, Snooze>();
  readonly seenCopies = new Map<string, SeenCopy>();
  /** The current and former leaves of orders. */
  readonly spans: OrderSpan[] = [];
  pause: PauseOfAlerts | null = null;
  #shown: readonly ShownAlert[] = [];
  /** The titles of the notifications that the app took back. */
  readonly closed: string[] = [];
  questions = 0;
  /** The operations that fail from now on. */
  broken: 'nothing' | 'writes' | 'everything' = 'nothing';

  readonly ledger: AlertRepository = {
    sentAt: (entry) => {
      this.questions += 1;
      if (this.broken === 'everything') throw new Error('SENTINEL: the disk is gone');
      return this.kept.get(nameOf(entry)) ?? null;
    },
    record: (entries, at) => {
      if (this.broken !== 'nothing') throw new Error('SENTINEL: the disk is full');
      for (const entry of entries) this.kept.set(nameOf(entry), at);
    },
    remove: (entries) => {
      if (this.broken !== 'nothing') throw new Error('SENTINEL: the disk is full');
      for (const entry of entries) this.kept.delete(nameOf(entry));
    },
  };

  readonly copies: SeenCopyRepository = {
    load: () => [...this.seenCopies.values()],
    save: (copy) => this.write(() => this.seenCopies.set(copy.bundleId, copy)),
    remove: (ids) =>
      this.write(() => {
        for (const id of ids) this.seenCopies.delete(id);
      }),
  };

  readonly shown: ShownAlertRepository = {
    load: () => this.#shown,
    save: (shown) =>
      this.write(() => {
        this.#shown = shown;
      }),
  };

  /** Writes unless the disk is full. */
  write(change: () => void): Result<null> {
    if (this.broken !== 'nothing') return err({ kind: 'storage', reason: 'full', detail: '' });
    change();
    return ok(null);
  }
}

function nameOf({ subject, threshold }: LedgerEntry): string {
  return `${subject} ${threshold}`;
}

/** A short name of an alert: `expiry a`, `renewed a`, `unconfirmed c1 2`, `rejected c1`, `waits d1 1`, `copy a failed`. */
function wordOf(news: AlertEvent): string {
  switch (news.kind) {
    case 'expiry':
    case 'filesUpdated':
      return `${news.kind} ${news.order.id}`;
    case 'renewed':
      return `renewed ${news.order.id}${news.isDeployed === true ? ' deployed' : ''}`;
    case 'renewals':
      return `renewals ${news.orders.map(({ id }) => id).join(' ')}${news.isDeployed ? ' deployed' : ''}`;
    case 'unconfirmed':
      return `unconfirmed ${news.connectionId} ${news.count}`;
    case 'rejected':
      return `rejected ${news.connectionId}`;
    case 'deliveryWaits':
      return `waits ${news.first.id} ${news.count}`;
    case 'drift':
      return `drift ${news.order.id} ${news.place} ${news.places}`;
    case 'condition':
      return `${news.condition} ${news.order.id}`;
    case 'copy':
      return `copy ${news.order.id} ${news.outcome}`;
  }
}

interface Shown {
  readonly title: string;
  readonly urgent: boolean;
  /** The content of the ledger when the alert was shown. */
  readonly recorded: readonly string[];
  readonly onClick: () => void;
  readonly buttons: readonly NotificationButton[];
}

const never = new Emitter<never>('test.never').event;

/** One session of alerts over a disk, which survives a restart. */
export function startSession(
  rows: readonly OrderRow[],
  disk = new FakeAlertDisk(),
  now = start,
  time: FakeTime = createFakeTime(now),
) {
  const { logger, lines } = createRecordingLogger();
  const shown: Shown[] = [];
  const news: AlertEvent[] = [];
  const opened: (string | null)[] = [];
  const sent: string[] = [];
  const settling: (() => void)[] = [];
  const openedInbox: (string | null)[] = [];
  const asked: (readonly string[])[] = [];
  const state = {
    rows,
    settings: defaultSettings as Settings,
    /** The service confirms the current certificate at once. Otherwise polls end with `polled`. */
    isAnswering: true,
    /** The orders that were polled: pending, or those that the service answered or failed for. */
    polled: new Promise<readonly string[]>(() => undefined),
    isAsking: false,
    /** The orders whose files are being updated. */
    updating: [] as readonly string[],
    /** Polls, instead of the answers above. */
    poll: null as null | ((ids: readonly string[]) => Promise<readonly string[]>),
    /** A command or a webhook is set. */
    hasReceiver: false,
    addedAt: start,
    waiting: [] as readonly DeliveryView[],
    endpoints: [] as readonly EndpointView[],
    /** When orders got their current leaf, for orders without spans on disk. */
    leafSeenAt: start as number | null,
    /** When the tokens of connections were first refused. */
    rejected: new Map<string, number>(),
    /** Whether the desktop shows notifications (`system`). */
    desktop: 'system' as 'system' | 'absent' | 'refused',
    /** Whether it says that only when `answer` is called. */
    isSlow: false,
    /** The app quits. */
    isEnding: false,
    /** How many notifications it was asked for. */
    tries: 0,
    /** The part that throws from now on: a port that a rule reads, the text of a kind of alert, or the desktop. */
    failing: new Set<'endpoints' | 'histories' | 'several' | 'sink' | AlertEvent['kind']>(),
  };
  const failWhere = (part: typeof state.failing extends Set<infer Part> ? Part : never) => {
    if (state.failing.has(part)) throw new TypeError(`SENTINEL: ${part}`);
  };
  const order = (id: string) => state.rows.find((row) => row.id === id) ?? null;
  const { clock, confirmedClock } = time;
  const pause = new AlertPause({
    repository: {
      load: () => disk.pause,
      save: (next) =>
        disk.write(() => {
          disk.pause = next;
        }),
    },
    ...{ clock, confirmedClock, logger },
  });
  const snoozes = new Snoozes({
    repository: {
      load: () => [...disk.snoozes.values()],
      save: (changed) =>
        disk.write(() => {
          for (const snooze of changed) disk.snoozes.set(snooze.orderId, snooze);
        }),
      remove: (ids) =>
        disk.write(() => {
          for (const id of ids) disk.snoozes.delete(id);
        }),
    },
    order,
    annotation: (id) => order(id) ?? noAnnotation,
    terms: () => termsOf(state.settings),
    ...{ clock, confirmedClock, logger },
  });
  const spansOf = (isWanted: (span: OrderSpan) => boolean): Result<OrderSpan[]> =>
    state.failing.has('histories')
      ? err({ kind: 'storage', reason: 'other', detail: '' })
      : ok(disk.spans.filter(isWanted));
  const leads = new LeadTimeCache({
    histories: { of: (ids) => spansOf(({ orderId }) => ids.includes(orderId)) },
    order,
    logger,
  });
  const alerts = new AlertService({
    ...{ clock, confirmedClock },
    repository: disk.ledger,
    seenCopies: disk.copies,
    sink: {
      ...{ start: () => undefined, onDidChange: never, onDidClose: never },
      state: () => ({ kind: state.desktop }),
      show: ({ title, urgent, click, buttons = [] }, told) => {
        failWhere('sink');
        const settle = (id: string | null) => {
          if (id !== null)
            shown.push({ title, urgent, onClick: click.run, buttons, recorded: [...disk.kept.keys()] });
          told?.(id);
        };
        state.tries += 1;
        if (state.desktop !== 'system') settle(null);
        else if (state.isSlow) settling.push(() => settle(title));
        else settle(title);
      },
      close: (id) => disk.closed.push(id),
    },
    texts: {
      one: (one) => {
        failWhere(one.kind);
        news.push(one);
        return { title: wordOf(one), body: '' };
      },
      several: (several) => {
        failWhere('several');
        news.push(...several);
        return { title: `several: ${several.map(wordOf).join(', ')}`, body: '' };
      },
    },
    shown: disk.shown,
    buttons: () => [{ label: 'Snooze', run: () => undefined }],
    click: (run) => ({ label: 'Show', run }),
    sendEvent: (event, urgent) => sent.push(`${wordOf(event)}${urgent ? '!' : ''}`),
    orders: { list: () => state.rows, get: order, addedAt: () => state.addedAt },
    settings: () => state.settings,
    hasReceiver: () => state.hasReceiver,
    isEnding: () => state.isEnding,
    isPaused: () => pause.isPaused(),
    isSnoozed: (row) => snoozes.of(row) !== null,
    pollingKind: (id) => (state.rejected.has(id) ? 'rejected' : 'active'),
    poll: (ids) => {
      asked.push(ids);
      if (state.poll !== null) return state.poll(ids);
      if (!state.isAnswering) return state.polled;
      state.rows = state.rows.map((row) =>
        ids.includes(row.id) ? { ...row, lastConfirmedAt: time.clock.now() } : row,
      );
      return Promise.resolve(ids);
    },
    isPolling: () => state.isAsking,
    open: (orderId) => opened.push(orderId),
    waiting: () => state.waiting,
    endpoints: () => {
      failWhere('endpoints');
      return state.endpoints;
    },
    rejectedSince: (id) => state.rejected.get(id) ?? null,
    origins: {
      originOf: (row) =>
        leads.originOf(row) ??
        (state.leafSeenAt === null ? null : { firstSeenAt: state.leafSeenAt, isRenewal: false }),
      readUnread: () => leads.readUnread(),
    },
    isUpdating: (orderId) => state.updating.includes(orderId),
    openInbox: (deliveryId) => openedInbox.push(deliveryId),
    logger,
  });
  /** Evaluates, and again when the service has answered, as the app does. */
  const look = () => {
    snoozes.prune();
    leads.ordersChanged({ upserts: state.rows.map(({ id }) => id), removed: [] });
    const before = asked.length;
    alerts.evaluate();
    if (asked.length > before && state.isAnswering && state.poll === null) alerts.evaluate();
  };
  /** Gives an order a new leaf; without a previous one, it also gets a former leaf, 60 days older. */
  const renewed = (orderId: string, fingerprint256: string) => {
    const at = time.clock.now();
    const present = orderWithDays(orderId, 90, at, { fingerprint256 });
    const row = state.rows.find((each) => each.id === orderId && each.fingerprint256 === fingerprint256);
    const { notBefore, notAfter } = row ?? present;
    const leaf = { orderId, notBefore: notBefore ?? at, notAfter: notAfter ?? at };
    if (!disk.spans.some((span) => span.orderId === orderId)) {
      const former = { notBefore: leaf.notBefore - 60 * DAY_MS, notAfter: leaf.notAfter - 60 * DAY_MS };
      disk.spans.push({ orderId, fingerprint256: 'former', ...former, firstSeenAt: at - 60 * DAY_MS });
    }
    disk.spans.push({ ...leaf, fingerprint256, firstSeenAt: at });
    leads.ordersChanged({ upserts: [], removed: [orderId] });
  };
  let refusals = 0;
  return {
    /** The desktop says that it shows what it was asked for. */
    answer() {
      for (const settle of settling.splice(0)) settle();
    },
    renewed,
    /** The service refuses the token of a connection. */
    reject(connectionId: string) {
      refusals += 1;
      if (!state.rejected.has(connectionId)) state.rejected.set(connectionId, time.clock.now() + refusals);
    },
    alerts,
    pause,
    snoozes,
    look,
    time,
    disk,
    shown,
    news,
    opened,
    sent,
    openedInbox,
    state,
    asked,
    lines,
    titles: () => shown.map(({ title }) => title),
    /** The alerts shown since the last call. */
    take: () => shown.splice(0).map(({ title }) => title),
  };
}
