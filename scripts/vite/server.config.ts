import { join } from 'node:path';
import { defineConfig } from 'vite';
import { license, madeModules, mainOutput, onlyAscii } from './mainFiles.ts';

const folder = join(import.meta.dirname, '../..');

/** What runs before the compiled code is used: the imports of `main/server/index.ts`, which waits for the program. */
const first =
  /[\\/]main[\\/](?:server[\\/](?:startArguments|version)|platform[\\/](?:compiledCode|errors|folderTrust|ownFolders)|cli[\\/]words)\.ts$/u;

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
  plugins: [onlyAscii, madeModules],
});
