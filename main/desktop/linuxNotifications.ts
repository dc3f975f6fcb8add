import type { NotificationContent, NotificationSink } from '#main/alerting/alerts/alert.ts';
import { type SessionEnvironment, sessionBusAddress } from '#main/platform/busAddress.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { type BusSession, withSessionBus } from '#main/platform/sessionBus.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { applicationId } from '#shared/identity.ts';

interface LinuxNotificationsPorts {
  readonly environment: SessionEnvironment;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** The picture of every notification, as the hint `image-data` has it. */
  readonly icon: () => readonly unknown[];
  /** Shows what the daemon can't be asked to show with buttons. */
  readonly fallback: NotificationSink;
}

/** The notification daemon, while the connection lasts. */
interface Daemon {
  readonly session: BusSession;
  readonly hasButtons: boolean;
  readonly readsMarkup: boolean;
}

const service = 'org.freedesktop.Notifications';
const path = '/org/freedesktop/Notifications';
const daemonObject = { destination: service, path, interface: service };

const urgencies = { normal: 1, critical: 2 };
/** The daemon decides how long a notification stays. */
const DEFAULT_TIMEOUT = -1;

/** The body of a notification is markup, where the daemon reads any; Electron does not escape it. */
export function escapeMarkup(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;');
}

/** The key of the action that a click on the notification itself invokes. */
const CLICK = 'default';

/**
 * Shows notifications by the session bus, because Electron shows no buttons on Linux. A daemon without the capability
 * `actions`, or without an answer, gets them from Electron.
 */
export class LinuxNotifications implements NotificationSink {
  readonly #ports: LinuxNotificationsPorts;
  readonly #shown = new Map<number, NotificationContent>();
  #daemon: Promise<Daemon> | null = null;

  constructor(ports: LinuxNotificationsPorts) {
    this.#ports = ports;
  }

  show(content: NotificationContent): void {
    this.#send(content).catch((error: unknown) => {
      this.#ports.logger.info('A notification is shown without buttons', { error: errorName(error) });
      this.#ports.fallback.show(content);
    });
  }

  async #send(content: NotificationContent): Promise<void> {
    const daemon = await this.#connect();
    if (!daemon.hasButtons) {
      this.#ports.fallback.show(content);
      return;
    }
    const { session, readsMarkup } = daemon;
    const { title, body, urgent, buttons = [] } = content;
    const actions = [CLICK, '', ...buttons.flatMap(({ label }, index) => [String(index), label])];
    const hints = {
      urgency: session.variant('y', urgent ? urgencies.critical : urgencies.normal),
      // The installed desktop file, by which panels group notifications.
      'desktop-entry': session.variant('s', applicationId),
      'image-data': session.variant('(iiibiiay)', this.#ports.icon()),
    };
    const [id] = await session.call({
      ...daemonObject,
      member: 'Notify',
      signature: 'susssasa{sv}i',
      body: [
        'NotAfter',
        0,
        '',
        title,
        readsMarkup ? escapeMarkup(body) : body,
        actions,
        hints,
        DEFAULT_TIMEOUT,
      ],
    });
    if (typeof id === 'number') this.#shown.set(id, content);
  }

  /** The daemon, connected once and again after the connection broke. Rejects without one. */
  #connect(): Promise<Daemon> {
    this.#daemon ??= this.#follow().catch((error: unknown) => {
      this.#daemon = null;
      throw error;
    });
    return this.#daemon;
  }

  async #follow(): Promise<Daemon> {
    const { environment, scheduler } = this.#ports;
    const address = sessionBusAddress(environment);
    if (address === null) throw new Error('There is no session bus');
    const ready = Promise.withResolvers<Daemon>();
    const connection = withSessionBus(address, scheduler, async (session) => {
      session.onSignal(path, 'ActionInvoked', ([id, key]) => this.#invoked(id, key));
      session.onSignal(path, 'NotificationClosed', ([id]) => this.#shown.delete(Number(id)));
      await session.addMatch(`type='signal',path='${path}',interface='${service}',sender='${service}'`);
      const [found] = await session.call({ ...daemonObject, member: 'GetCapabilities' });
      const capabilities = Array.isArray(found) ? found : [];
      ready.resolve({
        session,
        hasButtons: capabilities.includes('actions'),
        readsMarkup: capabilities.includes('body-markup'),
      });
      // Until the connection breaks.
      await new Promise<never>(() => undefined);
    });
    connection.catch((error: unknown) => {
      ready.reject(error);
      this.#daemon = null;
      this.#shown.clear();
    });
    return ready.promise;
  }

  #invoked(id: unknown, key: unknown): void {
    const content = this.#shown.get(Number(id));
    if (content === undefined) return;
    this.#shown.delete(Number(id));
    if (key === CLICK) content.onClick();
    else content.buttons?.[Number(key)]?.run();
  }
}
