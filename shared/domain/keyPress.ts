/** The part of a keyboard event that says which key was pressed. */
export interface KeyPress {
  /** What the key writes, or its name, such as `Enter`. */
  readonly key: string;
  /** The place of the key: its name on a US keyboard, such as `KeyE`. */
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The signs that are keys of the window, by their places. */
const signs: Readonly<Record<string, string>> = { Comma: ',', Slash: '/' };

/**
 * What a key means in a shortcut: the small letter, digit or sign that it writes, or its name. A key that writes another
 * script, such as Cyrillic, has the meaning of its place. So have digits with Ctrl or ⌘, where a layout such as AZERTY
 * writes them with Shift.
 */
export function keyMeaning({ key, code, shiftKey, ctrlKey, metaKey }: KeyPress): string {
  const digit = /^Digit(\d)$/u.exec(code)?.[1];
  if (digit !== undefined && (ctrlKey || metaKey) && !shiftKey) return digit;
  if (isOfOtherScript(key)) return /^Key([A-Z])$/u.exec(code)?.[1]?.toLowerCase() ?? signs[code] ?? key;
  return [...key].length === 1 ? key.toLowerCase() : key;
}

function isOfOtherScript(key: string): boolean {
  return /^[\p{L}\p{M}]/u.test(key) && !/^\p{Script=Latin}/u.test(key);
}
