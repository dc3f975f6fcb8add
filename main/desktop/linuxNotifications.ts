import type { NotificationContent, NotificationSink } from '#main/alerting/alerts/alert.ts';
import { type SessionEnvironment, sessionBusAddress } from '#main/platform/busAddress.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import {
  type BusSession,
  BusTimeout,
  busDaemon,
  FOLLOWER_LIMIT_MS,
  withSessionBus,
} from '#main/platform/sessionBus.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { NotificationState } from '#shared/domain/notificationState.ts';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import { applicationId } from '#shared/identity.ts';

interface LinuxNotificationsPorts {
  readonly environment: SessionEnvironment;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** The picture of every notification, as the hint `image-data` has it. */
  readonly icon: () => readonly unknown[];
}

/** One run of a notification daemon: it numbers its notifications. */
interface Daemon {
  readonly name: string;
  /** Names this run for good: the bus and the connection of the daemon. */
  readonly run: string;
  readonly hasButtons: boolean;
  readonly readsMarkup: boolean;
}

const service = 'org.freedesktop.Notifications';
const path = '/org/freedesktop/Notifications';
const daemonObject = { destination: service, path, interface: service };

const urgencies = { normal: 1, critical: 2 };
/** The daemon decides how long a notification stays. */
const DEFAULT_TIMEOUT = -1;

/** Notifications whose clicks are known. Daemons keep fewer. */
const MAX_KNOWN = 200;

/** The body of a notification is markup, where the daemon reads any. */
function escapeMarkup(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;');
}

/** The key of the action that a click on the notification itself invokes. */
const CLICK = 'default';

/** Errors by which the bus says that there is no daemon, and none that it could start. */
const absence = /\.(?:ServiceUnknown|NameHasNoOwner|Spawn\.\w+)$/u;

/**
 * Shows notifications by the session bus, because Electron shows no buttons on Linux and does not say whether a notification
 * was shown. Follows the daemon: it may start after the app, end, or be replaced.
 */
export class LinuxNotifications implements NotificationSink {
  readonly #ports: LinuxNotificationsPorts;
  readonly #changed = new Emitter<void>('linuxNotifications.changed');
  readonly #closed = new Emitter<string>('linuxNotifications.closed');
  /** By the number that the current run of the daemon gave. */
  readonly #shown = new Map<number, NotificationContent>();
  #session: Promise<BusSession> | null = null;
  #busId = '';
  #daemon: Daemon | null = null;
  #state: NotificationState = { kind: 'unknown' };

  readonly onDidChange = this.#changed.event;
  readonly onDidClose = this.#closed.event;

  constructor(ports: LinuxNotificationsPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#connect().catch((error: unknown) => this.#failed(error));
  }

  state(): NotificationState {
    return this.#state;
  }

