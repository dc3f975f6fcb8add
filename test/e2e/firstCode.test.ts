import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

const folder = join(projectFolder, 'out/app/main');

/** Kilobytes (1,000 bytes) of the main program before the first row. */
const MOST_KB = 700;

/** What a start loads before the first row: these, in turn, and all that they import. */
const steps = ['index', 'start', 'runApp'];

/** The files of the main program that are named after a module: that module, and what others share with it. */
async function filesOf(name: string): Promise<readonly string[]> {
  const named = (await readdir(folder)).filter(
    (file) => file === `${name}.js` || file.startsWith(`${name}-`),
  );
  expect(named).not.toEqual([]);
  return named;
}

/** Adds a file, and those that it imports before it runs, with their text. */
async function add(file: string, known: Map<string, string>): Promise<void> {
  if (known.has(file)) return;
  const text = await readFile(join(folder, file), 'utf8');
  known.set(file, text);
  for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/gu))
    await add(imported, known);
}

test('the main program needs little code for the first row', async () => {
  const loaded = new Map<string, string>();
  for (const name of steps) for (const file of await filesOf(name)) await add(file, loaded);
  const bytes = [...loaded.values()].reduce((sum, text) => sum + text.length, 0);
  expect(bytes / 1000).toBeLessThanOrEqual(MOST_KB);
});
