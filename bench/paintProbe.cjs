// Loaded into Electron's main process before the app (`electron -r`): for every window it says on standard output when
// its page had painted what BENCH_SELECTOR finds, as {"paintedAt": Unix milliseconds}; with BENCH_REST also when a closed
// window, whose page rests, shows again. Without it, memory seems short: a closed window is destroyed.
const { syncBuiltinESMExports } = require('node:module');
const os = require('node:os');
const { app } = require('electron');

os.freemem = () => (process.env.BENCH_REST === undefined ? 0 : 2 ** 40);
syncBuiltinESMExports();

if (process.env.BENCH_HEALTH !== undefined) require('./healthProbe.cjs');

const watch = `new Promise((resolve) => {
  const look = () => {
    if (document.querySelector(${JSON.stringify(process.env.BENCH_SELECTOR ?? 'body')}) === null) {
      requestAnimationFrame(look);
      return;
    }
    // A message comes in after the frame that this callback belongs to.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
})`;

app.on('web-contents-created', (_event, contents) => {
  contents.once('did-navigate', () => report(contents));
});

async function report(contents) {
  const paintedAt = await contents.mainFrame.executeJavaScript(watch);
  process.stdout.write(`\n${JSON.stringify({ paintedAt })}\n`);
}

if (process.env.BENCH_REST !== undefined) {
  app.on('browser-window-created', (_event, window) => {
    let hasShown = false;
    window.on('show', () => {
      if (hasShown) report(window.webContents);
      hasShown = true;
    });
  });
}
