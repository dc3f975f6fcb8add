import { posix } from 'node:path';

/** The text of a file below the project's folder; `null`: it is not there. */
export type ReadSource = (path: string) => string | null;

/** Imports and re-exports that are there when the code runs: all but those of types alone. */
const statements = /^(?:import|export)\s+(?!type\s)(?:[\w*{][^'";]*?\sfrom\s*)?'([^']+)'/gm;
const dynamicImports = /\bimport\(\s*'([^']+)'\s*\)/g;

/** The names that a module imports by a statement, in its order. Imports of types alone do not count. */
export function staticImports(text: string): readonly string[] {
  return [...text.matchAll(statements)].flatMap(([, name]) => name ?? []);
}

/** As `staticImports`, and then the names that the module imports by a call. */
export function allImports(text: string): readonly string[] {
  return [...staticImports(text), ...[...text.matchAll(dynamicImports)].flatMap(([, name]) => name ?? [])];
}

const withTypes = /^(?:import|export)\s+(?:[\w*{][^'";]*?\sfrom\s*)?'([^']+)'/gm;

/** As `allImports`, and the names of imports of types alone. */
export function anyImports(text: string): readonly string[] {
  return [...text.matchAll(withTypes), ...text.matchAll(dynamicImports)].flatMap(([, name]) => name ?? []);
}

/** Where in the project an imported name leads, or the name itself: a package. */
export function resolveImport(name: string, importer: string): string {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? posix.join(posix.dirname(importer), name) : name;
}

/**
 * Every chain of imports that leads from one of these files to a module that matters.
 * @param starts paths below the project's folder
 * @param matters gets each module once for each importer: a path below the project's folder, or an imported name
 * @returns the chains, each as paths with ` > ` between them
 */
export function importChains(
  starts: readonly string[],
  matters: (module: string) => boolean,
  read: ReadSource,
  importsOf: (text: string) => readonly string[] = allImports,
): readonly string[] {
  const seen = new Set(starts);
  const open = starts.map((path) => ({ path, chain: path }));
  const chains: string[] = [];
  for (const { path, chain } of open) {
    for (const name of importsOf(read(path) ?? '')) {
      const next = resolveImport(name, path);
      const longer = `${chain} > ${next}`;
      if (matters(next)) chains.push(longer);
      else if (!seen.has(next)) {
        seen.add(next);
        open.push({ path: next, chain: longer });
      }
    }
  }
  return chains;
}
