// The floor of everything that has a window: an Electron app that does nothing. BENCH_PAGE names its page.
const { join } = require('node:path');
const { app, BrowserWindow } = require('electron');

// As NotAfter does; `--no-sandbox` is for root.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

app.on('window-all-closed', () => {});
app.whenReady().then(() => {
  const window = new BrowserWindow({
    title: 'Blank',
    width: 1100,
    height: 720,
    show: false,
    autoHideMenuBar: true,
    webPreferences: { sandbox: true, spellcheck: false },
  });
  window.loadFile(join(__dirname, process.env.BENCH_PAGE ?? 'blank.html'));
  window.show();
});
