import { errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { toReview } from '#shared/domain/finding.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertNews, AlertRule } from './alert.ts';
import { AlertLedger, type AlertRepository } from './alertLedger.ts';
import type { AlertText } from './alertWords.ts';
import { DriftWatch, type DriftWatchPorts } from './driftWatch.ts';
import { ExpiryWatch } from './expiryWatch.ts';
import { KeptCopyWatch, type SeenCopy, type SeenCopyRepository } from './keptCopyWatch.ts';
import type { NotificationSink } from './notificationSink.ts';
import { OverdueWatch } from './overdueWatch.ts';
import { type RejectedConnection, RejectionWatch } from './rejectionWatch.ts';
import { type LeafOrigins, RenewalWatch } from './renewalWatch.ts';
import { UnconfirmedWatch } from './unconfirmedWatch.ts';
import { isUrgent } from './urgency.ts';
import { WaitingWatch } from './waitingWatch.ts';

/** The texts of notifications, in the person's language. */
export interface AlertWords {
  one(news: AlertNews, now: number): AlertText;
  /** All of them in one. */
  several(news: readonly AlertNews[]): AlertText;
}

export interface AlertServicePorts extends Pick<DriftWatchPorts, 'endpoints'> {
  readonly clock: Clock;
  readonly repository: AlertRepository;
  readonly seenCopies: SeenCopyRepository;
  readonly sink: NotificationSink;
  readonly words: AlertWords;
  readonly orders: {
    list(): readonly OrderRow[];
    get(id: string): OrderRow | null;
    /** When an order was added, Unix ms; `null` when it is gone. */
    addedAt(id: string): number | null;
  };
  readonly origins: LeafOrigins;
  readonly settings: () => Settings;
  readonly isPaused: () => boolean;
  readonly isSnoozed: (order: OrderRow) => boolean;
  /** Asks the service for these orders as soon as may be; they are looked at again when it has answered. */
  readonly askFor: (orderIds: readonly string[]) => void;
  /** Whether orders are being asked for right now. */
  readonly isAsking: () => boolean;
  /** Connections whose token is refused now. */
  readonly rejected: () => readonly RejectedConnection[];
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

/** One notification, as it is to be shown, for the alerts that it tells. */
interface Notice {
  readonly alerts: readonly Alert[];
  readonly content: Parameters<NotificationSink['show']>[0];
}

/**
 * Tells what a person has to know of their certificates, each thing once. It finds that out from the state of things
 * (pauses, snoozes, settings, orders, the time) at every look, so that whatever was held back, or found by another
 * process, is told when it may be. A rule or a notification that fails keeps no other from being told: the failure is
 * logged once, and it is tried again at the next look.
 */
export class AlertService {
  readonly #ports: AlertServicePorts;
  readonly #ledger: AlertLedger;
  readonly #rejections: AlertRule;
  readonly #copies: KeptCopyWatch;
  /** All but the rejections, in the order in which they are told, and whether the settings want them. */
  readonly #rules: readonly (readonly [AlertRule, (settings: Settings) => boolean])[];
  /** News of what happened: with settings that do not want it, it counts as told. */
  readonly #happenings: readonly AlertRule[];
  /** What failed at the last look, by its constant name. */
  readonly #failing = new Set<string>();
  /** Monotonic milliseconds since when alerts are being gathered. */
  #gatheringSince: number | null = null;

  /** Reads what a former session did not tell. Throws when the database does. */
  constructor(ports: AlertServicePorts) {
    const { orders, logger } = ports;
    const ledger = new AlertLedger(ports.repository, logger);
    const given = {
      ...ports,
      ledger,
      orders: () => orders.list(),
      addedAt: (id: string) => orders.addedAt(id),
    };
    this.#ports = ports;
    this.#ledger = ledger;
    this.#rejections = new RejectionWatch(given);
    this.#copies = new KeptCopyWatch({
      ...given,
      repository: ports.seenCopies,
      order: (id) => orders.get(id),
    });
    this.#happenings = [new RenewalWatch(given), this.#copies];
    const isRejected = (connectionId: string) =>
      ports.rejected().some((rejected) => rejected.connectionId === connectionId);
    this.#rules = [
      [new ExpiryWatch(given), () => true],
      [new DriftWatch(given), ({ alertOnDrift }) => alertOnDrift],
      [new OverdueWatch(given), ({ alertOnOverdue }) => alertOnOverdue],
      [new UnconfirmedWatch({ ...given, isRejected }), ({ alertOnTrouble }) => alertOnTrouble],
      [new WaitingWatch(given), ({ alertOnTrouble }) => alertOnTrouble],
    ];
  }

  /** A copy was kept fresh, or could not be: told at the next look, or the first one after a restart. */
  copyKept(copy: SeenCopy): void {
    this.#copies.note(copy);
  }

  /**
   * Tells what is due now. Recorded first: an alert lost to a crash is better than the same one at every start. One
   * that cannot be recorded is shown all the same, once in this session.
   */
  look(): void {
    const { settings, isPaused, clock } = this.#ports;
    const rules = settings();
    const now = clock.now();
    const { wanted = [], unwanted = [] } = Object.groupBy(
      this.#happenings.flatMap((rule) => this.#due(rule, now)),
      ({ news }) => (rules.alerts && isWanted(news, rules) ? 'wanted' : 'unwanted'),
    );
    this.#count(unwanted, now);
    if (!rules.alerts || isPaused()) return;
    // Nothing is checked any more with a refused token, so it does not wait for others.
    const rejections = rules.alertOnTrouble ? this.#due(this.#rejections, now) : [];
    const rest = [
      ...this.#rules.flatMap(([rule, isOn]) => (isOn(rules) ? this.#due(rule, now) : [])),
      ...wanted,
    ];
    const isHeld = rest.length > 0 && this.#isGathering();
    if (rest.length > 0 && !isHeld) this.#gatheringSince = null;
    this.#tell(isHeld ? rejections : [...rejections, ...rest], now);
  }

  #due(rule: AlertRule, now: number): readonly Alert[] {
    return this.#attempt(`rule.${rule.name}`, () => rule.due(now)) ?? [];
  }

  /** Runs a step by itself. What it throws is logged, once until it succeeds again, and `null` is given. */
  #attempt<T>(source: string, step: () => T): T | null {
    try {
      const result = step();
      this.#failing.delete(source);
      return result;
    } catch (error) {
      if (!this.#failing.has(source)) {
        const about = { source, error: errorName(error), place: stackSummary(error) };
        this.#ports.logger.error('Alerts cannot be told', about);
      }
      this.#failing.add(source);
      return null;
    }
  }

  #isGathering(): boolean {
    const { clock, isAsking } = this.#ports;
    if (!isAsking()) return false;
    const now = clock.monotonic();
    this.#gatheringSince ??= now;
    return now - this.#gatheringSince < GATHER_MS;
  }

  /** Alerts count as told from now on. */
  #count(alerts: readonly Alert[], now: number): void {
    if (alerts.length === 0) return;
    this.#ledger.record(
      alerts.flatMap(({ entries }) => entries),
      now,
    );
    for (const { told } of alerts) told?.();
  }

  #tell(alerts: readonly Alert[], now: number): void {
    const notices = this.#noticesOf(alerts, now);
    if (notices.length === 0) return;
    this.#ledger.record(
      notices.flatMap((notice) => notice.alerts.flatMap(({ entries }) => entries)),
      now,
    );
    for (const { alerts: shown, content } of notices) {
      const isShown = this.#attempt('notification', () => {
        this.#ports.sink.show(content);
        return true;
      });
      if (isShown) for (const { told } of shown) told?.();
      else this.#ledger.withdraw(shown.flatMap(({ entries }) => entries));
    }
  }

  /** The notifications for these alerts, without those whose words cannot be made. */
  #noticesOf(alerts: readonly Alert[], now: number): readonly Notice[] {
    const { words, settings } = this.#ports;
    const news = alerts.map((alert) => alert.news);
    if (alerts.length > MOST_AT_ONCE) {
      const summary = this.#attempt('words.several', () => ({
        ...words.several(news),
        urgent: news.some((one) => isUrgent(one, settings(), now)),
        onClick: () => this.#openSeveral(news),
      }));
      if (summary !== null) return [{ alerts, content: summary }];
    }
    return alerts.flatMap((alert) => {
      const content = this.#attempt(`words.${alert.news.kind}`, () => ({
        ...words.one(alert.news, now),
        urgent: isUrgent(alert.news, settings(), now),
        onClick: () => this.#openOne(alert.news),
      }));
      return content === null ? [] : [{ alerts: [alert], content }];
    });
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

/** Whether the settings want news of what happened. */
function isWanted(news: AlertNews, { alertOnRenewal, alertOnTrouble }: Settings): boolean {
  if (news.kind !== 'copy' || news.outcome === 'rewritten') return alertOnRenewal;
  // What there is to review says the alert of the renewal itself.
  const isToldAlready = news.outcome === 'held' && alertOnRenewal && toReview(news.order.findings).length > 0;
  return alertOnTrouble && !isToldAlready;
}
