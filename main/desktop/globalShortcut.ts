import { globalShortcut } from 'electron';
import { Emitter } from '#main/platform/emitter.ts';
import type { QuickShortcut } from '#main/settings/preferences/settingsService.ts';
import type { ShortcutState } from '#shared/domain/shortcut.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** The shortcut of the quick window in Electron, outside of Wayland. To be created when the app is ready. */
export class GlobalShortcut implements QuickShortcut {
  readonly #pressed = new Emitter<void>('globalShortcut.pressed');
  #active: string | null = null;

  readonly onDidPress = this.#pressed.event;

  async state(): Promise<ShortcutState> {
    return this.#active === null ? { kind: 'taken' } : { kind: 'active', keys: null };
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
