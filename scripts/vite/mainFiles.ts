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

/** What main uses of undici, and the `connect` that its agents for proxies call. */
const connections = `
  import buildConnector from 'undici/lib/core/connect.js';
  import connect from 'undici/lib/api/api-connect.js';
  import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
  import Pool from 'undici/lib/dispatcher/pool.js';
  import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
  import Socks5ProxyAgent from 'undici/lib/dispatcher/socks5-proxy-agent.js';
  Dispatcher.prototype.connect = connect;
  export { buildConnector, Pool, ProxyAgent, Socks5ProxyAgent };
`;

/** Parts of undici that the build replaces, with what stands for them. Two parsers of HTTP differ in their instructions alone. */
const undiciParts = [
  [/[\\/]undici[\\/]lib[\\/]web[\\/]/u, "throw new Error('The build leaves this part of undici out');"],
  [
    /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/u,
    "module.exports = require('./llhttp-wasm.js');",
  ],
] as const;

/**
 * undici's first file loads all of its parts. Main makes connections and sends text, so the build leaves out `fetch`, which
 * reads bodies that are forms. It also says what undici asks of Node's own build: that the parser on trial is not there.
 */
export const onlyConnections: Plugin = {
  name: 'only-connections',
  enforce: 'pre',
  config: () => ({ define: { esbuildDetection: 'true' } }),
  resolveId: (id) => (id === 'undici' ? `\0${id}` : null),
  load: (id) =>
    id === '\0undici' ? connections : (undiciParts.find(([path]) => path.test(id))?.[1] ?? null),
};

/** How the files of main are written, and those of the program without Electron. */
export const mainOutput: Rolldown.OutputOptions = {
  entryFileNames: '[name].js',
  minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
};
