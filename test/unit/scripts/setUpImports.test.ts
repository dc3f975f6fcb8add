import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { importChains, staticImports } from '#test/support/importGraph.ts';

const modules = join(projectFolder, 'node_modules');

/** The package of an imported name: `@scope/name` for `@scope/name/part`. */
function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

/** Whether a package or one of its dependencies has native code, which may need system libraries. */
function isNative(name: string, seen = new Set<string>()): boolean {
  const folder = join(modules, name);
  if (seen.has(name) || !existsSync(join(folder, 'package.json'))) return false;
  seen.add(name);
  if (globSync('**/*.node', { cwd: folder }).length > 0) return true;
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return Object.keys({ ...dependencies, ...optionalDependencies }).some((needed) => isNative(needed, seen));
}

function isNativeModule(module: string): boolean {
  return !existsSync(join(projectFolder, module)) && isNative(packageOf(module));
}

function read(path: string): string | null {
  return /\.m?ts$|\.mjs$/.test(path) ? readFileSync(join(projectFolder, path), 'utf8') : null;
}

const commands = globSync('scripts/*.{ts,mjs}', { cwd: projectFolder }).map((path) =>
  path.replaceAll('\\', '/'),
);

it('detects packages with native code', () => {
  expect(['keytar', 'vite', 'zod', 'playwright-core'].map((name) => isNative(name))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

// The setup installs the libraries of native code, and runs after the imports.
it.each(commands)('%s imports no native code before its setup', (command) => {
  expect(importChains([command], isNativeModule, read, staticImports)).toEqual([]);
});

it('finds native code in transitive imports', () => {
  const files: Readonly<Record<string, string>> = {
    'scripts/a.ts': "import { b } from './lib/b.ts';",
    'scripts/lib/b.ts': "import keytar from 'keytar';",
  };
  const chains = importChains(['scripts/a.ts'], isNativeModule, (path) => files[path] ?? null, staticImports);
  expect(chains).toEqual(['scripts/a.ts > scripts/lib/b.ts > keytar']);
});
