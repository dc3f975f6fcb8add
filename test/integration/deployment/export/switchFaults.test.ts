import { expect, test } from 'vitest';
import { nodeExportFs } from '#main/deployment/export/nodeExportFs.ts';
import { failingAt, forEachStep } from '#test/unit/deployment/export/faultyFs.ts';
import { expectWhole, start, templateOf } from '#test/unit/deployment/export/switchChecks.ts';
import { scenarios } from '#test/unit/deployment/export/switchScenarios.ts';

// Hundreds of runs each, for which a busy machine takes more than a minute.
test.each(scenarios)(
  '$title leaves all previous or all new files, whichever call fails',
  { timeout: 300_000 },
  async (scenario) => {
    const template = await templateOf(scenario);
    await forEachStep(async (failing) => {
      const { root, before, watch } = start(template);
      const { fs, calls, isNew } = failingAt(scenario.fs ?? nodeExportFs, failing);
      const done = await scenario.act(watch(fs, isNew), root);
      const at = `call ${failing}, ${calls[failing - 1]}`;
      expect(expectWhole(root, scenario, before, at), at).toBe(done === null ? 'before' : 'after');
      return calls.length >= failing;
    });
  },
);
