import { readOwnThresholds, readThreshold } from '#shared/domain/thresholdInput.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { defineCommand, type Given, json, type UsageProblem } from '../command.ts';
import type { ThresholdsValues } from '../runs/thresholds.ts';

export const thresholds = defineCommand<ThresholdsValues>({
  name: 'thresholds',
  about: 'thresholds',
  operands: { text: '[rid|alias]', tag: 'order', least: 0, most: 1 },
  options: {
    tag: { about: 'thresholdTag', value: 'TAG' },
    warning: { about: 'ownWarning', short: 'w', value: '30d' },
    critical: { about: 'ownCritical', short: 'c', value: '7d' },
    reset: { about: 'resetThresholds' },
    json,
  },
  read,
  load: async () => {
    const { runThresholds: run, thresholdsResult: result } = await import('../runs/thresholds.ts');
    return { run, result };
  },
});

function read({ words, options }: Given): Result<ThresholdsValues, UsageProblem> {
  const order = words[0] ?? null;
  const given = (name: string) => options.get(name) ?? null;
  const [tag, warning, critical] = [given('tag'), given('warning'), given('critical')];
  if (order === null && tag === null) return err({ kind: 'optionMissing', option: '<rid|alias>|--tag' });
  if (order !== null && tag !== null) return err({ kind: 'notBoth', one: order, other: '--tag' });
  const isReset = options.has('reset');
  for (const [name, word] of Object.entries({ warning, critical })) {
    if (word === null) continue;
    if (isReset) return err({ kind: 'notBoth', one: '--reset', other: `--${name}` });
    if (readThreshold(word) === null) return err({ kind: 'badThreshold', word });
  }
  if (
    warning !== null &&
    critical !== null &&
    readOwnThresholds({ warning, critical }) === 'criticalAboveWarning'
  )
    return err({ kind: 'criticalAboveWarning' });
  return ok({ order, tag, warning, critical, isReset, json: options.has('json') });
}
