import { Message, type MessageBus } from '@jellybrick/dbus-next';
import { z } from 'zod';
import { connectToBus } from './testBus.ts';

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
  /** The ids that the app closed. */
  readonly closed: number[] = [];
  /** The error of each notification from now on; `silent`: no answer until `answer`. */
  refusal: 'none' | 'excess' | 'silent' = 'none';
  readonly #unanswered: (() => void)[] = [];
  readonly #bus: MessageBus;
  readonly #capabilities: readonly string[];

  private constructor(bus: MessageBus, capabilities: readonly string[]) {
    this.#bus = bus;
    this.#capabilities = capabilities;
    bus.addMethodHandler((message) => this.#answer(message));
  }

  static async start(address: string, capabilities: readonly string[]): Promise<FakeNotificationDaemon> {
    const bus = await connectToBus(address);
    const daemon = new FakeNotificationDaemon(bus, capabilities);
    // Allow replacement (1), replace existing (2).
    await bus.requestName(service, 3);
    return daemon;
  }

  /** The user presses a button or, with `default`, the notification. */
  invoke(id: number, key: string, isClosedFirst = false): void {
    if (isClosedFirst) this.close(id);
    this.#bus.send(Message.newSignal(path, service, 'ActionInvoked', 'us', [id, key]));
    if (!isClosedFirst) this.close(id);
  }

  /** @param reason 1: it expired, 2: the user closed it, 3: the app did */
  close(id: number, reason: 1 | 2 | 3 = 2): void {
    this.#bus.send(Message.newSignal(path, service, 'NotificationClosed', 'uu', [id, reason]));
  }

  /** Answers what it did not answer before. */
  answer(): void {
    for (const reply of this.#unanswered.splice(0)) reply();
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
    if (message.member === 'GetServerInformation') {
      this.#bus.send(Message.newMethodReturn(message, 'ssss', ['fake', 'test', '1', '1.2']));
      return true;
    }
    if (message.member === 'CloseNotification') {
      const [closed] = z.tuple([z.number()]).parse(message.body);
      this.closed.push(closed);
      this.#bus.send(Message.newMethodReturn(message));
      this.close(closed, 3);
      return true;
    }
    if (message.member !== 'Notify') return false;
    if (this.refusal === 'excess') {
      const error = 'org.freedesktop.Notifications.Error.ExcessNotificationGeneration';
      this.#bus.send(Message.newError(message, error, 'Created too many similar notifications'));
      return true;
    }
    const id = this.received.length + 1;
    const [, , , title, body, actions] = notifySchema.parse(message.body);
    this.received.push({ id, title, body, actions });
    const reply = () => this.#bus.send(Message.newMethodReturn(message, 'u', [id]));
    if (this.refusal === 'silent') this.#unanswered.push(reply);
    else reply();
    return true;
  }
}
