import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

/** The text of a file below the project's folder; `null`: it is not there. */
type Read = (path: string) => string | null;

/** Imports and re-exports that are there when the code runs: all but those of types alone. */
const statements = /^(?:import|export)\s+(?!type\s)(?:[\w*{][^'";]*?\sfrom\s*)?'([^']+)'/gm;
const dynamicImports = /\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf(text: string): readonly string[] {
  return [statements, dynamicImports].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []),
  );
}

/** Where in the project an imported name leads, or the name itself: a package. */
function resolved(name: string, importer: string): string {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? posix.join(posix.dirname(importer), name) : name;
}

/** Every way on which one of these files brings a package with it, without what only its types need. */
function waysTo(wanted: string, starts: readonly string[], read: Read): readonly string[] {
  const seen = new Set(starts);
  const open = starts.map((path) => ({ path, way: path }));
  const ways: string[] = [];
  for (const { path, way } of open) {
    for (const name of importsOf(read(path) ?? '')) {
      const next = resolved(name, path);
      const longer = `${way} > ${next}`;
      if (next === wanted || next.startsWith(`${wanted}/`)) ways.push(longer);
      else if (!seen.has(next)) {
        seen.add(next);
        open.push({ path: next, way: longer });
      }
    }
  }
  return ways;
}

function onDisk(path: string): string | null {
  return /^(?:renderer|shared)\/.*\.tsx?$/.test(path)
    ? readFileSync(`${projectFolder}/${path}`, 'utf8')
    : null;
}

function pageFiles(): readonly string[] {
  return globSync('renderer/**/*.{ts,tsx}', { cwd: projectFolder }).map((path) => path.replaceAll('\\', '/'));
}

// It probes for `new Function`, which the page's policy refuses with a report; what is sent is checked in main.
it('keeps zod out of the page: the renderer takes only types from modules that import it', () => {
  expect(waysTo('zod', pageFiles(), onDisk)).toEqual([]);
});

it('follows what the renderer imports into the files of both layers', () => {
  expect(waysTo('react', pageFiles(), onDisk)).not.toEqual([]);
  const known = new Set(pageFiles());
  const shared = [...known].flatMap((path) =>
    importsOf(onDisk(path) ?? '').map((name) => resolved(name, path)),
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
  const ways = waysTo('zod', ['renderer/features/page.ts'], (path) => files[path] ?? null);
  expect(ways.length > 0).toBe(brings);
});
