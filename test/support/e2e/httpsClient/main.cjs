// Chromium's network as a client: asks each address of its first argument, and writes what came of it to the file that is
// the second one.
const { writeFileSync, renameSync } = require('node:fs');
const { app, net } = require('electron');

const [addresses, output] = process.argv.slice(-2);

const outcomeOf = (url) =>
  new Promise((resolve) => {
    const request = net.request({ url });
    request.on('response', () => {
      resolve('');
      request.abort();
    });
    request.on('error', (error) => resolve(error.message));
    request.end();
  });

app.whenReady().then(async () => {
  const outcomes = await Promise.all(JSON.parse(addresses).map(outcomeOf));
  writeFileSync(`${output}.part`, JSON.stringify(outcomes));
  renameSync(`${output}.part`, output);
  app.exit();
});
