import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

/** A comparison with the name of a system, or a table by such names. */
const decision = /\bplatform\s*[!=]==|'(?:win32|darwin|linux)'|\b(?:win32|darwin):/u;

function textOf(path: string): string {
  return readFileSync(join(projectFolder, path), 'utf8');
}

it('the list of platforms has every file that decides by the system, and no other', () => {
  const files = globSync(['main/**/*.ts', 'shared/**/*.ts'], { cwd: projectFolder }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const deciding = files.filter((path) => decision.test(textOf(path))).sort();
  const listed = [...textOf('docs/systems.md').matchAll(/^\| `([^`]+)` \|/gmu)].map(([, path]) => path);
  expect(listed).toEqual(deciding);
});
