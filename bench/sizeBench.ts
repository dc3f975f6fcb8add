import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#scripts/lib/paths.ts';
import { say } from '#scripts/lib/terminal.ts';
import type { Bench } from './lib/bench.ts';

/** The output folders of `npm run package`; the second is for an Electron of the tests. */
const packages = ['linux-unpacked', 'not-for-release/linux-unpacked'].map((folder) =>
  join(projectFolder, 'out', 'packages', folder, 'resources'),
);

/** What goes into the package, where none was made: see electron-builder.yml. */
const packed = [
  'out/app',
  'assets/icons',
  'assets/tray',
  'node_modules/keytar/lib',
  'node_modules/keytar/prebuilds/linux-x64',
];

/** What the app adds to Electron: the archive and the native module beside it, as packaged if it was. */
export const sizeBench: Bench = {
  names: ['app-size'],
  async run() {
    const resources = packages.find((folder) => existsSync(join(folder, 'app.asar')));
    say(`  of ${resources ?? 'the build, as npm run package was not run'}`);
    const paths =
      resources === undefined
        ? packed.map((path) => join(projectFolder, path))
        : ['app.asar', 'app.asar.unpacked'].map((name) => join(resources, name));
    let bytes = 0;
    for (const path of paths) bytes += await sizeOf(path);
    return [
      {
        name: 'app-size',
        value: bytes / 1024 / 1024,
        unit: 'MB',
        floor: null,
        goal: { of: 'value', atMost: 6 },
      },
    ];
  },
};

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path);
  if (!stats.isDirectory()) return stats.size;
  const entries = await readdir(path);
  const sizes = await Promise.all(entries.map((entry) => sizeOf(join(path, entry))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
