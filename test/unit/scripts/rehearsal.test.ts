import { expect, it, onTestFinished, vi } from 'vitest';
import { wholeResult } from '#scripts/lib/steps.ts';
import { type RehearsalStep, runInOrder } from '#scripts/release/rehearsal.ts';

/** Runs steps, and returns the exit code and the lines that are printed. */
async function rehearsed(steps: readonly RehearsalStep[]) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const code = await runInOrder(steps);
  return { code, lines: write.mock.calls.flatMap(([text]) => String(text).trimEnd().split('\n')) };
}

const good = (name: string, note: string): RehearsalStep => ({
  name,
  help: `Mend ${name}.`,
  step: async () => ({ ...wholeResult(true, ''), note }),
});

it('a rehearsal prints one line for each step, with its result', async () => {
  const { code, lines } = await rehearsed([good('packages', 'three'), good('signature', 'two')]);
  expect(code).toBe(0);
  expect(lines).toEqual([
    expect.stringMatching(/^packages +ok .* three$/u),
    expect.stringMatching(/^signature +ok .* two$/u),
    '2 passed, 0 failed',
  ]);
});

it('a rehearsal ends at the first step that throws, with the reason and what to do', async () => {
  const broken = { ...good('signature', ''), step: () => Promise.reject(new Error('There is no key.')) };
  const { code, lines } = await rehearsed([good('packages', 'three'), broken, good('repository', '')]);
  expect(code).toBe(1);
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^signature +failed /u),
    '  There is no key.',
    'Mend signature.',
    '1 passed, 1 failed',
  ]);
});
