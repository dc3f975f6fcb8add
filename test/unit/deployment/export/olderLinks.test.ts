import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { soakStride } from '#test/support/soak.ts';
import { exportFs, generationsIn, temporaryDirectory, treeOf } from './fixtures.ts';
import { remembered, repairAll } from './hiddenMemory.ts';
import { copyOf, killedStates } from './killedStates.ts';
import { leftNewFolder, linkInto, olderSwitch } from './olderLinks.ts';
import { expectWhole } from './switchChecks.ts';
import { bundleIn, longer, pair, type Scenario, single, writeInto } from './switchScenarios.ts';

interface OlderKill extends Pick<Scenario, 'title' | 'before' | 'after' | 'names'> {
  readonly prepare: (root: string) => unknown;
  readonly isRestored?: boolean;
}

async function twice(root: string): Promise<void> {
  for (const set of ['older', 'old']) await writeInto(exportFs, root, bundleIn(set));
}

async function linked(root: string): Promise<void> {
  await twice(root);
  linkInto(root, pair);
}

const [before, after] = [
  { visible: 'old', previous: 'older' },
  { visible: 'new', previous: 'old' },
];

const kills: readonly OlderKill[] = [
  { title: 'a later write', prepare: linked, before, after },
  { title: 'a write over plain files', prepare: twice, before, after },
  {
    title: 'a write of more links than there were',
    prepare: linked,
    before,
    after,
    names: { before: pair, after: longer },
  },
  {
    title: 'a write of links, one of which was gone',
    prepare: async (root) => {
      await linked(root);
      rmSync(join(root, 'a', single));
    },
    before,
    after,
    names: { before: ['fullchain.pem'], after: pair },
  },
  {
    title: 'putting links back',
    prepare: linked,
    isRestored: true,
    before,
    after: { visible: 'older', previous: 'old' },
  },
];

describe.each(kills)('$title by an older version', needsPosix, (scenario) => {
  /** @param stride how far apart the steps are before which it was killed */
  async function states(stride = 1) {
    const root = temporaryDirectory();
    await scenario.prepare(root);
    const initial = treeOf(root);
    const used = new Set(
      await Promise.all(
        (await exportFs.list(join(root, 'a')))
          .filter((name) => name.endsWith('.current'))
          .map((name) => exportFs.readlink(join(root, 'a', name))),
      ),
    );
    const kept = generationsIn(root, 'a').find((name) => !used.has(name)) ?? null;
    const left = [];
    const names = scenario.names?.after ?? pair;
    let steps = 0;
    for (const _step of olderSwitch(root, names, scenario.isRestored ? kept : null)) {
      if (steps % stride === 0) left.push(copyOf(root));
      steps += 1;
    }
    return { initial, left };
  }

  test('that was killed at any step is undone or completed at the next start', async () => {
    const { initial, left } = await states();
    const ends = [];
    for (const [step, { root }] of left.entries()) {
      await repairAll(root);
      ends.push(expectWhole(root, scenario, initial, String(step)));
      expect(remembered(root).filter(({ isPending }) => isPending)).toEqual([]);
    }
    expect([...new Set(ends)]).toEqual(['before', 'after']);
  });

  test('that was killed is repaired even if the repair is killed too', async () => {
    const { initial, left } = await states(soakStride(4));
    for (const [step, { root }] of left.entries()) {
      const repairs = await killedStates(root, exportFs, (fs) => repairAll(root, fs), soakStride(4));
      for (const [second, state] of repairs.entries()) {
        await repairAll(state.root);
        expectWhole(state.root, scenario, initial, `${step} ${second}`);
      }
    }
  });

  test('that was killed and repaired takes the next write, after which no link is left', async () => {
    const { left } = await states(soakStride(4));
    for (const [step, { root }] of left.entries()) {
      await repairAll(root);
      expect(await writeInto(exportFs, root, bundleIn('next', longer)), String(step)).not.toBeNull();
      expect(treeOf(root).filter((line) => line.endsWith(' other'))).toEqual([]);
    }
  });
});

test('a new folder with links that an older version was killed over leaves nothing', needsPosix, async () => {
  const root = temporaryDirectory();
  leftNewFolder(root, pair);
  await repairAll(root);
  expect(treeOf(root)).toEqual([]);
  expect(remembered(root).filter(({ folder }) => folder === root)).toEqual([]);
});
