import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

/** The licences of all packages in a bundle; they go into the package. */
export const license = { fileName: 'licences.md' };

/** Escapes characters beyond ASCII where that is smaller: V8 keeps the text of a file that has one of them in twice the memory. */
export const onlyAscii: Plugin = {
  name: 'only-ascii',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const ascii = file.code.replace(/[^\0-\x7f]/g, escaped);
        // A catalog of Chinese texts is smaller with two bytes per character.
        if (ascii.length < 2 * file.code.length) file.code = ascii;
      }
    },
  },
};

/** @param unit one UTF-16 code unit: without the flag `u`, an emoji is two */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Modules whose exports are made when the program is built: the names of calls and events without the contract, whose schemas
 * preload and main's first code do not need, and the version of the program without Electron.
 */
const made = /[\\/](?:shared[\\/]ipc[\\/]channels|main[\\/]server[\\/]version)\.ts$/u;

/** Replaces these modules by the values of their exports. */
export const madeModules: Plugin = {
  name: 'made-modules',
  async load(id) {
    if (!made.test(id)) return null;
    const values: Readonly<Record<string, unknown>> = await import(pathToFileURL(id).href);
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n');
  },
};

/** Main draws the first rows of the window. What the window loads later has no place in main's files. */
export const withoutLaterParts: Plugin = {
  name: 'without-later-parts',
  resolveDynamicImport(specifier, importer = '') {
    const isOfWindow = /[\\/]renderer[\\/]/u.test(importer);
    return isOfWindow ? { id: specifier, external: true } : null;
  },
};

/** How the files of main are written, and those of the program without Electron. */
export const mainOutput: Rolldown.OutputOptions = {
  entryFileNames: '[name].js',
  minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
};
