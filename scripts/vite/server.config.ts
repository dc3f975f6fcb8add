import { join, normalize, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { license, madeModules, mainOutput, onlyAscii, onlyConnections } from './mainFiles.ts';

const folder = join(import.meta.dirname, '../..');

/** What runs before the compiled code is used: the imports of `main/server/index.ts`, which waits for the program. */
const first =
  /[\\/]main[\\/](?:server[\\/](?:startArguments|version)|platform[\\/](?:busAddress|compiledCode|errors|folderTrust|ownFolders)|cli[\\/]words)\.ts$/u;

/** Main's own files. The folder of the project may have any name. */
const main = join(folder, 'main') + sep;

/** Modules of Node that take longer to load than most commands, with what main calls of them. */
const late: Readonly<Record<string, readonly string[]>> = {
  'node:tls': ['connect', 'createSecureContext', 'createServer', 'getCACertificates'],
  'node:worker_threads': ['Worker'],
};

/** Loads these modules of Node when main first calls one of their functions. */
const lateBuiltins: Plugin = {
  name: 'late-builtins',
  enforce: 'pre',
  resolveId: (id, importer = '') =>
    id in late && normalize(importer).startsWith(main) ? `\0late:${id}` : null,
  load(id) {
    const name = id.startsWith('\0late:') ? id.slice('\0late:'.length) : '';
    // Functions rather than arrows: one of them is called with `new`.
    return late[name]
      ?.map(
        (called) =>
          `export function ${called}(...given) { const { ${called}: real } = process.getBuiltinModule('${name}'); return new.target ? new real(...given) : real(...given); }`,
      )
      .join('\n');
  },
};

/**
 * Takes the modules of Node without importing them: an `import` reads all of their exports, and those of `node:util` and
 * `node:crypto` load threads and Web Crypto.
 */
const builtinsAsTheyAre: Plugin = {
  name: 'builtins-as-they-are',
  renderChunk: (code) => ({
    code: code.replaceAll(
      /^import (?:(\w+)|\{([^}]*)\}) from "(node:[\w/]+)";$/gmu,
      (_, whole: string | undefined, names: string | undefined, id: string) =>
        `const ${whole ?? `{${names?.replaceAll(/\s+as\s+/gu, ': ')}}`} = process.getBuiltinModule("${id}");`,
    ),
    map: null,
  }),
};

/** Says that the files are modules, wherever they are installed. */
const moduleType: Plugin = {
  name: 'module-type',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "module" }\n' });
  },
};

const notEntry = /^(?!.*[\\/]main[\\/]server[\\/]index\.ts$)/u;

/** The program without Electron: all that it runs is in its files, for the Node of `package.json`. */
export default defineConfig({
  root: folder,
  publicDir: false,
  build: {
    outDir: 'out/server',
    emptyOutDir: true,
    target: 'node24',
    ssr: true,
    license,
    minify: true,
    rolldownOptions: {
      input: { 'notafter-server': 'main/server/index.ts', program: 'main/server/program.ts' },
      output: {
        ...mainOutput,
        format: 'es',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'first', test: first, priority: 2 },
            { name: 'common', tags: ['$initial'], test: notEntry, priority: 1 },
          ],
        },
      },
    },
  },
  ssr: { target: 'node', noExternal: true },
  plugins: [onlyAscii, onlyConnections, madeModules, lateBuiltins, builtinsAsTheyAre, moduleType],
});
