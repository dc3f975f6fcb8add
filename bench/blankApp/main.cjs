// The floor of everything that has a window: an Electron app that does nothing. With BENCH_TRAY it has a tray icon, and a
// click on it shows a new window.
const { join } = require('node:path');
const { app, BrowserWindow, Tray } = require('electron');

// As NotAfter does; `--no-sandbox` is for root.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

let tray = null;

app.on('window-all-closed', () => {});
app.whenReady().then(() => {
  showWindow();
  if (process.env.BENCH_TRAY !== undefined) {
    tray = new Tray(join(__dirname, '..', '..', 'assets', 'tray', 'empty.png'));
    tray.on('click', showWindow);
  }
});

function showWindow() {
  const window = new BrowserWindow({
    title: 'Blank',
    width: 1100,
    height: 720,
    show: false,
    autoHideMenuBar: true,
    webPreferences: { sandbox: true, spellcheck: false },
  });
  window.loadFile(join(__dirname, 'blank.html'));
  window.show();
}
