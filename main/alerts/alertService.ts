import { assertNever } from '#shared/assertNever.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Alert, AlertNews } from './alert.ts';
import { AlertLedger, type AlertRepository } from './alertLedger.ts';
import type { AlertText } from './alertWords.ts';
import { DriftWatch, type DriftWatchPorts } from './driftWatch.ts';
import { ExpiryWatch } from './expiryWatch.ts';
import { KeptCopyWatch, type SeenCopy } from './keptCopyWatch.ts';
import type { NotificationSink } from './notificationSink.ts';
import { OverdueWatch } from './overdueWatch.ts';
import { RejectionWatch } from './rejectionWatch.ts';
import { RenewalWatch, type SeenRenewal } from './renewalWatch.ts';
import { UnconfirmedWatch } from './unconfirmedWatch.ts';
import { isUrgent } from './urgency.ts';
import { WaitingWatch } from './waitingWatch.ts';

/** The texts of notifications, in the person's language. */
export interface AlertWords {
  one(news: AlertNews, now: number): AlertText;
  /** All of them in one. */
  several(news: readonly AlertNews[]): AlertText;
}

export interface AlertServicePorts extends Pick<DriftWatchPorts, 'endpoints' | 'leafSeenAt'> {
  readonly clock: Clock;
  readonly repository: AlertRepository;
  readonly sink: NotificationSink;
  readonly words: AlertWords;
  readonly orders: {
    list(): readonly OrderRow[];
    get(id: string): OrderRow | null;
    /** When an order was added, Unix ms; `null` when it is gone. */
    addedAt(id: string): number | null;
  };
  readonly settings: () => Settings;
  readonly isPaused: () => boolean;
  readonly isSnoozed: (order: OrderRow) => boolean;
  /** Asks the service for these orders as soon as may be; they are looked at again when it has answered. */
  readonly askFor: (orderIds: readonly string[]) => void;
  /** Whether orders are being asked for right now. */
  readonly isAsking: () => boolean;
  /** Shows an order in the window, or the window alone for `null`. */
  readonly open: (orderId: string | null) => void;
  /** Deliveries that are not settled, those that the service is being asked about too; oldest first. */
  readonly waiting: () => readonly DeliveryView[];
  /** Shows the inbox in the window, at one delivery unless `null`. */
  readonly openInbox: (deliveryId: string | null) => void;
  readonly logger: Logger;
}

/** More alerts at once than this become one summary. */
const MOST_AT_ONCE = 3;

/** So long alerts are gathered while orders are being asked for, to be told together: a sync brings many. */
const GATHER_MS = MINUTE_MS;

/**
 * Tells what a person has to know of their certificates, each thing once. What it is told of (pauses, snoozes, settings,
 * orders, the time) it reads anew at every look, so that whatever was held back is told when it may be.
 */
export class AlertService {
  readonly #ports: AlertServicePorts;
  readonly #ledger: AlertLedger;
  readonly #expiry: ExpiryWatch;
  readonly #renewals: RenewalWatch;
  readonly #rejections: RejectionWatch;
  readonly #unconfirmed: UnconfirmedWatch;
  readonly #deliveries: WaitingWatch;
  readonly #copies: KeptCopyWatch;
  readonly #drift: DriftWatch;
  readonly #overdue: OverdueWatch;
  /** Monotonic milliseconds since when alerts are being gathered. */
  #gatheringSince: number | null = null;

