import { basename, join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { firstCode } from '#scripts/vite/firstCode.ts';
import { firstTexts } from '#scripts/vite/firstTexts.ts';

const texts = firstTexts({
  all: {
    list: { title: '', count_one: '', count_other: '' },
    kinds: { one: '', two: '' },
    faults: { bad: '' },
  },
  first: { list: { title: '', count_one: '', count_other: '' } },
  awaited: ['faults'],
});

const usual = {
  'start.ts': "import { row } from './row.ts'; row(); export const show = () => import('./later.ts');",
  'row.ts': `export const row = () => ['list.title', 'list.count', \`faults.\${document.title}\`];`,
  'later.ts': "export { panel } from './panel.ts';",
  'panel.ts': "import './row.ts'; export const panel = () => 'kinds.one';",
};

/** Builds a program that starts with `start.ts`. @returns what is wrong with it, or `null` */
async function problemOf(changed: Readonly<Record<string, string>>): Promise<string | null> {
  const files: Readonly<Record<string, string>> = { ...usual, ...changed };
  const folder = resolve('/program');
  const inMemory: Plugin = {
    name: 'in-memory',
    enforce: 'pre',
    resolveId: (id) => (basename(id) in files ? join(folder, basename(id)) : null),
    load: (id) => files[basename(id)] ?? null,
  };
  return build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rollupOptions: { input: 'start.ts', preserveEntrySignatures: 'strict' } },
    plugins: [inMemory, firstCode(folder, ['start.ts'], texts)],
  }).then(
    () => null,
    (error: Error) => error.message,
  );
}

test('a build passes while late modules and texts are loaded late', async () => {
  expect(await problemOf({})).toBeNull();
});

test('a build fails with the imports that load a late module before the first row', async () => {
  const files = {
    'row.ts': `import { panel } from './panel.ts'; export const row = () => ['list.title', 'list.count', \`faults.\${panel()}\`];`,
  };
  expect(await problemOf(files)).toContain('start.ts → row.ts → panel.ts, which start.ts loads by import()');
});

test('a build fails with the late text that a module of the first row names', async () => {
  const files = {
    'row.ts': `export const row = (kind) => ['list.title', 'faults.bad', \`kinds.\${kind}\`];`,
  };
  expect(await problemOf(files)).toContain(
    'start.ts → row.ts names the text kinds.one, which is loaded after the first rows',
  );
});

test('a build fails with the early texts that no module of the first row names, and with those that none waits for', async () => {
  const problem = await problemOf({ 'row.ts': "export const row = () => 'list';" });
  expect(problem).toContain('The first rows name no text of list.title, which is loaded with them');
  expect(problem).toContain('The first rows name no text of list.count, which is loaded with them');
  expect(problem).toContain('The first rows name no text of faults, which they are said to wait for');
});
