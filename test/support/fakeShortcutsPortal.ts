import { once } from 'node:events';
import { Message, type MessageBus, sessionBus, Variant } from '@jellybrick/dbus-next';

const name = 'org.freedesktop.portal.Desktop';
const path = '/org/freedesktop/portal/desktop';
const shortcuts = 'org.freedesktop.portal.GlobalShortcuts';

/** What the portal answers when keys are asked for: the desktop's words for them; `null`: the user declined. */
type Answer = string | null;

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
    const bus = sessionBus({ busAddress: address });
    await once(bus, 'connect');
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
      this.#respond(request, { session_handle: new Variant('s', this.#session) });
    } else if (member === 'BindShortcuts') void this.#bind(request, body);
    return true;
  }

  async #bind(request: string, [session, list]: readonly unknown[]): Promise<void> {
    const [[id, { preferred_trigger, description }]] = list as [[string, Record<string, Variant>]];
    this.asked.push(`${id} ${preferred_trigger?.value} ${description?.value}`);
    const keys = await this.#answer();
    const given = { trigger_description: new Variant('s', keys) };
    if (keys === null || session !== this.#session) this.#respond(request, null);
    else this.#respond(request, { shortcuts: new Variant('a(sa{sv})', [[id, given]]) });
  }

  #below(kind: 'request' | 'session', token: Variant | undefined): string {
    return `${path}/${kind}/${this.#client.slice(1).replaceAll('.', '_')}/${token?.value}`;
  }

  #respond(request: string, results: Record<string, Variant> | null): void {
    const body = results === null ? [1, {}] : [0, results];
    this.#signal(request, 'org.freedesktop.portal.Request', 'Response', 'ua{sv}', body);
  }

  #signal(of: string, owner: string, member: string, signature: string, body: unknown[]): void {
    const signal = Message.newSignal(of, owner, member, signature, body);
    signal.destination = this.#client;
    this.#bus.send(signal);
  }
}
