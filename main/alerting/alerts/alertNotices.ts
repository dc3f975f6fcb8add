import type { Settings } from '#shared/domain/settings.ts';
import { type Alert, type AlertEvent, causeOf, type NotificationButton } from './alert.ts';
import type { Notice } from './alertTeller.ts';
import type { AlertText } from './alertText.ts';
import { isUrgent } from './alertThresholds.ts';

/** The texts of notifications, in the user's language. */
interface AlertTexts {
  one(event: AlertEvent, now: number): AlertText;
  several(events: readonly AlertEvent[], now: number): AlertText;
}

export interface AlertNoticePorts {
  readonly settings: () => Settings;
  readonly texts: AlertTexts;
  /** The buttons of a notification about one event. */
  readonly buttons: (event: AlertEvent) => readonly NotificationButton[];
  /** What a click on a notification does, with its label. */
  readonly click: (run: () => void) => NotificationButton;
  /** Shows an order in the window, or the window alone for `null`. */
  readonly open: (orderId: string | null) => void;
  /** Shows the inbox in the window, at one delivery unless `null`. */
  readonly openInbox: (deliveryId: string | null) => void;
  /** Runs a step in isolation. @param source its constant name, for the log. @returns `null` after an error */
  readonly attempt: <T>(source: string, step: () => T) => T | null;
}

/** More alerts at once than this become one summary for each cause. */
const MAX_AT_ONCE = 3;

/** The notifications that say alerts: their number and words, and what a click on each opens. */
export class AlertNotices {
  readonly #ports: AlertNoticePorts;

  constructor(ports: AlertNoticePorts) {
    this.#ports = ports;
  }

  /** The notifications for these alerts: many are one for each cause. Those whose text fails are left out. */
  of(alerts: readonly Alert[], now: number): readonly Notice[] {
    if (alerts.length <= MAX_AT_ONCE) return alerts.flatMap((alert) => this.#noticeOf(alert, now) ?? []);
    const byCause = Map.groupBy(alerts, ({ event }) => causeOf(event));
    return [...byCause.values()].flatMap(
      (several) =>
        this.#summaryOf(several, now) ?? several.flatMap((alert) => this.#noticeOf(alert, now) ?? []),
    );
  }

  #noticeOf(alert: Alert, now: number): Notice | null {
    const { texts, settings, buttons, click, attempt } = this.#ports;
    const { event } = alert;
    const content = attempt(`texts.${event.kind}`, () => ({
      ...texts.one(event, now),
      urgent: isUrgent(event, settings(), now),
      click: click(() => this.#openOne(event)),
      buttons: buttons(event),
    }));
    return content === null ? null : { alerts: [alert], content };
  }

  /** `null` for a single alert, and after an error. */
  #summaryOf(alerts: readonly Alert[], now: number): Notice | null {
    const { texts, settings, click, attempt } = this.#ports;
    if (alerts.length === 1) return null;
    const events = alerts.map(({ event }) => event);
    const content = attempt('texts.several', () => ({
      ...texts.several(events, now),
      urgent: events.some((event) => isUrgent(event, settings(), now)),
      click: click(() => this.#openSeveral(events)),
    }));
    return content === null ? null : { alerts, content };
  }

  #openSeveral(events: readonly AlertEvent[]): void {
    const { open, openInbox } = this.#ports;
    if (events.every(({ kind }) => kind === 'deliveryWaits')) openInbox(null);
    else open(null);
  }

  #openOne(event: AlertEvent): void {
    const { open, openInbox } = this.#ports;
    if ('order' in event) open(event.order.id);
    else if (event.kind === 'rejected' || event.kind === 'renewals') open(null);
    else if (event.kind === 'unconfirmed') open(event.count === 1 ? event.first.id : null);
    else openInbox(event.count === 1 ? event.first.id : null);
  }
}
