import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { outFolder, projectFolder } from '#scripts/lib/paths.ts';
import { runOrThrow } from '#scripts/lib/processes.ts';
import { asNode } from '#scripts/lib/tiers.ts';
import { toolPath } from '#scripts/lib/tools.ts';

it('runs files with and without a page in as many processes of each kind as there are workers', async () => {
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
      `it('says where it runs', () => appendFileSync(${JSON.stringify(log)}, typeof document + ' ' + process.pid + '\\n'));`,
      `// ${'.'.repeat(index * 100)}`,
    ];
    const mark = index % 4 < 2 ? ['// @vitest-environment jsdom'] : [];
    writeFileSync(join(folder, `file${index}.test.ts`), [...mark, ...lines].join('\n'));
  }
  await runOrThrow(process.execPath, [toolPath('vitest'), 'run', '--root', folder], {
    cwd: folder,
    env: asNode(process.env),
  });
  const said = readFileSync(log, 'utf8').trim().split('\n');
  expect(said).toHaveLength(8);
  const kinds = [...new Set(said)].map((line) => line.split(' ')[0]);
  expect(kinds.filter((kind) => kind === 'object').length).toBeLessThanOrEqual(2);
  expect(kinds.filter((kind) => kind === 'undefined').length).toBeLessThanOrEqual(2);
}, 300_000);
