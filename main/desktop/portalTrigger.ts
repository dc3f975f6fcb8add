const modifiers: Readonly<Record<string, string>> = {
  Ctrl: 'CTRL',
  Alt: 'ALT',
  Shift: 'SHIFT',
  Super: 'LOGO',
};

/** Names of keys in xkbcommon that differ from Electron's. */
const keys: Readonly<Record<string, string>> = { Space: 'space', PageUp: 'Page_Up', PageDown: 'Page_Down' };

/**
 * A shortcut as the shortcuts specification of freedesktop.org writes it, such as `CTRL+ALT+n`.
 * @param shortcut as `isShortcut` accepts it
 */
export function portalTrigger(shortcut: string): string {
  const parts = shortcut.split('+');
  const key = parts.pop() ?? '';
  const named = keys[key] ?? (key.length === 1 ? key.toLowerCase() : key);
  return [...parts.map((part) => modifiers[part] ?? part), named].join('+');
}
