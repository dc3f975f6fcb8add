// Required by paintProbe.cjs with BENCH_LOADED: says on standard output what the main program and the page have loaded two
// seconds after the page, as {"loaded": {"main": [...], "page": [...]}} of {url, at}, with `at` in Unix milliseconds.
// It costs time, so a start with it is not timed.
const { registerHooks } = require('node:module');
const { app } = require('electron');

const main = [];
registerHooks({
  load(url, context, nextLoad) {
    main.push({ url, at: performance.timeOrigin + performance.now() });
    return nextLoad(url, context);
  },
});

const page = [];
app.once('web-contents-created', (_event, contents) => {
  contents.session.webRequest.onSendHeaders(({ url, timestamp }) => page.push({ url, at: timestamp }));
  contents.once('did-finish-load', () => {
    setTimeout(() => process.stdout.write(`\n${JSON.stringify({ loaded: { main, page } })}\n`), 2000);
  });
});
