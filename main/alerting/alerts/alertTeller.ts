import { Emitter } from '#main/platform/emitter.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { Alert, AlertEvent, NotificationContent, NotificationSink } from './alert.ts';
import type { AlertLedger, LedgerEntry } from './alertLedger.ts';
import { isUrgent } from './alertThresholds.ts';

export interface AlertTellerPorts {
  readonly ledger: AlertLedger;
  readonly sink: NotificationSink;
  readonly settings: () => Settings;
  /** Called once for each event whose alert is due, whether a notification could be shown or not. Must not throw. */
  readonly sendEvent: (event: AlertEvent, urgent: boolean, now: number) => void;
  /** Whether a command or a webhook gets the events. */
  readonly hasReceiver: () => boolean;
  /** Whether the app quits: nothing can be stored any more. */
  readonly isEnding: () => boolean;
  /** Runs a step in isolation. @returns whether it did not throw */
  readonly attempt: (step: () => void) => boolean;
  /** The notification with this id is about these entries; it can be closed. */
  readonly shown: (id: string, reasons: readonly LedgerEntry[]) => void;
  /** All answers of the desktop are there. */
  readonly settled: () => void;
}

/** One notification, and the alerts that it says. */
export interface Notice {
  readonly alerts: readonly Alert[];
  readonly content: NotificationContent;
}

/**
 * Hands alerts to the desktop, the command and the webhook, each once. What the desktop does not show is taken out of the
 * ledger, and so due again; the others had it then.
 */
export class AlertTeller {
  readonly #ports: AlertTellerPorts;
  readonly #changedWaiting = new Emitter<void>('alerts.changedWaiting');
  /** Notifications of which is not known yet whether they are shown. */
  #unsettled = 0;
  /** Alerts since `begin` that are not shown. */
  #untold = 0;
  #waiting = 0;

  readonly onDidChangeWaiting = this.#changedWaiting.event;

  constructor(ports: AlertTellerPorts) {
    this.#ports = ports;
  }

  /** How many alerts are due that the desktop did not show. */
  waiting(): number {
    return this.#waiting;
  }

  /** Whether the desktop has not answered yet: what is on its way is neither due nor shown. */
  isSettling(): boolean {
    return this.#unsettled > 0;
  }

  /** Whether no program shows notifications: alerts wait for one. */
  isAlone(): boolean {
    return this.#ports.sink.state().kind === 'absent';
  }

  /** An evaluation begins. It hands over every alert that is due, also those that were not shown before. */
  begin(): void {
    this.#untold = 0;
  }

  /** The evaluation has handed over every alert that is due. */
  end(): void {
    if (this.isSettling() || this.#waiting === this.#untold) return;
    this.#waiting = this.#untold;
    this.#changedWaiting.fire();
  }

  /** Tells alerts without a notification, while no program shows any. */
  tellAlone(alerts: readonly Alert[], now: number): void {
    this.#untold += alerts.length;
    this.#sendOnly(alerts, now);
  }

  /** Tells what is in the ledger already. */
  tell({ alerts, content }: Notice, now: number): void {
    const { settings, sink, attempt, settled } = this.#ports;
    if (!settings().notifications) {
      this.#settle(alerts, '', now);
      return;
    }
    this.#unsettled += 1;
    const told = (id: string | null) => {
      if (this.#ports.isEnding()) return;
      this.#unsettled -= 1;
      this.#settle(alerts, id, now);
      this.end();
      if (!this.isSettling()) settled();
    };
    if (!attempt(() => sink.show(content, told))) told(null);
  }

  /** @param id of the notification; `null`: it was not shown; empty: it can't be closed */
  #settle(alerts: readonly Alert[], id: string | null, now: number): void {
    const { ledger, shown } = this.#ports;
    const entries = alerts.flatMap((alert) => alert.entries);
    if (id === null) {
      ledger.withdraw(entries);
      this.tellAlone(alerts, now);
      return;
    }
    for (const { onShown } of alerts) onShown?.();
    this.#send(alerts, now);
    const sent = entries.map(sentEntry).filter((entry) => ledger.has(entry));
    if (sent.length > 0) ledger.withdraw(sent);
    if (id !== '')
      shown(
        id,
        alerts.flatMap((alert) => alert.reasons ?? alert.entries),
      );
  }

  #sendOnly(alerts: readonly Alert[], now: number): void {
    const { hasReceiver, ledger } = this.#ports;
    if (!hasReceiver()) return;
    this.#send(alerts, now);
    ledger.record(
      alerts.flatMap(({ entries }) => entries.map(sentEntry)),
      now,
    );
  }

  #send(alerts: readonly Alert[], now: number): void {
    const { sendEvent, settings, ledger } = this.#ports;
    for (const { event, entries } of alerts) {
      const isSent = entries.every((entry) => ledger.isSent(sentEntry(entry), now));
      if (!isSent) sendEvent(event, isUrgent(event, settings(), now), now);
    }
  }
}

/** That the event of an alert was handed over, although its notification was not shown. */
function sentEntry({ subject, threshold }: LedgerEntry): LedgerEntry {
  return { subject, threshold: `sent:${threshold}` };
}
