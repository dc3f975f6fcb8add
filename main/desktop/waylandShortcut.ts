import type { SessionEnvironment } from '#main/platform/busAddress.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { QuickShortcut } from '#main/settings/preferences/settingsService.ts';
import type { ShortcutState } from '#shared/domain/shortcut.ts';
import { ok, type Result } from '#shared/result.ts';

interface WaylandShortcutPorts {
  readonly environment: SessionEnvironment;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** What the desktop shows of the shortcut, in the language at the time of a call. */
  readonly description: () => string;
}

/**
 * The shortcut of the quick window on Wayland, where only the desktop can register one: by its portal
 * (org.freedesktop.portal.GlobalShortcuts). The desktop may ask the user, and keeps the keys that the user chose there.
 * See ADR 81 for why this is not left to Chromium.
 */
export class WaylandShortcut implements QuickShortcut {
  readonly #ports: WaylandShortcutPorts;
  readonly #pressed = new Emitter<void>('waylandShortcut.pressed');
  #shortcut: string | null = null;
  #state: Promise<ShortcutState> = Promise.resolve({ kind: 'declined' });
  #end: () => void = () => undefined;

  readonly onDidPress = this.#pressed.event;

  constructor(ports: WaylandShortcutPorts) {
    this.#ports = ports;
  }

  state(): Promise<ShortcutState> {
    return this.#state;
  }

  set(shortcut: string | null): Result<null> {
    if (shortcut === this.#shortcut) return ok(null);
    this.#shortcut = shortcut;
    this.#end();
    if (shortcut !== null) void this.#hold(shortcut);
    return ok(null);
  }

  async #hold(shortcut: string): Promise<void> {
    const { description, logger, ...ports } = this.#ports;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const known = Promise.withResolvers<ShortcutState>();
    this.#end = end;
    this.#state = known.promise;
    const answered = (state: ShortcutState) => {
      known.resolve(state);
      if (this.#end === end) this.#state = Promise.resolve(state);
    };
    const pressed = () => this.#pressed.fire();
    try {
      const { holdShortcut } = await import('./portalShortcut.ts');
      await holdShortcut({ ...ports, shortcut, description: description(), ended, pressed, answered });
      known.resolve({ kind: 'declined' });
    } catch (error) {
      logger.info('The desktop gives no shortcut', { error: errorName(error) });
      answered({ kind: 'noPortal' });
    }
  }
}
