import { Message, type MessageBus, Variant } from '@jellybrick/dbus-next';
import { connectToBus } from './testBus.ts';

const collection = '/org/freedesktop/secrets/collection/fake';
const prompt = '/org/freedesktop/secrets/prompt/1';

/** The user's action in the prompt, or the service's answer to every call. */
export type FakeBehaviour = 'accepts' | 'dismisses' | 'neverAnswers' | 'hangs';

/** A Secret Service on a test's own bus with a prompt, so that all outcomes of the prompt can be tested. */
export class FakeSecretService {
  /** The called members, without properties. */
  readonly calls: string[] = [];
  readonly #bus: MessageBus;
  readonly #behaviour: FakeBehaviour;
  #collection: string;
  #isLocked = true;

  private constructor(bus: MessageBus, behaviour: FakeBehaviour, hasCollection: boolean) {
    this.#bus = bus;
    this.#behaviour = behaviour;
    this.#collection = hasCollection ? collection : '/';
    bus.addMethodHandler((message) => this.#handle(message));
  }

  /** Takes the name org.freedesktop.secrets on the bus; its one collection is locked, or missing. */
  static async start(
    address: string,
    behaviour: FakeBehaviour,
    { hasCollection = true }: { readonly hasCollection?: boolean } = {},
  ): Promise<FakeSecretService> {
    const bus = await connectToBus(address);
    const service = new FakeSecretService(bus, behaviour, hasCollection);
    await bus.requestName('org.freedesktop.secrets');
    return service;
  }

  stop(): void {
    this.#bus.disconnect();
  }

  #handle(message: Message): boolean {
    if (message.path?.startsWith('/org/freedesktop/secrets') !== true) return false;
    if (this.#behaviour === 'hangs') return true;
    if (message.member !== 'Get') this.calls.push(message.member);
    switch (message.member) {
      case 'ReadAlias':
        return this.#reply(message, 'o', [this.#collection]);
      case 'Get':
        return this.#reply(message, 'v', [new Variant('b', this.#isLocked)]);
      case 'SearchItems':
        return this.#reply(message, 'aoao', [[], [`${collection}/1`]]);
      case 'Unlock':
        return this.#reply(message, 'aoo', [[], prompt]);
      case 'CreateCollection':
        return this.#reply(message, 'oo', ['/', prompt]);
      case 'Prompt':
        this.#reply(message, '', []);
        return this.#answerPrompt();
      case 'Dismiss':
        return this.#reply(message, '', []);
      default:
        return false;
    }
  }

  #answerPrompt(): true {
    if (this.#behaviour === 'neverAnswers') return true;
    const isDismissed = this.#behaviour === 'dismisses';
    if (!isDismissed) {
      this.#isLocked = false;
      this.#collection = collection;
    }
    const body = [isDismissed, new Variant('ao', [collection])];
    this.#bus.send(Message.newSignal(prompt, 'org.freedesktop.Secret.Prompt', 'Completed', 'bv', body));
    return true;
  }

  #reply(message: Message, signature: string, body: unknown[]): true {
    this.#bus.send(Message.newMethodReturn(message, signature, body));
    return true;
  }
}
