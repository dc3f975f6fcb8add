import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeExportFs } from '#main/export/exportFs.ts';
import { cleanLeftovers } from '#main/export/leftovers.ts';
import { runUntil } from './faultyFs.ts';
import { exists, expectWhole, namesOf, setsOf, start, templateOf } from './switchChecks.ts';
import { scenarios } from './switchScenarios.ts';

describe.each(scenarios)('$title', (scenario) => {
  const base = scenario.fs ?? nodeExportFs;

  test('changes all files together, and keeps the former ones', async () => {
    const { root, watch } = start(await templateOf(scenario), scenario.isSeamless);
    expect(setsOf(root, namesOf(scenario, 'before'))).toEqual(scenario.before);
    const done = await scenario.act(watch(base), root);
    expect(done).not.toBeNull();
    expect(setsOf(root, namesOf(scenario, 'after'))).toEqual(scenario.after);
  });

  test('leaves all of the former or all of the new files after a kill at any step', async () => {
    const template = await templateOf(scenario);
    const ends = new Set<string>();
    for (let last = 1, end = ''; end !== 'ended'; last += 1) {
      const { root, before, watch } = start(template, scenario.isSeamless);
      end = await runUntil(base, last, (fs) => scenario.act(watch(fs), root));
      const later = Date.now() + 1000;
      await cleanLeftovers(watch(base), root, later);
      if (exists(join(root, 'a'))) await cleanLeftovers(watch(base), join(root, 'a'), later);
      ends.add(expectWhole(root, scenario, before, String(last)));
    }
    expect([...ends]).toEqual(['before', 'after']);
  });
});
