import type { BrowserWindow, Input } from 'electron';
import type { SecretClipboard } from './secretClipboard.ts';

/**
 * Keeps a private key on the clipboard from being pasted into a window by keyboard: no page is trusted with one.
 * @param refused called when a paste was refused
 */
export function guardPaste(
  window: BrowserWindow,
  clipboard: Pick<SecretClipboard, 'mayHoldKey' | 'holdsKey'>,
  refused: () => void,
): void {
  const pasteUnlessKey = async () => {
    if (await clipboard.holdsKey()) refused();
    else if (!window.isDestroyed()) window.webContents.paste();
  };
  window.webContents.on('before-input-event', (event, input) => {
    const kind = pasting(input);
    if (kind === null || !clipboard.mayHoldKey()) return;
    event.preventDefault();
    if (input.type === 'keyDown' && kind === 'surely') void pasteUnlessKey();
  });
}

/** `maybe`: Ctrl+Y, which pastes with GTK's Emacs key theme and has another meaning otherwise. */
function pasting({ key, code, control, meta, shift }: Input): 'surely' | 'maybe' | null {
  const name = key.toLowerCase();
  if (control || meta) {
    // In layouts without Latin letters the position of the key counts.
    if (name === 'v' || (code === 'KeyV' && !/^[a-z]$/u.test(name))) return 'surely';
    return name === 'y' ? 'maybe' : null;
  }
  return name === 'paste' || (shift && name === 'insert') ? 'surely' : null;
}
