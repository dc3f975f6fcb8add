import { expect, it } from 'vitest';
import { chooseSteps } from '#scripts/lib/steps.ts';

const all = ['types', 'lint', 'unit', 'integration', 'e2e'];

it('runs all steps without arguments', () => {
  expect(chooseSteps([])).toEqual({ steps: all, args: [] });
});

it('runs the named steps only', () => {
  expect(chooseSteps(['unit', 'lint'])).toEqual({ steps: ['unit', 'lint'], args: [] });
});

it('hands the words after the steps to the tests, though they may be named like a step', () => {
  expect(chooseSteps(['e2e', '-t', 'unit'])).toEqual({ steps: ['e2e'], args: ['-t', 'unit'] });
});
