import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app } from 'electron';
import type { Licences } from '#shared/ipc/answers.ts';

/**
 * The licences of the app and of the packages that it contains.
 * @param builtFolder contains `main/` and `renderer/` as built
 */
export async function readLicences(builtFolder: string): Promise<Licences> {
  const packed = join(process.resourcesPath, 'licences');
  const [own, main, window] = app.isPackaged
    ? [join(packed, 'notafter.txt'), join(packed, 'main.md'), join(packed, 'window.md')]
    : [
        join(app.getAppPath(), 'LICENSE'),
        join(builtFolder, 'main', 'licences.md'),
        join(builtFolder, 'renderer', 'licences.md'),
      ];
  // The only package that is not bundled.
  const keytar = join(app.getAppPath(), 'node_modules', 'keytar', 'LICENSE.md');
  const read = (file: string) => readFile(file, 'utf8');
  return {
    own: await read(own),
    others: `${await read(main)}\n\n## keytar\n\n${await read(keytar)}\n\n${await read(window)}`,
  };
}
