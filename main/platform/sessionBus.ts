import type { EventEmitter } from 'node:events';
import type { Message, MessageBus } from '@jellybrick/dbus-next';
import { addressesIn, unescapeValue } from './busAddress.ts';
import type { Disposable } from './disposable.ts';
import type { Scheduler } from './time.ts';

export interface BusObject {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
}

/** A method call; `signature` names the D-Bus types of `body`. */
export interface BusCall extends BusObject {
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
}

export const busDaemon: BusObject = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

/** A running service answers within 10 ms, the bus within one. */
const CALL_LIMIT_MS = 1000;

/** For what is followed as long as the app runs: a bus is slow while a whole desktop starts. libdbus waits as long. */
export const FOLLOWER_LIMIT_MS = 25_000;

/** The bus or the called service did not answer in time. */
export class BusTimeout extends Error {}

type DbusLibrary = typeof import('@jellybrick/dbus-next');

/**
 * Connects to the first of the addresses that answers, runs `use`, and closes the connection. Throws errors of `use` and of
 * the connection, and `BusTimeout`.
 * @param limitMs how long the connection and each call may take
 */
export async function withSessionBus<T>(
  addresses: string,
  scheduler: Scheduler,
  use: (session: BusSession) => Promise<T>,
  limitMs = CALL_LIMIT_MS,
): Promise<T> {
  const library = await import('@jellybrick/dbus-next');
  const { bus, failure } = await connect(library, addresses, scheduler, limitMs);
  try {
    return await Promise.race([use(new BusSession(bus, library, scheduler, limitMs)), failure]);
  } finally {
    bus.disconnect();
  }
}

/** A connected bus. `failure` rejects when the connection breaks. */
interface Connected {
  readonly bus: MessageBus;
  readonly failure: Promise<never>;
}

async function connect(
  library: DbusLibrary,
  addresses: string,
  scheduler: Scheduler,
  limitMs: number,
): Promise<Connected> {
  let problem: unknown = new Error('no address of a bus');
  for (const address of addressesIn(addresses)) {
    // The library takes the values as they stand.
    const bus = library.sessionBus({ busAddress: unescapeValue(address) });
    const failure = new Promise<never>((_, reject) => {
      // Emitted by the library, but missing in its types.
      (bus as EventEmitter).on('error', reject);
    });
    const connected = new Promise<void>((resolve) => void (bus as EventEmitter).once('connect', resolve));
    try {
      await within(limitMs, Promise.race([connected, failure]), scheduler);
      return { bus, failure };
    } catch (error) {
      problem = error;
      bus.disconnect();
    }
  }
  throw problem;
}

/** Rejects with `BusTimeout` after `limitMs` milliseconds. */
async function within<T>(limitMs: number, work: Promise<T>, scheduler: Scheduler): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = scheduler.after(limitMs, () => reject(new BusTimeout()));
  try {
    return await Promise.race([work, limit]);
  } finally {
    timer.dispose();
  }
}

export class BusSession {
  readonly #bus: MessageBus;
  readonly #library: DbusLibrary;
  readonly #scheduler: Scheduler;
  readonly #limitMs: number;

  /** @param limitMs how long a call may take that says nothing else */
  constructor(bus: MessageBus, library: DbusLibrary, scheduler: Scheduler, limitMs: number) {
    this.#bus = bus;
    this.#library = library;
    this.#scheduler = scheduler;
    this.#limitMs = limitMs;
  }

  /** The unique name of this connection, such as `:1.42`, once a call was answered. */
  get name(): string {
    return this.#bus.name ?? '';
  }

  /** @returns the body of the reply. Throws `DBusError` for an error reply, `BusTimeout` after `limitMs` milliseconds. */
  async call(call: BusCall, limitMs = this.#limitMs): Promise<readonly unknown[]> {
    const { body = [], ...head } = call;
    const message = new this.#library.Message({ ...head, body: [...body] });
    const reply = await within(limitMs, this.#bus.call(message), this.#scheduler);
    return reply?.body ?? [];
  }

  /** @returns the value of a property; `undefined` if the answer has none */
  async property({ destination, path, interface: owner }: BusObject, name: string): Promise<unknown> {
    const properties = { destination, path, interface: 'org.freedesktop.DBus.Properties' };
    const [value] = await this.call({ ...properties, member: 'Get', signature: 'ss', body: [owner, name] });
    return this.valueOf(value);
  }

  async hasOwner(name: string): Promise<boolean> {
    const [isOwned] = await this.call({ ...busDaemon, member: 'NameHasOwner', signature: 's', body: [name] });
    return isOwned === true;
  }

  /** Makes the bus send the signals of a match rule. */
  async addMatch(rule: string): Promise<void> {
    await this.call({ ...busDaemon, member: 'AddMatch', signature: 's', body: [rule] });
  }

  /** @returns the body of the next such signal of this object. Throws `BusTimeout` after `limitMs` milliseconds. */
  async signal(path: string, member: string, limitMs: number): Promise<readonly unknown[]> {
    const { promise, resolve } = Promise.withResolvers<readonly unknown[]>();
    const subscription = this.onSignal(path, member, resolve);
    try {
      return await within(limitMs, promise, this.#scheduler);
    } finally {
      subscription.dispose();
    }
  }

  /** Calls `listener` with the body of every such signal of this object. The bus sends it only after `addMatch`. */
  onSignal(path: string, member: string, listener: (body: readonly unknown[]) => void): Disposable {
    const { MessageType } = this.#library;
    const hear = (message: Message) => {
      const isIt = message.type === MessageType.SIGNAL && message.path === path && message.member === member;
      if (isIt) listener(message.body);
    };
    this.#bus.on('message', hear);
    return { dispose: () => this.#bus.off('message', hear) };
  }

  /** Wraps a value as a D-Bus variant of the given signature. */
  variant(signature: string, value: unknown): unknown {
    return new this.#library.Variant(signature, value);
  }

  valueOf(variant: unknown): unknown {
    return variant instanceof this.#library.Variant ? variant.value : undefined;
  }
}
