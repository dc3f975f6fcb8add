import { Message, type MessageBus, Variant } from '@jellybrick/dbus-next';
import { connectToBus } from './testBus.ts';

const name = 'org.freedesktop.portal.Desktop';
const path = '/org/freedesktop/portal/desktop';
const settings = 'org.freedesktop.portal.Settings';
const namespace = 'org.freedesktop.appearance';
const key = 'color-scheme';

/** What a desktop prefers, as the portal numbers it. */
const numbers = { none: 0, dark: 1, light: 2 } as const;

type Preference = keyof typeof numbers;

/** The desktop's portal for settings, on a test's own bus, with a preference that a test changes. */
export class FakeThemePortal {
  readonly #bus: MessageBus;
  #preference: Preference;

  private constructor(bus: MessageBus, preference: Preference) {
    this.#bus = bus;
    this.#preference = preference;
    bus.addMethodHandler((message) => this.#answer(message));
  }

  static async start(address: string, preference: Preference): Promise<FakeThemePortal> {
    const bus = await connectToBus(address);
    const portal = new FakeThemePortal(bus, preference);
    await bus.requestName(name, 0);
    return portal;
  }

  /** The user chooses another look. As on Plasma, another setting changes, too, and a source without a preference tells last. */
  prefer(preference: Preference): void {
    this.#preference = preference;
    this.#changed(key, new Variant('u', numbers[preference]));
    this.#changed('accent-color', new Variant('(ddd)', [0.2, 0.6, 0.9]));
    this.#changed(key, new Variant('u', numbers.none));
  }

  stop(): void {
    this.#bus.disconnect();
  }

  #changed(changed: string, value: Variant): void {
    this.#bus.send(Message.newSignal(path, settings, 'SettingChanged', 'ssv', [namespace, changed, value]));
  }

  #answer(message: Message): boolean {
    const { path: called, interface: owner, member, body } = message;
    if (called !== path || owner !== settings || member !== 'Read') return false;
    if (body[0] !== namespace || body[1] !== key) return false;
    const value = new Variant('u', numbers[this.#preference]);
    // `Read` answers with a variant in a variant.
    this.#bus.send(Message.newMethodReturn(message, 'v', [new Variant('v', value)]));
    return true;
  }
}
