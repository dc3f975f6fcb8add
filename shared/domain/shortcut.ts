import type { KeyPress } from './keyPress.ts';

/** In the order in which they are written. */
const modifiers = ['Ctrl', 'Alt', 'Shift', 'Super'] as const;
type Modifier = (typeof modifiers)[number];

const namedKeys = new Map([
  [' ', 'Space'],
  ['ArrowUp', 'Up'],
  ['ArrowDown', 'Down'],
  ['ArrowLeft', 'Left'],
  ['ArrowRight', 'Right'],
  ...['Insert', 'Home', 'End', 'PageUp', 'PageDown'].map((name) => [name, name] as const),
]);
const functionKey = /^F(?:[1-9]|1\d|2[0-4])$/;
const keyPattern = /^[A-Z0-9]$/;

/**
 * - `incomplete`: modifiers alone; `modifiers` are those that are held.
 * - `tooFew`: other programs use such keys in their windows, which they would lose.
 * - `unusable`: a key that no shortcut can have.
 */
export type PressedKeys =
  | { readonly kind: 'shortcut'; readonly shortcut: string }
  | { readonly kind: 'incomplete'; readonly modifiers: readonly string[] }
  | { readonly kind: 'tooFew' }
  | { readonly kind: 'unusable' };

/** The shortcut that a key press names. Letters and digits are those of the layout, or of a US layout if it has others. */
export function pressedKeys(press: KeyPress): PressedKeys {
  const isHeld: Record<Modifier, boolean> = {
    Ctrl: press.ctrlKey,
    Alt: press.altKey,
    Shift: press.shiftKey,
    Super: press.metaKey,
  };
  const held = modifiers.filter((modifier) => isHeld[modifier]);
  if (modifierKeys.has(press.key)) return { kind: 'incomplete', modifiers: held };
  const key = keyOf(press);
  if (key === null) return { kind: 'unusable' };
  if (!areEnough(held)) return { kind: 'tooFew' };
  return { kind: 'shortcut', shortcut: [...held, key].join('+') };
}

const modifierKeys = new Set(['Control', 'Alt', 'AltGraph', 'Shift', 'Meta', 'OS']);

function keyOf({ key, code }: KeyPress): string | null {
  const named = namedKeys.get(key);
  if (named !== undefined) return named;
  if (functionKey.test(key)) return key;
  const written = key.toUpperCase();
  if (keyPattern.test(written)) return written;
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? null;
}

/** With fewer modifiers a global shortcut takes keys that programs use in their windows, such as Ctrl+C. */
function areEnough(held: readonly string[]): boolean {
  return held.length >= 2 || held.includes('Super');
}

/** Whether a text is a shortcut as Electron's accelerators are written, such as `Ctrl+Alt+N`. `Super` is the Windows key, and Command on macOS. */
export function isShortcut(text: string): boolean {
  const parts = text.split('+');
  const key = parts.pop() ?? '';
  const isKey = keyPattern.test(key) || functionKey.test(key) || [...namedKeys.values()].includes(key);
  const inOrder = modifiers.filter((modifier) => parts.includes(modifier));
  return isKey && inOrder.join() === parts.join() && areEnough(parts);
}

/**
 * Whether the system gave the stored keys to the app.
 *
 * - `active`: yes. `keys` are others than the stored ones, if the desktop chose them, in the desktop's own words.
 * - `taken`: another program has them.
 * - `declined`: the desktop, or the user whom it asked, gave none.
 * - `noPortal`: the desktop gives none to programs, such as most Wayland desktops but GNOME and KDE.
 */
export type ShortcutState =
  | { readonly kind: 'active'; readonly keys: string | null }
  | { readonly kind: 'taken' | 'declined' | 'noPortal' };

const macSymbols: Readonly<Record<string, string>> = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Super: '⌘' };

/** How the platform writes the keys of a shortcut. */
export function keyNames(shortcut: string, platform: string): readonly string[] {
  return shortcut.split('+').map((part) => {
    if (platform === 'darwin') return macSymbols[part] ?? part;
    return part === 'Super' && platform === 'win32' ? 'Win' : part;
  });
}
