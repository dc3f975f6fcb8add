import { Message, type MessageBus, Variant } from '@jellybrick/dbus-next';
import { connectToBus } from './testBus.ts';

const name = 'org.freedesktop.portal.Desktop';
const path = '/org/freedesktop/portal/desktop';
const shortcuts = 'org.freedesktop.portal.GlobalShortcuts';

/** What the portal answers when keys are asked for: the desktop's words for them; `null`: the user declined. */
type Answer = string | null;

/** Of a response: done, declined, and failed, which GNOME 48 says of keys that it gave. */
const codes = { done: 0, declined: 1, failed: 2 } as const;

/** The desktop's portal for shortcuts, version 1, on a test's own bus. */
export class FakeShortcutsPortal {
  readonly #bus: MessageBus;
  readonly #answer: () => Promise<Answer>;
  #client = '';
  #session = '';
  /** What was asked of it: the app that introduced itself, and the keys with what they do. */
  readonly asked: string[] = [];

  private constructor(bus: MessageBus, answer: () => Promise<Answer>) {
    this.#bus = bus;
    this.#answer = answer;
    bus.addMethodHandler((message) => this.#handle(message));
  }

  static async start(address: string, answer: () => Promise<Answer>): Promise<FakeShortcutsPortal> {
    const bus = await connectToBus(address);
    const portal = new FakeShortcutsPortal(bus, answer);
    await bus.requestName(name, 0);
    return portal;
  }

  /** The user presses the keys. */
  press(): void {
    this.#signal(path, shortcuts, 'Activated', 'osta{sv}', [this.#session, 'quick', 0n, {}]);
  }

  stop(): void {
    this.#bus.disconnect();
  }

  #handle(message: Message): boolean {
    const { member, path: called, sender, body } = message;
    if (called !== path) return false;
    this.#client = sender ?? '';
    if (member === 'Register') {
      this.asked.push(String(body[0]));
      this.#bus.send(Message.newMethodReturn(message));
      return true;
    }
    const options = body.at(-1) as Record<string, Variant>;
    const request = this.#below('request', options['handle_token']);
    this.#bus.send(Message.newMethodReturn(message, 'o', [request]));
    if (member === 'CreateSession') {
      this.#session = this.#below('session', options['session_handle_token']);
      this.#respond(request, 'done', { session_handle: new Variant('s', this.#session) });
    } else if (member === 'BindShortcuts') void this.#bind(request, body);
    return true;
  }

  async #bind(request: string, [session, list]: readonly unknown[]): Promise<void> {
    const [[id, { preferred_trigger, description }]] = list as [[string, Record<string, Variant>]];
    this.asked.push(`${id} ${preferred_trigger?.value} ${description?.value}`);
    const keys = await this.#answer();
    if (keys === null || session !== this.#session) this.#respond(request, 'declined', {});
    else this.#respond(request, 'failed', { shortcuts: new Variant('a(sa{sv})', named(id, keys)) });
  }

  /** The user chooses other keys in the settings of the desktop. */
  change(keys: string): void {
    const body = [this.#session, named('quick', keys)];
    this.#signal(path, shortcuts, 'ShortcutsChanged', 'oa(sa{sv})', body);
  }

  #below(kind: 'request' | 'session', token: Variant | undefined): string {
    return `${path}/${kind}/${this.#client.slice(1).replaceAll('.', '_')}/${token?.value}`;
  }

  #respond(request: string, code: keyof typeof codes, results: Record<string, Variant>): void {
    this.#signal(request, 'org.freedesktop.portal.Request', 'Response', 'ua{sv}', [codes[code], results]);
  }

  #signal(of: string, owner: string, member: string, signature: string, body: unknown[]): void {
    const signal = Message.newSignal(of, owner, member, signature, body);
    signal.destination = this.#client;
    this.#bus.send(signal);
  }
}

const named = (id: string, keys: string) => [[id, { trigger_description: new Variant('s', keys) }]];
