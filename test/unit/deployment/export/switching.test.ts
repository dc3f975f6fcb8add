import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { forEachStep, runUntil } from './faultyFs.ts';
import { exportFs, generationsIn, setIn, temporaryDirectory } from './fixtures.ts';
import { repairAll } from './hiddenMemory.ts';
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
    const template = await templateOf(scenario);
    const ends: string[] = [];
    await forEachStep(async (last) => {
      const { root, before, watch } = start(template, scenario.isSeamless);
      const end = await runUntil(base, last, (fs) => scenario.act(watch(fs), root));
      await repairAll(root, watch(base));
      ends[last] = expectWhole(root, scenario, before, String(last));
      return end === 'killed';
    });
    expect([...new Set(ends.slice(1))]).toEqual(['before', 'after']);
  });
}

describe.each(scenarios.filter((each) => !hasLinks(each)))('$title', switchTests);
describe.each(scenarios.filter(hasLinks))('$title', needsPosix, switchTests);

test('a single file that is written again with the same content does not become its own backup', async () => {
  const bundle = bundleIn('old', 'rename', ['privkey.pem']);
  await forEachStep(async (last) => {
    const root = temporaryDirectory();
    await writeInto(exportFs, root, bundle);
    const end = await runUntil(exportFs, last, (fs) => writeInto(fs, root, bundle));
    await repairAll(root);
    expect(setIn(root, 'a', ['privkey.pem'])).toBe('old');
    const identityOf = (...path: string[]) => statSync(join(root, 'a', ...path)).ino;
    for (const former of generationsIn(root, 'a'))
      expect(identityOf(former, 'privkey.pem'), String(last)).not.toBe(identityOf('privkey.pem'));
    return end === 'killed';
  });
});
