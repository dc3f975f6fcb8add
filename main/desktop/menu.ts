import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/**
 * Takes the place of Electron's own menu, which can reload the page and opens Electron's web pages. On macOS it is the
 * menu bar; elsewhere nobody sees it, and it gives the keys for the size of the text, full screen and closing.
 */
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
  const template: MenuItemConstructorOptions[] =
    process.platform === 'darwin'
      ? [{ role: 'appMenu' }, { role: 'editMenu' }, view, { role: 'windowMenu' }]
      : [{ role: 'fileMenu', submenu: [{ role: 'close' }, { role: 'quit' }] }, view];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
