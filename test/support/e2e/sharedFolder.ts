import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sharedFolderVariable } from '#scripts/lib/tiers.ts';
import { temporaryFolder } from './notAfterApp.ts';

/**
 * A folder that the first test file of a run fills for all of them, which only read it. Without a run the calling file has
 * its own.
 * @param name differs for each content
 * @param fill writes into a new folder, which is then renamed; if it rejects, another file tries
 */
export async function sharedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const shared = process.env[sharedFolderVariable] ?? (await temporaryFolder());
  const [filled, begun] = [join(shared, name), join(shared, `${name}.begun`)];
  while (!existsSync(filled)) {
    if (!(await isFirst(begun))) {
      await wait(200);
      continue;
    }
    try {
      if (!existsSync(filled)) {
        await fill(begun);
        await rename(begun, filled);
      }
    } finally {
      await rm(begun, { recursive: true, force: true });
    }
  }
  return filled;
}

/** Whether this call creates the folder: of several processes, in only one. */
async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
