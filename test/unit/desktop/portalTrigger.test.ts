import { expect, it } from 'vitest';
import { portalTrigger } from '#main/desktop/portalShortcut.ts';

// The shortcuts specification of freedesktop.org: modifiers in capitals, keys as xkbcommon names them.
it.each([
  ['Ctrl+Alt+N', 'CTRL+ALT+n'],
  ['Super+Space', 'LOGO+space'],
  ['Ctrl+Shift+PageUp', 'CTRL+SHIFT+Page_Up'],
  ['Ctrl+Alt+F12', 'CTRL+ALT+F12'],
  ['Super+1', 'LOGO+1'],
  ['Alt+Shift+Left', 'ALT+SHIFT+Left'],
])('%s is %s', (shortcut, trigger) => {
  expect(portalTrigger(shortcut)).toBe(trigger);
});
