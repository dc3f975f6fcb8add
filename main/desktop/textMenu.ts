import { app, BrowserWindow, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import type { Translate } from '#shared/i18n/types.ts';
import type { SecretClipboard } from './secretClipboard.ts';
import { textActions } from './textActions.ts';

/**
 * Gives the texts of every window, and of those opened later, the menu that the system's own fields have: by the right
 * button of the pointer, the Menu key and Shift+F10.
 * @param t of the language at the time of a call
 */
export function offerTextMenus(t: () => Translate, clipboard: Pick<SecretClipboard, 'holdsKey'>): void {
  const offer = (window: BrowserWindow) => {
    const contents = window.webContents;
    contents.on('context-menu', (_event, params) => {
      void clipboard.holdsKey().then((holdsKey) => {
        const groups = textActions(params, holdsKey);
        if (groups.length === 0 || window.isDestroyed()) return;
        const items = groups.map((group) =>
          group.map(({ action, isEnabled }): MenuItemConstructorOptions => {
            const run = action === 'paste' ? () => void paste(contents, clipboard) : () => contents[action]();
            return { label: t()(`dialogs.text.${action}`), enabled: isEnabled, click: run };
          }),
        );
        const separated = items.flatMap((group, index) =>
          index === 0 ? group : [{ type: 'separator' } as const, ...group],
        );
        const { x, y, menuSourceType } = params;
        Menu.buildFromTemplate(separated).popup({ window, x, y, sourceType: menuSourceType });
      });
    });
  };
  for (const window of BrowserWindow.getAllWindows()) offer(window);
  app.on('browser-window-created', (_event, window) => offer(window));
}

/** A key may have been copied while the menu was open. */
async function paste(contents: WebContents, clipboard: Pick<SecretClipboard, 'holdsKey'>): Promise<void> {
  if (!(await clipboard.holdsKey()) && !contents.isDestroyed()) contents.paste();
}
