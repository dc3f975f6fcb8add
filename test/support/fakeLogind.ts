import { Message, type MessageBus } from '@jellybrick/dbus-next';
import { connectToBus } from './testBus.ts';

const login = 'org.freedesktop.login1';
const path = '/org/freedesktop/login1';

/** The part of systemd-logind that tells of sleep (org.freedesktop.login1(5)), on a test's own bus. */
export class FakeLogind {
  readonly #bus: MessageBus;

  private constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  /** Takes the name on the bus that stands for the system's. Programs that start afterwards hear it. */
  static async start(address: string): Promise<FakeLogind> {
    const bus = await connectToBus(address);
    // Nothing may delay the sleep of a computer that does not sleep.
    bus.addMethodHandler((message) => {
      if (message.path !== path) return false;
      bus.send(Message.newError(message, 'org.freedesktop.DBus.Error.NotSupported', 'Nothing is delayed'));
      return true;
    });
    await bus.requestName(login, 0);
    return new FakeLogind(bus);
  }

  /** The computer is about to sleep. */
  sleep(): void {
    this.#prepare(true);
  }

  /** The computer has woken up. */
  wake(): void {
    this.#prepare(false);
  }

  stop(): void {
    this.#bus.disconnect();
  }

  #prepare(isBefore: boolean): void {
    this.#bus.send(Message.newSignal(path, `${login}.Manager`, 'PrepareForSleep', 'b', [isBefore]));
  }
}
