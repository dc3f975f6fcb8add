import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

const text = readFileSync(join(projectFolder, 'docs', 'security.md'), 'utf8');
const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');

it('all items of Electron’s checklist are there, each with a test', () => {
  const rows = text.split('\n').filter((line) => /^\| \d+ \|/u.test(line));
  expect(rows.map((row) => Number(/\d+/u.exec(row)?.[0]))).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
  expect(rows.filter((row) => !/`test\/[^`]+`: "/u.test(row))).toEqual([]);
});

it.each(['security.md', 'electron.md'])('every test that %s names exists', (document) => {
  const files = read(`docs/${document}`).matchAll(
    /`(test\/[^`]+\.test\.ts)`(?:: ("[^"]+"(?:, "[^"]+")*))?/gu,
  );
  const named = [...files].flatMap(([, file = '', names = '""']) =>
    [...names.matchAll(/"([^"]*)"/gu)].map(([, name = '']) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  const missing = named.filter(
    ({ file, name }) => !existsSync(join(projectFolder, file)) || !read(file).includes(name),
  );
  expect(missing).toEqual([]);
});

it('one exact version of Electron is named', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/u);
});

it('the documents lead to each other and to nothing that is not there', () => {
  for (const name of [
    'user-guide',
    'states',
    'keychain-on-linux',
    'proxies-and-cas',
    'privacy',
    'security',
    'receiver',
  ]) {
    const document = read(`docs/${name}.md`);
    for (const [, target = ''] of document.matchAll(/\]\(([^)#:]+)\)/gu))
      expect(existsSync(join(projectFolder, 'docs', target)), `${name}: ${target}`).toBe(true);
    expect(read('README.md')).toContain(`docs/${name}.md`);
  }
});
