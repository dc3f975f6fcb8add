import { app, BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';

const PASTING = ['paste', 'pasteAndMatchStyle'] as const;

/** Replaces Electron's default menu, which opens web pages. Invisible except on macOS, it provides the shortcuts. */
export function setAppMenu(): void {
  const view: MenuItemConstructorOptions = {
    role: 'viewMenu',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
      ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    ],
  };
  // Like the role `editMenu`, with ids for the items that paste.
  const edit: MenuItemConstructorOptions = {
    role: 'editMenu',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      ...PASTING.map((role) => ({ id: role, role })),
      { role: 'delete' },
      { role: 'selectAll' },
    ],
  };
  const template: MenuItemConstructorOptions[] =
    process.platform === 'darwin'
      ? [{ role: 'appMenu' }, edit, view, { role: 'windowMenu' }]
      : [{ role: 'fileMenu', submenu: [{ role: 'close' }, { role: 'quit' }] }, view];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  // A menu bar that comes to an open window comes visible.
  for (const window of BrowserWindow.getAllWindows()) window.setMenuBarVisibility(false);
}

/** Enables or disables pasting by menu, which is disabled while a private key is on the clipboard. */
export function setPasteEnabled(isEnabled: boolean): void {
  const menu = Menu.getApplicationMenu();
  for (const id of PASTING) {
    const item = menu?.getMenuItemById(id);
    if (item) item.enabled = isEnabled;
  }
}
