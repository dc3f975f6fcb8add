'use strict';

// Preloaded by `testEnvironment` of scripts/lib/tiers.ts into each process of a run with `NOTAFTER_TEST_LATE_MS`: the
// application's short delays take that many milliseconds. A test that passes only because 50 ms are over by the time it
// looks fails then. Plain Node, which runs Playwright, keeps its time.
const { syncBuiltinESMExports } = require('node:module');
const timers = require('node:timers');
const promises = require('node:timers/promises');

const lateMs = Number(process.env.NOTAFTER_TEST_LATE_MS);
const delayed = (ms) => (ms >= 20 && ms <= 100 ? lateMs : ms);

if (process.versions.electron !== undefined && lateMs > 0) {
  const inTime = timers.setTimeout;
  const late = (run, ms, ...values) => inTime(run, delayed(ms), ...values);
  // `util.promisify` reads a property of the function.
  timers.setTimeout = globalThis.setTimeout = Object.defineProperties(
    late,
    Object.getOwnPropertyDescriptors(inTime),
  );
  const inTimePromise = promises.setTimeout;
  promises.setTimeout = (ms, ...values) => inTimePromise(delayed(ms), ...values);
  syncBuiltinESMExports();
}
