import { isAbsolute, relative, sep } from 'node:path';
import { type Plugin, parseAst, type Rolldown } from 'vite';

/** A module that runs before the first row, with its code as it is in the bundle. */
export interface FirstModule {
  /** The modules that import each other on the way to this one, such as `main/index.ts → main/cli/words.ts`. */
  readonly chain: string;
  readonly code: string;
}

/** Looks at the modules that run before the first row. @returns what is wrong with them, one sentence each */
export type FirstCodeRule = (modules: readonly FirstModule[]) => readonly string[];

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/**
 * Fails the build where code that is loaded by `import()` would run before the first row all the same, because a module that
 * runs before it imports it in the usual way. So an `import()` is all that marks a module as late. The exports of a
 * module that only exports others, such as `laterParts.ts`, are late with it.
 * @param folder the project's
 * @param starts the modules that a start loads in turn before the first row, as paths in the folder
 * @param rule another rule for the code that runs before the first row
 */
export function firstCode(folder: string, starts: readonly string[], rule: FirstCodeRule = () => []): Plugin {
  const shortName = (id: string) => (isAbsolute(id) ? relative(folder, id).split(sep).join('/') : id);
  const isStart = (id: string | null) => id !== null && starts.includes(shortName(id));
  return {
    name: 'first-code',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = new Set(chunks.filter(({ facadeModuleId }) => isStart(facadeModuleId)));
      if (first.size !== starts.length) this.error(`Not all of these start the app: ${starts.join(', ')}`);
      for (const { imports } of first)
        for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk);
      const code = new Map<string, string>();
      for (const { modules } of first)
        for (const [id, module] of Object.entries(modules)) code.set(id, module.code ?? '');

      const ids = [...this.getModuleIds()];
      const importers = importersFrom(this, ids.filter(isStart));
      const chainTo = (id: string): string => {
        const importer = importers.get(id);
        // The bundler has put it into a file with modules of the first row.
        if (importer === undefined) return `… → ${shortName(id)}`;
        return importer === null ? shortName(id) : `${chainTo(importer)} → ${shortName(id)}`;
      };
      const problems = [...lateModules(this, ids)].flatMap(([id, by]) => {
        if (isStart(id)) return [];
        return code.has(id) ? `${chainTo(id)}, which ${shortName(by)} loads by import()` : [];
      });
      problems.push(...rule([...code].map(([id, text]) => ({ chain: chainTo(id), code: text }))));
      if (problems.length > 0) this.error(`What is loaded before the first row:\n${problems.join('\n')}`);
    },
  };
}

/** The modules that are imported in the usual way from these on, each with one that imports it. */
function importersFrom(graph: Graph, starts: readonly string[]): ReadonlyMap<string, string | null> {
  const importers = new Map<string, string | null>(starts.map((id) => [id, null]));
  for (const id of importers.keys())
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? [])
      if (!importers.has(imported)) importers.set(imported, id);
  return importers;
}

/** What is loaded by `import()`, each with the module that loads it. */
function lateModules(graph: Graph, ids: readonly string[]): ReadonlyMap<string, string> {
  const late = new Map<string, string>();
  for (const id of ids)
    for (const target of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) late.set(target, id);
  for (const [target, id] of late) {
    const { code = null, importedIds = [] } = graph.getModuleInfo(target) ?? {};
    if (code !== null && exportsOthersOnly(code)) for (const exported of importedIds) late.set(exported, id);
  }
  return late;
}

function exportsOthersOnly(code: string): boolean {
  return parseAst(code).body.every(
    (node) =>
      (node.type === 'ImportDeclaration' && node.specifiers.length === 0) ||
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && node.source !== null),
  );
}
