import { Emitter } from '#main/platform/emitter.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { NotificationButton, NotificationContent, NotificationSink } from './alert.ts';

/** What a notification says that is no alert, and what a click on it does. */
interface PlainNotification extends Pick<NotificationContent, 'title' | 'body'> {
  readonly show: () => void;
}

interface PlainNotificationPorts {
  readonly sink: Pick<NotificationSink, 'show' | 'state'>;
  /** What a click on a notification does, with its label. */
  readonly click: (run: () => void) => NotificationButton;
}

/** More than a desktop shows at once. Older ones are dropped. */
const MAX_WAITING = 20;

/**
 * Notifications that are no alerts, such as what came of a choice in the tray's menu. One that the desktop does not show waits
 * until it has a program that does, or the app quits.
 */
export class PlainNotifications {
  readonly #ports: PlainNotificationPorts;
  readonly #changedWaiting = new Emitter<void>('plainNotifications.changedWaiting');
  /** Oldest first. */
  readonly #waiting = new Set<PlainNotification>();
  /** Those that the desktop has not answered about. */
  readonly #unsettled = new Set<PlainNotification>();

  /** Fires when `waiting` is another number. */
  readonly onDidChangeWaiting = this.#changedWaiting.event;

  constructor(ports: PlainNotificationPorts) {
    this.#ports = ports;
  }

  /** How many wait to be shown. */
  waiting(): number {
    return this.#waiting.size;
  }

  show(notification: PlainNotification): void {
    const { sink, click } = this.#ports;
    const { title, body, show } = notification;
    this.#unsettled.add(notification);
    sink.show({ title, body, urgent: false, click: click(show) }, (id) =>
      this.#settle(notification, id !== null),
    );
  }

  /** When those that wait are to be tried again (`showWaiting`) after `now`, both Unix ms. */
  nextTry(now: number): number {
    return this.#waiting.size === 0 || this.#isAlone() ? Number.POSITIVE_INFINITY : now + MINUTE_MS;
  }

  /** Tries those that wait, unless no program shows notifications. */
  showWaiting(): void {
    if (this.#isAlone()) return;
    for (const notification of [...this.#waiting])
      if (!this.#unsettled.has(notification)) this.show(notification);
  }

  #settle(notification: PlainNotification, isShown: boolean): void {
    const before = this.#waiting.size;
    this.#unsettled.delete(notification);
    if (isShown) this.#waiting.delete(notification);
    else this.#waiting.add(notification);
    const [oldest] = this.#waiting;
    if (this.#waiting.size > MAX_WAITING && oldest !== undefined) this.#waiting.delete(oldest);
    if (this.#waiting.size !== before) this.#changedWaiting.fire();
  }

  #isAlone(): boolean {
    return this.#ports.sink.state().kind === 'absent';
  }
}
