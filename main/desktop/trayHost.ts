import { type SessionEnvironment, sessionBusAddress } from '#main/platform/busAddress.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { type BusSession, busDaemon, FOLLOWER_LIMIT_MS, withSessionBus } from '#main/platform/sessionBus.ts';
import type { Scheduler } from '#main/platform/time.ts';

/** The program that shows tray icons: panel, shell or menu bar. */
export interface TrayHost extends Disposable {
  /** Begins to ask. To be called once. */
  start(): void;
  /** `null` until it is known. */
  isPresent(): boolean | null;
  /** The presence as soon as it is known; `false` if it cannot be known. Stays open if the app ends before that. */
  presence(): Promise<boolean>;
  /** Fires when the presence is first known, and when it changes. */
  readonly onDidChange: Event<void>;
}

export const constantTrayHost: TrayHost = {
  start: () => undefined,
  isPresent: () => true,
  presence: () => Promise.resolve(true),
  onDidChange: () => ({ dispose: () => undefined }),
  dispose: () => undefined,
};

const watcherName = 'org.kde.StatusNotifierWatcher';
const watcher = { destination: watcherName, path: '/StatusNotifierWatcher', interface: watcherName };

/** Signals after which the presence of a host may differ: the watcher's name changed owner, or a host came or went. */
const news = [
  { ...busDaemon, member: 'NameOwnerChanged', filter: `,arg0='${watcherName}'` },
  { ...watcher, member: 'StatusNotifierHostRegistered', filter: '' },
  { ...watcher, member: 'StatusNotifierHostUnregistered', filter: '' },
];

/**
 * Asks the StatusNotifierWatcher whether it has a host (Linux), once started and when that may have changed. A broken
 * connection is not opened again, because Chromium's own connection is gone too.
 */
export class LinuxTrayHost implements TrayHost {
  readonly #environment: SessionEnvironment;
  readonly #scheduler: Scheduler;
  readonly #logger: Logger;
  readonly #changed = new Emitter<void>('trayHost.changed');
  readonly #disposed = Promise.withResolvers<void>();
  readonly #known = Promise.withResolvers<void>();
  #isPresent: boolean | null = null;
  #isDisposed = false;
  #looks = 0;

  readonly onDidChange = this.#changed.event;

  constructor(environment: SessionEnvironment, scheduler: Scheduler, logger: Logger) {
    this.#environment = environment;
    this.#scheduler = scheduler;
    this.#logger = logger;
  }

  start(): void {
    void this.#follow(sessionBusAddress(this.#environment));
  }

  isPresent(): boolean | null {
    return this.#isPresent;
  }

  async presence(): Promise<boolean> {
    await this.#known.promise;
    return this.#isPresent === true;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#disposed.resolve();
  }

  async #follow(address: string | null): Promise<void> {
    try {
      if (address !== null) {
        const watch = (session: BusSession) => this.#watch(session);
        await withSessionBus(address, this.#scheduler, watch, FOLLOWER_LIMIT_MS);
      }
    } catch (error) {
      this.#logger.warn('The tray host cannot be watched', { error: errorName(error) });
    }
    this.#set(false);
  }

  async #watch(session: BusSession): Promise<void> {
    // Subscribes before it asks: a host that appears meanwhile is noticed twice rather than never.
    for (const { destination, path, interface: owner, member, filter } of news) {
      session.onSignal(path, member, () => void this.#look(session));
      const rule = `type='signal',path='${path}',interface='${owner}',member='${member}'`;
      await session.addMatch(`${rule},sender='${destination}'${filter}`);
    }
    await this.#look(session);
    await this.#disposed.promise;
  }

  /** Asks again. Only the answer to the last question counts. */
  async #look(session: BusSession): Promise<void> {
    this.#looks += 1;
    const look = this.#looks;
    const hasHost = await hasRegisteredHost(session);
    if (look === this.#looks) this.#set(hasHost);
  }

  #set(isPresent: boolean): void {
    if (this.#isPresent === isPresent) return;
    this.#isPresent = isPresent;
    if (!this.#isDisposed) this.#known.resolve();
    this.#changed.fire();
  }
}

/** Chromium asks the same question, and shows no icon on any other answer. */
async function hasRegisteredHost(session: BusSession): Promise<boolean> {
  try {
    return (await session.property(watcher, 'IsStatusNotifierHostRegistered')) === true;
  } catch {
    // The name has no owner, or the owner is not a watcher.
    return false;
  }
}
