import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillMarked } from '#scripts/lib/markdown.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { isDecided } from './decided.ts';
import { marks, stateTable, type Table } from './document.ts';
import { type Cells, expected } from './expected.ts';
import { type SituationName, situations } from './situations.ts';
import { surfaceNames, surfaces } from './surfaces.ts';
import { worldOf } from './world.ts';

const names = Object.keys(situations) as SituationName[];

async function saidOf(name: SituationName): Promise<Cells> {
  const world = worldOf(situations[name]);
  const cells = surfaceNames.map(async (surface) => [surface, await surfaces[surface](world)] as const);
  return Object.fromEntries(await Promise.all(cells)) as Cells;
}

describe('what the surfaces say', () => {
  let table: Table;

  beforeAll(async () => {
    const said = names.map(async (name) => [name, await saidOf(name)] as const);
    table = Object.fromEntries(await Promise.all(said)) as Table;
  });

  it.each(names)('of the situation "%s" is what the table expects', (name) => {
    expect(table[name]).toEqual({ ...expected.healthy, ...expected[name] });
  });

  it.each(names)('of the situation "%s" is what was decided, on every surface', (name) => {
    const wrong = surfaceNames.filter((surface) => !isDecided(name, surface, table[name][surface]));
    expect(wrong).toEqual([]);
  });

  it('is the table in said.md', async () => {
    const path = join(projectFolder, 'test', 'unit', 'states', 'said.md');
    const document = fillMarked(await readFile(path, 'utf8'), marks, stateTable(table));
    await expect(document).toMatchFileSnapshot(path);
  });
});
