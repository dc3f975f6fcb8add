// A program of another vendor: its window takes dropped files, reads them at once, and writes what it got to the file
// that is its argument.
const { writeFileSync, renameSync } = require('node:fs');
const { join } = require('node:path');
const { app, BrowserWindow, ipcMain } = require('electron');

const output = process.argv.at(-1);

app.whenReady().then(() => {
  const window = new BrowserWindow({
    title: 'Drop target',
    x: 1000,
    y: 100,
    width: 240,
    height: 400,
    webPreferences: { nodeIntegration: true, contextIsolation: false },
  });
  window.on('page-title-updated', (event) => event.preventDefault());
  ipcMain.on('dropped', (_event, files) => {
    writeFileSync(`${output}.part`, JSON.stringify(files));
    renameSync(`${output}.part`, output);
  });
  void window.loadFile(join(__dirname, 'target.html'));
});
