import { errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import type { ConditionAlert } from '#shared/domain/conditions/condition.ts';
import { alertedConditions } from '#shared/domain/conditions/conditions.ts';
import { toReview } from '#shared/domain/finding.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { isEqual } from '#shared/isEqual.ts';
import {
  type Alert,
  type AlertEvent,
  type AlertRule,
  type AlertRulePorts,
  isFact,
  type NotificationSink,
} from './alert.ts';
import { AlertLedger, type AlertRepository, type LedgerEntry } from './alertLedger.ts';
import { type AlertNoticePorts, AlertNotices } from './alertNotices.ts';
import { AlertTeller } from './alertTeller.ts';
import { nextThreshold } from './alertThresholds.ts';
import { AutoRefreshRule, type SeenCopy, type SeenCopyRepository } from './autoRefreshRule.ts';
import { conditionRule } from './conditionRule.ts';
import { type DriftRulePorts, driftRule } from './driftRule.ts';
import { ExpiryRule, type ExpiryRulePorts } from './expiryRule.ts';
import { type RejectionRulePorts, rejectionRule } from './rejectionRule.ts';
import { RenewalRule, type RenewalRulePorts } from './renewalRule.ts';
import { type ShownAlertRepository, ShownAlerts } from './shownAlerts.ts';
import { UnconfirmedRule } from './unconfirmedRule.ts';
import { WaitingRule, type WaitingRulePorts } from './waitingRule.ts';

export interface AlertServicePorts
  extends Pick<AlertRulePorts, 'clock' | 'settings' | 'isSnoozed' | 'pollingKind'>,
    Pick<AlertNoticePorts, 'texts' | 'buttons' | 'click' | 'open' | 'openInbox'>,
    Pick<DriftRulePorts, 'endpoints'>,
    Pick<ExpiryRulePorts, 'poll'>,
    Pick<RejectionRulePorts, 'rejectedSince'>,
    Pick<RenewalRulePorts, 'origins' | 'isUpdating'>,
    Pick<WaitingRulePorts, 'waiting'> {
  readonly confirmedClock: Pick<Clock, 'now'>;
  readonly repository: AlertRepository;
  readonly seenCopies: SeenCopyRepository;
  readonly shown: ShownAlertRepository;
  readonly sink: NotificationSink;
  readonly orders: {
    list(): readonly OrderRow[];
    get(id: string): OrderRow | null;
    addedAt: AlertRulePorts['addedAt'];
  };
  /** Called once for each event whose alert is due, whether a notification could be shown or not; and for facts. Must not throw. */
  readonly sendEvent: (event: AlertEvent, urgent: boolean, now: number) => void;
  /** Whether a command or a webhook gets the events. */
  readonly hasReceiver: () => boolean;
  /** Whether the app quits. */
  readonly isEnding: () => boolean;
  readonly isPaused: () => boolean;
  readonly isPolling: () => boolean;
  readonly logger: Logger;
}

/** While orders are being polled, alerts are collected for this long: a sync can cause many. */
const COLLECT_MS = MINUTE_MS;

interface ActiveRule {
  readonly rule: AlertRule;
  readonly isOn: (settings: Settings) => boolean;
}

/**
 * Shows the alerts that are due, each once. They are derived from the current state and the ledger, so that an alert that
 * was held back is shown later, and one that the desktop did not show too: as soon as it can, if it still applies. A rule or
 * notification that fails is logged once and tried again; the others go on.
 */
export class AlertService {
  readonly #ports: AlertServicePorts;
  readonly #ledger: AlertLedger;
  readonly #rejections: AlertRule;
  readonly #refreshes: AutoRefreshRule;
  readonly #rules: readonly ActiveRule[];
  /** Rules about past events: an alert that the settings do not want counts as sent. */
  readonly #pastRules: readonly AlertRule[];
  /** What failed in the last evaluation, by its constant name. */
  readonly #failing = new Set<string>();
  readonly #shown: ShownAlerts;
  readonly #notices: AlertNotices;
  readonly #teller: AlertTeller;
  /** Of the alerts about events that are due now. */
  #news: readonly LedgerEntry[] = [];
  /** Whether an evaluation waits for the answers of the desktop. */
  #isAsked = false;
  #collectingSince: number | null = null;
  /** Whether the last evaluation held alerts back. */
  #isHeld = false;

  /** Reads the outcomes that the previous session left. Throws when the database does. */
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
    this.#rejections = rejectionRule(given);
    this.#refreshes = new AutoRefreshRule({
      ...given,
      repository: ports.seenCopies,
      order: (id) => orders.get(id),
    });
    const isTold = (entry: LedgerEntry) => ledger.has(entry) || this.#news.some((one) => isEqual(one, entry));
    const hasFailed = (order: OrderRow) => this.#refreshes.hasFailed(order);
    this.#pastRules = [new RenewalRule({ ...given, hasFailed }), this.#refreshes];
    this.#rules = [
      { rule: new ExpiryRule(given), isOn: () => true },
      ...alertedConditions.map((condition) => ({
        rule: conditionRule(condition, { ...given, isTold }),
        isOn: isOnFor(condition.alert),
      })),
      { rule: driftRule(given), isOn: ({ alertOnDrift }) => alertOnDrift },
      { rule: new UnconfirmedRule(given), isOn: ({ alertOnTrouble }) => alertOnTrouble },
      { rule: new WaitingRule(given), isOn: ({ alertOnTrouble }) => alertOnTrouble },
    ];
    const all = [this.#rejections, ...this.#pastRules, ...this.#rules.map(({ rule }) => rule)];
    this.#shown = new ShownAlerts({
      repository: ports.shown,
      sink: ports.sink,
      holds: (entry) => all.some((rule) => rule.holds(entry, ports.clock.now())),
      logger,
    });
    this.#notices = new AlertNotices({
      ...ports,
      attempt: (source, step) => this.#attempt(source, step),
    });
    this.#teller = new AlertTeller({
      ...ports,
      ledger,
      attempt: (step) =>
        this.#attempt('notification', () => {
          step();
          return true;
        }) === true,
      shown: (id, reasons) => this.#shown.add({ id, reasons }),
      settled: () => {
        if (this.#isAsked) this.evaluate();
      },
    });
  }

  /** Exported files were updated automatically, or could not be. The next evaluation shows it, also after a restart. */
  copyRefreshed(copy: SeenCopy): void {
    this.#refreshes.add(copy);
  }

  /** The number of due alerts that the desktop did not show, and its changes. */
  get told(): Pick<AlertTeller, 'waiting' | 'onDidChangeWaiting'> {
    return this.#teller;
  }

  /** A notification is gone from the screen. @param id as the sink gave it */
  notificationClosed(id: string): void {
    this.#shown.closed(id);
  }

  /** Shows what is due now. Recorded before it is shown: an alert lost in a crash is better than one at every start. */
  evaluate(): void {
    this.#isAsked = this.#teller.isSettling();
    if (this.#isAsked) return;
    this.#attempt('shown', () => this.#shown.prune());
    this.#teller.begin();
    this.#evaluate();
    this.#teller.end();
  }

  #evaluate(): void {
    const { settings, isPaused, clock } = this.#ports;
    const rules = settings();
    const now = clock.now();
    const isOn = this.#isOn(rules);
    const { wanted = [], unwanted = [] } = Object.groupBy(
      this.#pastRules.flatMap((rule) => this.#due(rule, now)),
      ({ event }) => (isOn && isWanted(event, rules) ? 'wanted' : 'unwanted'),
    );
    this.#countAsSent(unwanted, now);
    if (!isOn || isPaused()) return;
    const { facts = [], news = [] } = Object.groupBy(wanted, ({ event }) =>
      isFact(event) ? 'facts' : 'news',
    );
    this.#countAsSent(facts, now);
    for (const { event } of facts) this.#ports.sendEvent(event, false, now);
    // With a refused token nothing is checked any more, so this alert is not collected with others.
    const rejections = rules.alertOnTrouble ? this.#due(this.#rejections, now) : [];
    this.#news = news.flatMap(({ entries }) => entries);
    const rest = [
      ...this.#rules.flatMap(({ rule, isOn: isWantedBy }) => (isWantedBy(rules) ? this.#due(rule, now) : [])),
      ...news,
    ];
    this.#isHeld = rest.length > 0 && this.#isCollecting();
    if (rest.length > 0 && !this.#isHeld) this.#collectingSince = null;
    this.#show(this.#isHeld ? rejections : [...rejections, ...rest], now);
  }

  /**
   * When time alone may make the next alert due after `now` (both Unix ms). Exact for thresholds of certificates, and
   * one minute while an alert is held back. Alerts that wait for days, such as those for drift, are not predicted.
   */
  nextEvaluation(now: number): number {
    const { settings, isPaused, orders } = this.#ports;
    const rules = settings();
    if (!this.#isOn(rules) || isPaused()) return Number.POSITIVE_INFINITY;
    const isHolding =
      this.#rules.some(({ rule, isOn }) => isOn(rules) && rule.isHolding?.() === true) ||
      this.#pastRules.some((rule) => rule.isHolding?.() === true);
    const teller = this.#teller;
    const isUntold = teller.isSettling() || (teller.waiting() > 0 && !teller.isAlone());
    if (isHolding || this.#isHeld || isUntold || this.#failing.size > 0) return now + MINUTE_MS;
    let next = Number.POSITIVE_INFINITY;
    for (const order of orders.list()) next = Math.min(next, nextThreshold(order, rules, now));
    return next;
  }

  /** Whether alerts are wanted, and go anywhere. */
  #isOn({ alerts, notifications }: Settings): boolean {
    return alerts && (notifications || this.#ports.hasReceiver());
  }

  #due(rule: AlertRule, now: number): readonly Alert[] {
    return this.#attempt(`rule.${rule.name}`, () => rule.evaluate(now)) ?? [];
  }

  /** Runs a step in isolation. An error is logged, once until the step succeeds again. @returns `null` after an error */
  #attempt<T>(source: string, step: () => T): T | null {
    try {
      const result = step();
      this.#failing.delete(source);
      return result;
    } catch (error) {
      if (!this.#failing.has(source)) {
        const about = { source, error: errorName(error), place: stackSummary(error) };
        this.#ports.logger.error('Alerts cannot be shown', about);
      }
      this.#failing.add(source);
      return null;
    }
  }

  #isCollecting(): boolean {
    const { clock, isPolling } = this.#ports;
    if (!isPolling()) return false;
    const now = clock.monotonic();
    this.#collectingSince ??= now;
    return now - this.#collectingSince < COLLECT_MS;
  }

  #countAsSent(alerts: readonly Alert[], now: number): void {
    if (alerts.length === 0) return;
    this.#record(alerts, now);
    for (const { onShown } of alerts) onShown?.();
  }

  #show(alerts: readonly Alert[], now: number): void {
    if (this.#ports.settings().notifications && this.#teller.isAlone()) {
      this.#teller.tellAlone(alerts, now);
      return;
    }
    const notices = this.#notices.of(alerts, now);
    if (notices.length === 0) return;
    this.#record(
      notices.flatMap((notice) => notice.alerts),
      now,
    );
    for (const notice of notices) this.#teller.tell(notice, now);
  }

  #record(alerts: readonly Alert[], now: number): void {
    this.#ledger.record(
      alerts.flatMap(({ entries }) => entries),
      now,
    );
  }
}

function isOnFor({ setting }: ConditionAlert): ActiveRule['isOn'] {
  return (settings) => setting === null || settings[setting];
}

/** Whether the settings want an alert about a past event. */
function isWanted(event: AlertEvent, { alertOnRenewal, alertOnTrouble }: Settings): boolean {
  if (event.kind !== 'copy') return alertOnRenewal;
  // The alert about the renewal already says that there is something to review.
  const isCovered = event.outcome === 'held' && alertOnRenewal && toReview(event.order.findings).length > 0;
  return alertOnTrouble && !isCovered;
}
