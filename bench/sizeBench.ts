import { join } from 'node:path';
import { readDistribution } from '#scripts/lib/electronDownload.ts';
import { isGood } from '#scripts/lib/steps.ts';
import { packageApp, unpackedFolder } from '#scripts/packaging/packageApp.ts';
import type { Bench } from './lib/bench.ts';
import { MEGABYTE, sizeOf } from './lib/fileSizes.ts';

/** The unpacked package against stock Electron, and what the app adds: the archive and the native module beside it. */
export const sizeBench: Bench = {
  names: ['install-size', 'app-size'],
  async run({ electronFolder, folder }) {
    const electron = readDistribution(electronFolder);
    const output = join(folder, 'packages');
    const order = { system: 'linux', targets: ['dir'], output, ...(electron && { electron }) } as const;
    const packaged = await packageApp(order);
    if (!isGood(packaged)) throw new Error(packaged.details);
    const unpacked = unpackedFolder(output);
    const added = ['app.asar', 'app.asar.unpacked'].map((name) => join(unpacked, 'resources', name));
    const megabytes = async (paths: readonly string[]) => [(await sizeOf(paths)) / MEGABYTE];
    return [
      {
        name: 'install-size',
        values: await megabytes([unpacked]),
        unit: 'MB',
        floors: await megabytes([electronFolder]),
        goal: { of: 'ratio', atMost: 1 },
      },
      {
        name: 'app-size',
        values: await megabytes(added),
        unit: 'MB',
        floors: null,
        goal: { of: 'value', atMost: 3.5 },
      },
    ];
  },
};
