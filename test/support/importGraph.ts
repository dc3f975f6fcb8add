import { posix } from 'node:path';

/** The text of a file below the project's folder, or `null`. */
export type ReadSource = (path: string) => string | null;

/** Imports and re-exports at run time, without type-only ones. */
const statements = /^(?:import|export)\s+(?!type\s)(?:[\w*{][^'";]*?\sfrom\s*)?'([^']+)'/gm;
const dynamicImports = /\bimport\(\s*'([^']+)'\s*\)/g;

/** The names that a module imports by a statement, without type-only imports. */
export function staticImports(text: string): readonly string[] {
  return [...text.matchAll(statements)].flatMap(([, name]) => name ?? []);
}

/** As `staticImports`, with the names that the module imports by a call. */
export function allImports(text: string): readonly string[] {
  return [...staticImports(text), ...[...text.matchAll(dynamicImports)].flatMap(([, name]) => name ?? [])];
}

const withTypes = /^(?:import|export)\s+(?:[\w*{][^'";]*?\sfrom\s*)?'([^']+)'/gm;

/** As `allImports`, with the names of type-only imports. */
export function anyImports(text: string): readonly string[] {
  return [...text.matchAll(withTypes), ...text.matchAll(dynamicImports)].flatMap(([, name]) => name ?? []);
}

/** The path of an imported name in the project, or the name itself for a package. */
export function resolveImport(name: string, importer: string): string {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? posix.join(posix.dirname(importer), name) : name;
}

/**
 * Every chain of imports from one of these files to a matching module.
 * @param starts paths below the project's folder
 * @param matters called with each module once for each importer: a path below the project's folder, or a package name
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