  constructor(ports: AlertServicePorts) {
    const { orders } = ports;
    const ledger = new AlertLedger(ports.repository, ports.logger);
    const given = { ...ports, ledger, orders: () => orders.list() };
    this.#ports = ports;
    this.#ledger = ledger;
    this.#expiry = new ExpiryWatch(given);
    this.#renewals = new RenewalWatch(ledger, (id) => orders.get(id));
    this.#rejections = new RejectionWatch(ledger, given.orders);
    this.#deliveries = new WaitingWatch(given);
    this.#copies = new KeptCopyWatch(ledger, (id) => orders.get(id));
    this.#drift = new DriftWatch(given);
    this.#overdue = new OverdueWatch(given);
    this.#unconfirmed = new UnconfirmedWatch({
      ...given,
      addedAt: (id) => orders.addedAt(id),
      isRejected: (connectionId) => this.#rejections.isRejected(connectionId),
    });
  }

  /** Orders were renewed: told at the next look. */
  renewed(renewals: readonly SeenRenewal[]): void {
    this.#renewals.note(renewals);
  }

  /** A copy was kept fresh, or could not be: told at the next look. */
  copyKept(copy: SeenCopy): void {
    this.#copies.note(copy);
  }

  /** The service refused a connection's token: told at the next look. */
  tokenRejected(connectionId: string): void {
    this.#rejections.rejected(connectionId);
  }

  /** A connection is asked again, or is gone. */
  rejectionEnded(connectionId: string): void {
    this.#rejections.ended(connectionId);
  }

  /**
   * Tells what is due now. Recorded first: an alert lost to a crash is better than the same one at every start. One
   * that cannot be recorded is shown all the same, once in this session.
   */
  look(): void {
    const { settings, isPaused, clock } = this.#ports;
    const { alerts, alertOnRenewal, alertOnTrouble, alertOnDrift, alertOnOverdue } = settings();
    if (!alerts || !alertOnRenewal) this.#renewals.forget();
    this.#copies.forget(settings());
    if (!alerts || isPaused()) return;
    const now = clock.now();
    // Nothing is checked any more with a refused token, so it does not wait for others.
    const rejections = alertOnTrouble ? this.#rejections.due() : [];
    const rest = [
      ...this.#expiry.due(now),
      ...(alertOnDrift ? this.#drift.due(now) : []),
      ...(alertOnOverdue ? this.#overdue.due(now) : []),
      ...(alertOnTrouble ? this.#unconfirmed.due(now) : []),
      ...(alertOnTrouble ? this.#deliveries.due(now) : []),
      ...this.#renewals.due(),
      ...this.#copies.due(),
    ];
    const isHeld = rest.length > 0 && this.#isGathering();
    if (rest.length > 0 && !isHeld) this.#gatheringSince = null;
    this.#tell(isHeld ? rejections : [...rejections, ...rest], now);
  }

  #isGathering(): boolean {
    const { clock, isAsking } = this.#ports;
    if (!isAsking()) return false;
    const now = clock.monotonic();
    this.#gatheringSince ??= now;
    return now - this.#gatheringSince < GATHER_MS;
  }

  #tell(alerts: readonly Alert[], now: number): void {
    if (alerts.length === 0) return;
    const { sink, words, settings } = this.#ports;
    this.#ledger.record(
      alerts.flatMap(({ entries }) => entries),
      now,
    );
    const news = alerts.map((alert) => alert.news);
    for (const one of news) {
      if (one.kind === 'rejected') this.#rejections.told(one.connectionId);
      if (one.kind === 'deliveryWaits') this.#deliveries.told(one.first);
    }
    const urgent = news.map((one) => isUrgent(one, settings(), now));
    if (news.length > MOST_AT_ONCE) {
      const onClick = () => this.#openSeveral(news);
      sink.show({ ...words.several(news), urgent: urgent.includes(true), onClick });
      return;
    }
    for (const [index, one] of news.entries()) {
      const onClick = () => this.#openOne(one);
      sink.show({ ...words.one(one, now), urgent: urgent[index] === true, onClick });
    }
  }

  #openSeveral(news: readonly AlertNews[]): void {
    const { open, openInbox } = this.#ports;
    if (news.every(({ kind }) => kind === 'deliveryWaits')) openInbox(null);
    else open(null);
  }

  #openOne(news: AlertNews): void {
    const { open, openInbox } = this.#ports;
    switch (news.kind) {
      case 'expiry':
      case 'renewed':
      case 'drift':
      case 'overdue':
      case 'copy':
        open(news.order.id);
        break;
      case 'unconfirmed':
        open(news.count === 1 ? news.first.id : null);
        break;
      case 'rejected':
        open(null);
        break;
      case 'deliveryWaits':
        openInbox(news.count === 1 ? news.first.id : null);
        break;
      default:
        assertNever(news);
    }
  }
}
