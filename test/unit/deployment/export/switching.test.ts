import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { soakStride } from '#test/support/soak.ts';
import { exportFs, generationsIn, setIn, temporaryDirectory } from './fixtures.ts';
import { repairAll } from './hiddenMemory.ts';
import { inodeOf, killedStates } from './killedStates.ts';
import { expectWhole, namesOf, setsOf, start, templateOf } from './switchChecks.ts';
import { bundleIn, type Scenario, scenarios, writeInto } from './switchScenarios.ts';

/** Whether a scenario has symbolic links. */
const hasLinks = ({ title }: Scenario) => /(?<!hard )links/u.test(title);

function switchTests(scenario: Scenario): void {
  const base = scenario.fs ?? exportFs;

  test('changes all files together, and keeps the previous ones', async () => {
    const { root, watch } = start(await templateOf(scenario), scenario.isSeamless);
    expect(setsOf(root, namesOf(scenario, 'before'))).toEqual(scenario.before);
    const done = await scenario.act(watch(base), root);
    expect(done).not.toBeNull();
    expect(setsOf(root, namesOf(scenario, 'after'))).toEqual(scenario.after);
  });

  test('leaves either all previous or all new files after a kill at any step', async () => {
    const { root, before, watch, watchCopy } = start(await templateOf(scenario), scenario.isSeamless);
    const states = await killedStates(root, base, (fs) => scenario.act(watch(fs), root), soakStride(3));
    const ends = states.map(async (state, step) => {
      await repairAll(state.root, watchCopy(base, state));
      return expectWhole(state.root, scenario, before, String(step));
    });
    expect([...new Set(await Promise.all(ends))]).toEqual(['before', 'after']);
  });
}

describe.each(scenarios.filter((each) => !hasLinks(each)))('$title', switchTests);
describe.each(scenarios.filter(hasLinks))('$title', needsPosix, switchTests);

test('a single file that is written again with the same content does not become its own backup', async () => {
  const bundle = bundleIn('old', ['privkey.pem']);
  const written = temporaryDirectory();
  await writeInto(exportFs, written, bundle);
  const states = await killedStates(written, exportFs, (fs) => writeInto(fs, written, bundle));
  for (const [step, { root }] of states.entries()) {
    await repairAll(root);
    expect(setIn(root, 'a', ['privkey.pem'])).toBe('old');
    const key = (...path: string[]) => inodeOf(join(root, 'a', ...path, 'privkey.pem'));
    for (const former of generationsIn(root, 'a')) expect(key(former), String(step)).not.toBe(key());
  }
});
