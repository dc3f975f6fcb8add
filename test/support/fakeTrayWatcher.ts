import { Message, type MessageBus, Variant } from '@jellybrick/dbus-next';
import { connectToBus } from './testBus.ts';

const watcherName = 'org.kde.StatusNotifierWatcher';
const watcherPath = '/StatusNotifierWatcher';

/** A StatusNotifierWatcher on a test's own bus, with a host that a test adds and removes. */
export class FakeTrayWatcher {
  readonly #bus: MessageBus;
  #hasHost: boolean;

  private constructor(bus: MessageBus, hasHost: boolean) {
    this.#bus = bus;
    this.#hasHost = hasHost;
    bus.addMethodHandler((message) => this.#answer(message));
  }

  /** Takes the watcher's name, from another watcher if need be. */
  static async start(address: string, hasHost: boolean): Promise<FakeTrayWatcher> {
    const bus = await connectToBus(address);
    const watcher = new FakeTrayWatcher(bus, hasHost);
    // Allow replacement (1), replace existing (2).
    await bus.requestName(watcherName, 3);
    return watcher;
  }

  setHost(hasHost: boolean): void {
    this.#hasHost = hasHost;
    const member = hasHost ? 'StatusNotifierHostRegistered' : 'StatusNotifierHostUnregistered';
    this.#bus.send(Message.newSignal(watcherPath, watcherName, member));
  }

  stop(): void {
    this.#bus.disconnect();
  }

  #answer(message: Message): boolean {
    if (message.path !== watcherPath || message.member !== 'Get') return false;
    this.#bus.send(Message.newMethodReturn(message, 'v', [new Variant('b', this.#hasHost)]));
    return true;
  }
}
