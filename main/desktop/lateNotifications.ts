import type { NotificationContent, NotificationSink } from '#main/alerting/alerts/alert.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { NotificationState } from '#shared/domain/notificationState.ts';

/** Loads what shows notifications when it is first needed: not before the first row. */
export class LateNotifications implements NotificationSink {
  readonly #load: () => Promise<NotificationSink>;
  readonly #logger: Logger;
  readonly #changed = new Emitter<void>('notifications.changed');
  readonly #closed = new Emitter<string>('notifications.closed');
  #sink: NotificationSink | null = null;
  #loading: Promise<NotificationSink> | null = null;

  readonly onDidChange = this.#changed.event;
  readonly onDidClose = this.#closed.event;

  constructor(load: () => Promise<NotificationSink>, logger: Logger) {
    this.#load = load;
    this.#logger = logger;
  }

  start(): void {
    this.#with(
      (sink) => sink.start(),
      () => undefined,
    );
  }

  state(): NotificationState {
    return this.#sink?.state() ?? { kind: 'unknown' };
  }

  show(content: NotificationContent, told: (id: string | null) => void = () => undefined): void {
    this.#with(
      (sink) => sink.show(content, told),
      () => told(null),
    );
  }

  close(id: string): void {
    this.#with(
      (sink) => sink.close(id),
      () => undefined,
    );
  }

  #with(use: (sink: NotificationSink) => void, failed: () => void): void {
    if (this.#sink !== null) {
      use(this.#sink);
      return;
    }
    this.#loading ??= this.#load().then((sink) => {
      sink.onDidChange(() => this.#changed.fire());
      sink.onDidClose((id) => this.#closed.fire(id));
      this.#sink = sink;
      return sink;
    });
    this.#loading.then(use).catch((error: unknown) => {
      this.#logger.error('Notifications cannot be shown', { error: errorName(error) });
      failed();
    });
  }
}