  show(content: NotificationContent, told: (id: string | null) => void = () => undefined): void {
    this.#send(content).then(told, (error: unknown) => {
      this.#failed(error);
      told(null);
    });
  }

  close(id: string): void {
    this.#close(id).catch((error: unknown) => {
      this.#ports.logger.info('A notification was not closed', { error: errorName(error) });
    });
  }

  async #send(content: NotificationContent): Promise<string> {
    const session = await this.#connect();
    const daemon = this.#daemon ?? (await this.#meet(session));
    const { title, body, urgent, click, buttons = [] } = content;
    const labels = [[CLICK, click.label], ...buttons.map(({ label }, index) => [String(index), label])];
    const hints = {
      urgency: session.variant('y', urgent ? urgencies.critical : urgencies.normal),
      // The installed desktop file, by which panels group notifications.
      'desktop-entry': session.variant('s', applicationId),
      'image-data': session.variant('(iiibiiay)', this.#ports.icon()),
    };
    const reply = session.call(
      {
        ...daemonObject,
        member: 'Notify',
        signature: 'susssasa{sv}i',
        body: [
          'NotAfter',
          0,
          '',
          title,
          daemon.readsMarkup ? escapeMarkup(body) : body,
          daemon.hasButtons ? labels.flat() : [],
          hints,
          DEFAULT_TIMEOUT,
        ],
      },
      HOUR_MS,
    );
    const number = Number((await this.#inTime(session, reply))[0]);
    this.#shown.set(number, content);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > MAX_KNOWN && oldest !== undefined) this.#shown.delete(oldest);
    this.#set({ kind: 'shown', by: daemon.name });
    return `${daemon.run} ${number}`;
  }

  /** A notification that the daemon shows later than it may take counts as not shown, and is shown again: so it is closed. */
  async #inTime(session: BusSession, reply: Promise<readonly unknown[]>): Promise<readonly unknown[]> {
    const limit = Promise.withResolvers<null>();
    const timer = this.#ports.scheduler.after(FOLLOWER_LIMIT_MS, () => limit.resolve(null));
    const first = await Promise.race([reply, limit.promise]).finally(() => timer.dispose());
    if (first !== null) return first;
    reply.then(([id]) => closeIn(session, Number(id))).catch(() => undefined);
    throw new BusTimeout();
  }

  async #close(id: string): Promise<void> {
    const session = await this.#connect();
    const [run, number] = divided(id);
    if (this.#daemon?.run === run) await closeIn(session, number);
  }

  /** Connected once, and again after the connection broke. Rejects without a bus. */
  #connect(): Promise<BusSession> {
    this.#session ??= this.#follow().catch((error: unknown) => {
      this.#session = null;
      throw error;
    });
    return this.#session;
  }

  async #follow(): Promise<BusSession> {
    const { environment, scheduler } = this.#ports;
    const address = sessionBusAddress(environment);
    if (address === null) throw new NoBus();
    const ready = Promise.withResolvers<BusSession>();
    const follow = async (session: BusSession) => {
      await this.#watch(session);
      ready.resolve(session);
      // Until the connection breaks.
      await new Promise<never>(() => undefined);
    };
    const connection = withSessionBus(address, scheduler, follow, FOLLOWER_LIMIT_MS);
    connection.catch((error: unknown) => {
      ready.reject(new NoBus(errorName(error)));
      this.#session = null;
      this.#forgetDaemon();
      this.#set({ kind: 'absent' });
    });
    return await ready.promise;
  }

  /** Subscribes before it asks: a daemon that starts meanwhile is noticed. */
  async #watch(session: BusSession): Promise<void> {
    session.onSignal(path, 'ActionInvoked', ([id, key]) => this.#invoked(Number(id), key));
    session.onSignal(path, 'NotificationClosed', ([id, reason]) => this.#wasClosed(Number(id), reason));
    await session.addMatch(`type='signal',path='${path}',interface='${service}',sender='${service}'`);
    session.onSignal(busDaemon.path, 'NameOwnerChanged', ([name]) => {
      if (name !== service) return;
      this.#forgetDaemon();
      this.#look(session).catch((error: unknown) => this.#failed(error));
    });
    await session.addMatch(
      `type='signal',sender='${busDaemon.destination}',member='NameOwnerChanged',arg0='${service}'`,
    );
    const [busId] = await session.call({ ...busDaemon, member: 'GetId' });
    this.#busId = String(busId);
    await this.#look(session);
  }

  /** Finds out whether there is a daemon, or one that the bus starts for the first notification. */
  async #look(session: BusSession): Promise<void> {
    if (await session.hasOwner(service)) {
      await this.#meet(session).catch((error: unknown) => this.#failed(error));
      return;
    }
    const [names] = await session.call({ ...busDaemon, member: 'ListActivatableNames' });
    const canStart = Array.isArray(names) && names.includes(service);
    this.#set({ kind: canStart ? 'unknown' : 'absent' });
  }

  /** Asks the daemon what it can; the bus starts it if it can. */
  async #meet(session: BusSession): Promise<Daemon> {
    const [found] = await session.call({ ...daemonObject, member: 'GetCapabilities' });
    const [name] = await session.call({ ...daemonObject, member: 'GetServerInformation' });
    const [owner] = await session.call({
      ...busDaemon,
      member: 'GetNameOwner',
      signature: 's',
      body: [service],
    });
    const capabilities = Array.isArray(found) ? found : [];
    const daemon = {
      name: String(name),
      run: `${this.#busId} ${String(owner)}`,
      hasButtons: capabilities.includes('actions'),
      readsMarkup: capabilities.includes('body-markup'),
    };
    this.#daemon = daemon;
    this.#set({ kind: 'shown', by: daemon.name });
    return daemon;
  }

  /** Another daemon counts from 1 again: its notifications are not these. */
  #forgetDaemon(): void {
    this.#daemon = null;
    this.#shown.clear();
  }

  #failed(error: unknown): void {
    this.#ports.logger.info('A notification was not shown', { error: errorName(error) });
    const type = error instanceof Error && 'type' in error ? String(error.type) : '';
    this.#set({ kind: error instanceof NoBus || absence.test(type) ? 'absent' : 'refused' });
  }

  #set(state: NotificationState): void {
    const before = this.#state;
    this.#state = state;
    const isSame = state.kind === 'shown' && before.kind === 'shown' && state.by === before.by;
    if (!isSame && (state.kind === 'shown' || state.kind !== before.kind)) this.#changed.fire();
  }

  /** Some daemons say that a notification was closed before they say that it was clicked. */
  #invoked(number: number, key: unknown): void {
    const content = this.#shown.get(number);
    if (content === undefined) return;
    const button = key === CLICK ? content.click : content.buttons?.[Number(key)];
    if (button === undefined) return;
    this.#shown.delete(number);
    button.run();
  }

  #wasClosed(number: number, reason: unknown): void {
    // One that expired may still be in the desktop's list.
    if (reason !== EXPIRED && this.#daemon !== null) this.#closed.fire(`${this.#daemon.run} ${number}`);
  }
}

/** Desktop Notifications Specification, signal `NotificationClosed`. */
const EXPIRED = 1;

class NoBus extends Error {}

function divided(id: string): readonly [run: string, number: number] {
  const at = id.lastIndexOf(' ');
  return [id.slice(0, at), Number(id.slice(at + 1))];
}

async function closeIn(session: BusSession, number: number): Promise<void> {
  await session.call({ ...daemonObject, member: 'CloseNotification', signature: 'u', body: [number] });
}
