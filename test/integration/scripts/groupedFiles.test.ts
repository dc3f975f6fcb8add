import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { outFolder, projectFolder } from '#scripts/lib/paths.ts';
import { runOrThrow } from '#scripts/lib/processes.ts';
import { asNode } from '#scripts/lib/tiers.ts';
import { toolPath } from '#scripts/lib/tools.ts';

/** Runs eight small files, of which four have a page, each after its own number of characters. */
async function runFiles(...options: readonly string[]) {
  mkdirSync(outFolder, { recursive: true });
  const folder = mkdtempSync(join(outFolder, 'grouped-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const sequencer = JSON.stringify(join(projectFolder, 'scripts', 'vitest', 'groupedFiles.ts'));
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import GroupedFiles from ${sequencer};
    export default { test: { isolate: false, maxWorkers: 2, sequence: { sequencer: GroupedFiles } } };\n`,
  );
  const log = join(folder, 'log.txt');
  // Longer files run first, so that without groups two of one kind follow two of the other.
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const lines = [
      "import { appendFileSync } from 'node:fs';",
      "import { it } from 'vitest';",
      `it('says where it runs', () => appendFileSync(${JSON.stringify(log)}, typeof document + ' ' + process.pid + ' ${index}\\n'));`,
      `// ${'.'.repeat(index * 100)}`,
    ];
    const mark = '// @vitest-environment jsdom';
    const isPage = index % 4 < 2;
    // Vitest finds the mark in any line.
    const marked = index === 0 ? [...lines, mark] : [mark, ...lines];
    writeFileSync(join(folder, `file${index}.test.ts`), (isPage ? marked : lines).join('\n'));
  }
  const output = await runOrThrow(
    process.execPath,
    [toolPath('vitest'), 'run', '--root', folder, ...options],
    { cwd: folder, env: asNode(process.env) },
  );
  const said = readFileSync(log, 'utf8').trim().split('\n');
  const ran = said.map((line) => line.split(' ')).map(([kind, pid, index]) => ({ kind, pid, index }));
  return { ran, output };
}

it('runs files with and without a page in as many processes of each kind as there are workers', async () => {
  const { ran } = await runFiles();
  expect(ran).toHaveLength(8);
  for (const wanted of ['object', 'undefined'])
    expect(new Set(ran.filter(({ kind }) => kind === wanted).map(({ pid }) => pid)).size).toBeLessThanOrEqual(
      2,
    );
}, 300_000);

it('shuffles the files of each kind if asked to, and says the seed', async () => {
  const { ran, output } = await runFiles('--sequence.shuffle.files', '--sequence.seed=7', '--maxWorkers=1');
  expect(output).toContain('--sequence.seed=7');
  const order = (wanted: string) => ran.filter(({ kind }) => kind === wanted).map(({ index }) => index);
  expect(order('object').toSorted()).toEqual(['0', '1', '4', '5']);
  expect(order('undefined').toSorted()).toEqual(['2', '3', '6', '7']);
  expect({ pages: order('object'), others: order('undefined') }).not.toEqual({
    pages: ['5', '4', '1', '0'],
    others: ['7', '6', '3', '2'],
  });
}, 300_000);
