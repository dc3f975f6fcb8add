import { once } from 'node:events';
import { Message, type MessageBus, sessionBus } from '@jellybrick/dbus-next';
import { z } from 'zod';

const service = 'org.freedesktop.Notifications';
const path = '/org/freedesktop/Notifications';

const unread = z.unknown();
const notifySchema = z
  .tuple([unread, unread, unread, z.string(), z.string(), z.array(z.string())])
  .rest(unread);

/** A notification as a daemon receives it. */
interface ReceivedNotification {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  /** Keys and labels in turn. */
  readonly actions: readonly string[];
}

/** A notification daemon on a test's own bus. */
export class FakeNotificationDaemon {
  readonly received: ReceivedNotification[] = [];
  readonly #bus: MessageBus;
  readonly #capabilities: readonly string[];

  private constructor(bus: MessageBus, capabilities: readonly string[]) {
    this.#bus = bus;
    this.#capabilities = capabilities;
    bus.addMethodHandler((message) => this.#answer(message));
  }

  static async start(address: string, capabilities: readonly string[]): Promise<FakeNotificationDaemon> {
    const bus = sessionBus({ busAddress: address });
    await once(bus, 'connect');
    const daemon = new FakeNotificationDaemon(bus, capabilities);
    // Allow replacement (1), replace existing (2).
    await bus.requestName(service, 3);
    return daemon;
  }

  /** The user presses a button or, with `default`, the notification. */
  invoke(id: number, key: string): void {
    this.#bus.send(Message.newSignal(path, service, 'ActionInvoked', 'us', [id, key]));
    this.close(id);
  }

  close(id: number): void {
    this.#bus.send(Message.newSignal(path, service, 'NotificationClosed', 'uu', [id, 2]));
  }

  stop(): void {
    this.#bus.disconnect();
  }

  #answer(message: Message): boolean {
    if (message.path !== path) return false;
    if (message.member === 'GetCapabilities') {
      this.#bus.send(Message.newMethodReturn(message, 'as', [[...this.#capabilities]]));
      return true;
    }
    if (message.member !== 'Notify') return false;
    const id = this.received.length + 1;
    const [, , , title, body, actions] = notifySchema.parse(message.body);
    this.received.push({ id, title, body, actions });
    this.#bus.send(Message.newMethodReturn(message, 'u', [id]));
    return true;
  }
}
