import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { type FirstCodeRule, firstCode } from './scripts/vite/firstCode.ts';
import { firstTexts } from './scripts/vite/firstTexts.ts';
import { license, madeModules, mainOutput, onlyAscii, onlyConnections } from './scripts/vite/mainFiles.ts';
import { firstRows } from './shared/i18n/en/enFirstRows.ts';
import { en } from './shared/i18n/en/index.ts';

/**
 * Scripts that load with a page begin with a hint for V8. It compiles their functions with the file, in another thread, and
 * keeps them in the code cache, rather than one by one when they are first called.
 */
const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const firsts = new Set(chunks.filter((chunk) => chunk.isEntry));
      for (const first of firsts) {
        first.code = `//# allFunctionsCalledOnLoad\n${first.code}`;
        for (const chunk of chunks) if (first.imports.includes(chunk.fileName)) firsts.add(chunk);
      }
    },
  },
};

/** The texts that come with the first rows, and those that they wait for: see `needsLaterTexts` in `renderer/frame/laterNeeds.ts`. */
const pageTexts = firstTexts({
  all: en,
  first: firstRows,
  awaited: ['errors', 'faults', 'inbox.pushOnly', 'orders.panel', 'orders.revocation', 'places.verdict'],
});

const ownIcons = {
  find: '../createLucideIcon.mjs',
  replacement: join(import.meta.dirname, 'renderer/components/drawnIcon.ts'),
};

/** Modules of both pages, with what they import. */
const bothPages =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]|[\\/]renderer[\\/](?:bridge|components[\\/](?:cx|drawnIcon|Spinner|statusAppearances)|hooks[\\/](?:inputMethod|useDocumentLook))\.tsx?$|[\\/]renderer[\\/]styles[\\/]app\.css$|[\\/]shared[\\/]domain[\\/](?:keyPress|thresholds)\.ts$|vite[\\/]preload-helper\.js$/u;

/** The quick window needs it at once, and the main window only with its later parts. */
const listbox = /[\\/]renderer[\\/]hooks[\\/]useListbox\.ts$/u;

/** The quick window does not load the list. */
const withoutList: FirstCodeRule = (modules) =>
  modules
    .filter(({ chain }) => chain.endsWith('renderer/App.tsx'))
    .map(({ chain }) => `${chain}, in the files of the quick window`);

/** All modules but those that the quick window alone needs, and but the one that starts the window: other parts import this file. */
const notQuickOnly =
  /^(?!.*[\\/](?:quick[\\/.]|renderer[\\/](?:index\.html|main\.tsx)$|corner-down-left\.mjs$))/u;

export default defineConfig({
  main: {
    build: {
      outDir: 'out/app/main',
      license,
      externalizeDeps: true,
      minify: true,
      lib: {
        entry: {
          index: 'main/index.ts',
          keytarProcess: 'main/credentials/secrets/keytarProcess.ts',
        },
        formats: ['es'],
      },
      rollupOptions: {
        output: mainOutput,
      },
    },
    plugins: [
      onlyAscii,
      onlyConnections,
      madeModules,
      firstCode(import.meta.dirname, ['main/index.ts', 'main/desktop/start.ts', 'main/desktop/runApp.ts']),
    ],
  },
  preload: {
    build: {
      outDir: 'out/app/preload',
      externalizeDeps: false,
      minify: true,
      lib: { entry: { preload: 'main/preload.ts' }, formats: ['cjs'] },
      rollupOptions: { output: { entryFileNames: '[name].cjs' } },
    },
    plugins: [madeModules],
  },
  renderer: {
    root: 'renderer',
    build: {
      outDir: 'out/app/renderer',
      license,
      minify: true,
      // No links for what `import()` loads: a page's own files come at once, and links were added before the first paint.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
      },
      rollupOptions: {
        input: {
          index: join(import.meta.dirname, 'renderer/index.html'),
          quick: join(import.meta.dirname, 'renderer/quick.html'),
        },
        // What both pages need is one file, and what the list needs before its first row is another: each file costs a request.
        output: {
          codeSplitting: {
            groups: [
              { name: 'base', test: bothPages, priority: 3 },
              { name: 'listbox', test: listbox, priority: 2 },
              { name: 'list', tags: ['$initial'], test: notQuickOnly, priority: 1 },
            ],
          },
        },
      },
    },
    plugins: [
      react(),
      tailwindcss(),
      compiledAtOnce,
      firstCode(import.meta.dirname, ['renderer/index.html'], pageTexts),
      firstCode(import.meta.dirname, ['renderer/quick.html'], withoutList),
    ],
    resolve: {
      alias: [ownIcons],
    },
  },
});
