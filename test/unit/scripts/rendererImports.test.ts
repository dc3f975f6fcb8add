import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { allImports, importChains, resolveImport } from '#test/support/importGraph.ts';

function bringsZod(module: string): boolean {
  return module === 'zod' || module.startsWith('zod/');
}

function onDisk(path: string): string | null {
  return /^(?:renderer|shared)\/.*\.tsx?$/.test(path)
    ? readFileSync(`${projectFolder}/${path}`, 'utf8')
    : null;
}

function pageFiles(): readonly string[] {
  return globSync('renderer/**/*.{ts,tsx}', { cwd: projectFolder }).map((path) => path.replaceAll('\\', '/'));
}

// zod tests for `new Function`, which the page's policy refuses with a report. Main checks all arguments.
it('keeps zod out of the page: the renderer imports only types from modules that use it', () => {
  expect(importChains(pageFiles(), bringsZod, onDisk)).toEqual([]);
});

it('follows imports of the renderer into both layers', () => {
  expect(importChains(pageFiles(), (module) => module === 'react', onDisk)).not.toEqual([]);
  const known = new Set(pageFiles());
  const shared = [...known].flatMap((path) =>
    allImports(onDisk(path) ?? '').map((name) => resolveImport(name, path)),
  );
  expect(shared).toContain('shared/domain/order.ts');
});

it.each([
  ["import { x } from '#shared/a.ts';", true],
  ["import {\n  type X,\n  x,\n} from '#shared/a.ts';", true],
  ["import { type X } from '#shared/a.ts';", true],
  ["import * as all from '#shared/a.ts';", true],
  ["import x from '#shared/a.ts';", true],
  ["import '#shared/a.ts';", true],
  ["export { x } from '../../shared/a.ts';", true],
  ["export * from '#shared/a.ts';", true],
  ["const a = await import('#shared/a.ts');", true],
  ["import { y } from './b.ts';", true],
  ["import type { X } from '#shared/a.ts';", false],
  ["import type {\n  X,\n} from '#shared/a.ts';", false],
  ["export type { X } from '#shared/a.ts';", false],
  ["import { y } from './c.ts';\nexport const x = 'a';", false],
])('tells for %j whether it brings zod: %s', (text, brings) => {
  const files: Readonly<Record<string, string>> = {
    'renderer/features/page.ts': text,
    'renderer/features/b.ts': "import { w } from 'react';\n\nexport { x as y } from '#shared/a.ts';",
    'renderer/features/c.ts': "import type { X } from '#shared/a.ts';\nexport const y = 1;",
    'shared/a.ts': "import { z } from 'zod';\nexport const x = z.string();",
  };
  const chains = importChains(['renderer/features/page.ts'], bringsZod, (path) => files[path] ?? null);
  expect(chains.length > 0).toBe(brings);
});
