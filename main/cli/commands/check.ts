import { parseDuration } from '#shared/domain/durations.ts';
import { isLonger, readThreshold } from '#shared/domain/thresholdInput.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Threshold } from '#shared/domain/typedThreshold.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { defineCommand, type Given, json, operands, type UsageProblem } from '../command.ts';
import type { CheckValues } from '../runs/check.ts';

/** The timeout of `check` without the option, as the guidelines want. */
const TIMEOUT_MS = 10_000;

export const check = defineCommand<CheckValues>({
  name: 'check',
  about: 'check',
  operands: operands.orders,
  // The short names are those of all monitoring plugins.
  options: {
    warning: { about: 'warning', short: 'w', value: '14d' },
    critical: { about: 'critical', short: 'c', value: '7d' },
    timeout: { about: 'timeout', short: 't', value: '10', ofProcess: true },
    verbose: { about: 'verbose', short: 'v', mayRepeat: true },
    json,
    version: { about: 'version', short: 'V', ofProcess: true },
  },
  needs: ['files'],
  timeoutMs: ({ timeoutMs }) => timeoutMs,
  read,
  load: async () => {
    const [{ runCheck: run }, { checkResult: result }] = await Promise.all([
      import('../runs/check.ts'),
      import('../results.ts'),
    ]);
    return { run, result };
  },
});

function read({ words, options }: Given): Result<CheckValues, UsageProblem> {
  const times: { warning: Threshold | null; critical: Threshold | null } = { warning: null, critical: null };
  for (const name of ['warning', 'critical'] as const) {
    const word = options.get(name);
    if (word === undefined) continue;
    // There are no ranges such as `14:`.
    times[name] = readThreshold(word);
    if (times[name] === null) return err({ kind: 'badThreshold', word });
  }
  const { warning, critical } = times;
  // A default gives way to the other time, where it would not fit.
  if (critical !== null && warning !== null && isLonger(critical, warning))
    return err({ kind: 'criticalAboveWarning' });
  const timeout = options.get('timeout');
  // A number alone is in seconds, as with every plugin.
  const timeoutMs = timeout === undefined ? TIMEOUT_MS : parseDuration(timeout.replace(/^\d+$/u, '$&s'));
  if (timeoutMs === null || timeoutMs === 0) return err({ kind: 'badDuration', word: timeout ?? '' });
  return ok({
    orders: words,
    warning,
    critical,
    timeoutMs: Math.min(timeoutMs, DAY_MS),
    isVerbose: options.has('verbose'),
    json: options.has('json'),
  });
}
