import { type SessionEnvironment, sessionBusAddress } from '#main/platform/busAddress.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { type BusSession, FOLLOWER_LIMIT_MS, withSessionBus } from '#main/platform/sessionBus.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { portal } from './portal.ts';

type Theme = Settings['theme'];

interface DesktopThemePorts {
  readonly environment: SessionEnvironment;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Makes the windows look so; `system`: as Electron finds the desktop. */
  readonly apply: (theme: Theme) => void;
}

const settings = { ...portal, interface: 'org.freedesktop.portal.Settings' };
const setting = ['org.freedesktop.appearance', 'color-scheme'] as const;
/** The numbers of the setting for which a desktop asks for a look. Without one the theme of GTK counts. */
const preferences: ReadonlyMap<unknown, Theme> = new Map([
  [1, 'dark'],
  [2, 'light'],
]);

/**
 * Light and dark windows on Linux. Electron finds the desktop's choice when it starts. Since version 39 it forgets a change of
 * it with the next news of GTK's theme or of the accent colour, which Plasma sends with each change
 * (https://github.com/electron/electron/issues/48736). So the portal is asked here.
 */
export class DesktopTheme {
  readonly #ports: DesktopThemePorts;
  #chosen: Theme = 'system';
  /** What stands for `system`. */
  #found: Theme = 'system';
  #looks = 0;

  constructor(ports: DesktopThemePorts) {
    this.#ports = ports;
  }

  /** Sets what the user chose. */
  choose(theme: Theme): void {
    this.#chosen = theme;
    this.#apply();
  }

  /** Follows the portal as long as the app runs. Without one, or when its bus is gone, the last finding stands. */
  async follow(): Promise<void> {
    const { environment, scheduler, logger } = this.#ports;
    const address = sessionBusAddress(environment);
    if (address === null) return;
    try {
      const watch = (session: BusSession) => this.#watch(session);
      await withSessionBus(address, scheduler, watch, FOLLOWER_LIMIT_MS);
    } catch (error) {
      logger.info('The desktop does not say whether it is dark', { error: errorName(error) });
    }
  }

  async #watch(session: BusSession): Promise<void> {
    // Subscribes before it asks: a change meanwhile counts.
    const [namespace, key] = setting;
    session.onSignal(settings.path, 'SettingChanged', ([changedIn, changed]) => {
      if (changedIn !== namespace || changed !== key) return;
      // Without an answer, the last finding stands.
      this.#look(session).catch(() => undefined);
    });
    const { destination, path, interface: owner } = settings;
    const rule = `type='signal',sender='${destination}',path='${path}',interface='${owner}'`;
    await session.addMatch(`${rule},member='SettingChanged',arg0='${namespace}'`);
    await this.#look(session);
    // Until the connection breaks.
    await new Promise<never>(() => undefined);
  }

  /**
   * Asks again. A signal is news of one of the portal's sources, not always of the one that counts. Answers may come in another
   * order than the questions.
   */
  async #look(session: BusSession): Promise<void> {
    this.#looks += 1;
    const look = this.#looks;
    // Every portal has this method. It answers with a variant in a variant.
    const [value] = await session.call({ ...settings, member: 'Read', signature: 'ss', body: [...setting] });
    if (look !== this.#looks) return;
    this.#found = preferences.get(session.valueOf(session.valueOf(value))) ?? 'system';
    this.#apply();
  }

  #apply(): void {
    this.#ports.apply(this.#chosen === 'system' ? this.#found : this.#chosen);
  }
}
