import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { app } from 'electron';
import { folderProblem } from '#main/platform/folderTrust.ts';

/** One folder per version of the app; Node divides it by its own version and the processor. */
const cacheFolder = () => join(app.getPath('sessionData'), 'Compiled Code');

/**
 * Uses the cache of compiled modules for all that is loaded from now on (Node: `module.enableCompileCache`). Without a
 * writable folder that is the user's own the app starts as well, only later.
 */
export function enableCompiledCode(): void {
  const folder = cacheFolder();
  try {
    // Node would create it with the mode that the umask leaves.
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // There is one, or none can be created.
  }
  if (folderProblem(folder, 'data') === null) enableCompileCache(join(folder, app.getVersion()));
}

/** Stores what this process compiled, and removes the caches of other versions. Never rejects. */
export async function keepCompiledCode(): Promise<void> {
  flushCompileCache();
  const folder = cacheFolder();
  const versions = await readdir(folder).catch(() => []);
  for (const version of versions.filter((name) => name !== app.getVersion()))
    await rm(join(folder, version), { recursive: true, force: true }).catch(() => undefined);
}
