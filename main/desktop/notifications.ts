import { Notification } from 'electron';
import type { NotificationContent, NotificationSink } from '#main/alerting/alerts/alert.ts';
import { escapeMarkup } from './linuxNotifications.ts';

/** Shows notifications by Electron, with buttons on macOS and Windows. Keeps references to those on screen: a garbage-collected one loses its click event. */
export class DesktopNotifications implements NotificationSink {
  readonly #shown = new Set<Notification>();
  readonly #icon: string;

  constructor(icon: string) {
    this.#icon = icon;
  }

  show(content: NotificationContent): void {
    const { buttons = [] } = content;
    const notification = new Notification({
      title: content.title,
      body: process.platform === 'linux' ? escapeMarkup(content.body) : content.body,
      icon: this.#icon,
      urgency: content.urgent ? 'critical' : 'normal',
      // Ignored on Linux.
      actions: buttons.map(({ label }) => ({ type: 'button', text: label })),
    });
    const forget = () => this.#shown.delete(notification);
    notification.on('click', () => {
      forget();
      content.onClick();
    });
    notification.on('action', ({ actionIndex }) => {
      forget();
      buttons[actionIndex]?.run();
    });
    notification.on('close', forget);
    notification.on('failed', forget);
    this.#shown.add(notification);
    notification.show();
  }
}
