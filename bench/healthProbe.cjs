// Required by paintProbe.cjs with BENCH_HEALTH: at SIGUSR2 it collects the garbage of the main process and says on standard
// output what the process holds, as {"health": {heapBytes, residentBytes, handles, processorMs}}.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const health = {
    heapBytes: heapUsed + external,
    residentBytes: rss,
    handles: process.getActiveResourcesInfo().length,
    processorMs: (user + system) / 1000,
  };
  process.stdout.write(`\n${JSON.stringify({ health })}\n`);
});
