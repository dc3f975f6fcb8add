import { Notification } from 'electron';
import type { NotificationContent, NotificationSink } from '#main/alerting/alerts/alert.ts';
import { Emitter } from '#main/platform/emitter.ts';

/**
 * Shows notifications by Electron, on macOS and Windows. Keeps references to those on screen: a garbage-collected one loses
 * its click event. They end with the app.
 */
export class DesktopNotifications implements NotificationSink {
  readonly #shown = new Map<string, Notification>();
  readonly #closed = new Emitter<string>('notifications.closed');
  readonly #icon: string;
  #count = 0;

  readonly onDidClose = this.#closed.event;

  constructor(icon: string) {
    this.#icon = icon;
  }

  start(): void {}

  state() {
    return { kind: 'system' } as const;
  }

  onDidChange() {
    return { dispose: () => undefined };
  }

  show(content: NotificationContent, told: (id: string | null) => void = () => undefined): void {
    const { buttons = [], click } = content;
    const notification = new Notification({
      title: content.title,
      body: content.body,
      icon: this.#icon,
      urgency: content.urgent ? 'critical' : 'normal',
      actions: buttons.map(({ label }) => ({ type: 'button', text: label })),
    });
    this.#count += 1;
    const id = String(this.#count);
    const forget = () => this.#shown.delete(id);
    notification.on('click', () => {
      forget();
      click.run();
    });
    notification.on('action', ({ actionIndex }) => {
      forget();
      buttons[actionIndex]?.run();
    });
    notification.on('show', () => told(id));
    notification.on('close', () => {
      if (forget()) this.#closed.fire(id);
    });
    notification.on('failed', () => {
      forget();
      told(null);
    });
    this.#shown.set(id, notification);
    notification.show();
  }

  close(id: string): void {
    const notification = this.#shown.get(id);
    this.#shown.delete(id);
    notification?.close();
  }
}
