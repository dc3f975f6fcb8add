import { globalShortcut } from 'electron';
import { Emitter } from '#main/platform/emitter.ts';
import type { QuickShortcut } from '#main/settings/preferences/settingsService.ts';
import { err, ok, type Result } from '#shared/result.ts';

/**
 * The shortcut of the quick window in Electron. On Wayland the desktop's portal registers it, and may ask the user. To be
 * created when the app is ready.
 */
export class GlobalShortcut implements QuickShortcut {
  readonly #pressed = new Emitter<void>('globalShortcut.pressed');
  #active: string | null = null;

  readonly onDidPress = this.#pressed.event;

  isActive(): boolean {
    return this.#active !== null;
  }

  set(shortcut: string | null): Result<null> {
    if (shortcut === this.#active) return ok(null);
    // The new one first: the former one stays if these keys are taken.
    if (shortcut !== null && !globalShortcut.register(shortcut, () => this.#pressed.fire())) {
      return err({ kind: 'shortcut' });
    }
    if (this.#active !== null) globalShortcut.unregister(this.#active);
    this.#active = shortcut;
    return ok(null);
  }
}
