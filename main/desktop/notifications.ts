import { Notification } from 'electron';
import type { NotificationSink } from '#main/alerting/alerts/alert.ts';

/** On Linux the notification server reads the body as markup, and Electron does not escape it. */
function escapeMarkup(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;');
}

/** Shows OS notifications. Keeps references to those on screen: a garbage-collected one loses its click event. */
export class DesktopNotifications implements NotificationSink {
  readonly #shown = new Set<Notification>();
  readonly #icon: string;

  constructor(icon: string) {
    this.#icon = icon;
  }

  show(content: Parameters<NotificationSink['show']>[0]): void {
    const notification = new Notification({
      title: content.title,
      body: process.platform === 'linux' ? escapeMarkup(content.body) : content.body,
      icon: this.#icon,
      urgency: content.urgent ? 'critical' : 'normal',
    });
    const forget = () => this.#shown.delete(notification);
    notification.on('click', () => {
      forget();
      content.onClick();
    });
    notification.on('close', forget);
    notification.on('failed', forget);
    this.#shown.add(notification);
    notification.show();
  }
}
