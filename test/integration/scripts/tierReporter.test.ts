import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { outFolder, projectFolder } from '#scripts/lib/paths.ts';
import { run } from '#scripts/lib/processes.ts';
import { asNode } from '#scripts/lib/tiers.ts';
import { toolPath } from '#scripts/lib/tools.ts';
import type { TierEvent } from '#scripts/vitest/tierReporter.ts';

/** Runs Vitest on a test file with these lines, and returns the events of its reporter. */
async function eventsOf(lines: string): Promise<readonly TierEvent[]> {
  mkdirSync(outFolder, { recursive: true });
  const folder = mkdtempSync(join(outFolder, 'reporter-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};\n');
  writeFileSync(
    join(folder, 'one.test.ts'),
    `import { beforeAll, describe, expect, it } from 'vitest';\n${lines}`,
  );
  const events: TierEvent[] = [];
  const reporter = join(projectFolder, 'scripts', 'vitest', 'tierReporter.ts');
  await run(process.execPath, [toolPath('vitest'), 'run', '--root', folder, `--reporter=${reporter}`], {
    cwd: folder,
    env: asNode(process.env),
    onLine: (line) => events.push(JSON.parse(line)),
  });
  return events;
}

async function outcomeOf(lines: string) {
  const end = (await eventsOf(lines)).at(-1);
  return end?.kind === 'ended' ? end.outcome : end;
}

it('sends the files, the end of each, and the result of the run', async () => {
  const events = await eventsOf("it('works', () => expect(1).toBe(1));");
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'fileEnded', 'ended']);
});

it('reports why tests were skipped, before or during their run', async () => {
  const outcome = await outcomeOf(`
    it('works', () => {});
    describe('never', { skip: true, meta: { skipReason: 'this is no boat' } }, () => { it('floats', () => {}); });
    it('looks first', ({ skip }) => skip('the sea is rough'));
    it.skip('is quiet', () => {});
  `);
  expect(outcome).toEqual({
    passed: 1,
    failed: 0,
    skipped: [
      { name: 'one.test.ts > never > floats', reason: 'this is no boat' },
      { name: 'one.test.ts > looks first', reason: 'the sea is rough' },
      { name: 'one.test.ts > is quiet', reason: null },
    ],
    secondTry: [],
  });
});

it('counts tests as failed that did not run because of a failed hook', async () => {
  const outcome = await outcomeOf(`
    describe('a desktop', () => {
      beforeAll(() => { throw new Error('no helper'); });
      it('shows one', () => {});
      describe('inside', () => { it('shows two', () => {}); });
    });
    it('works', () => {});
  `);
  expect(outcome).toMatchObject({ passed: 1, failed: 2, skipped: [] });
});

it('counts a file that cannot be loaded, and an uncaught error', async () => {
  expect(await outcomeOf("throw new Error('broken');")).toMatchObject({ passed: 0, failed: 1 });
  const uncaught = "it('works', () => { setTimeout(() => { throw new Error('late'); }, 0); });";
  expect(
    await outcomeOf(`${uncaught}\nit('waits', () => new Promise((done) => setTimeout(done, 50)));`),
  ).toMatchObject({
    passed: 2,
    failed: 1,
  });
});

it('reports a test that passed on retry', async () => {
  const outcome = await outcomeOf(`
    let tries = 0;
    it('is shaky', { retry: 1 }, () => { tries += 1; expect(tries).toBe(2); });
  `);
  expect(outcome).toMatchObject({
    passed: 1,
    failed: 0,
    secondTry: [{ name: 'one.test.ts > is shaky', why: 'expected 1 to be 2 // Object.is equality (line 4)' }],
  });
});
