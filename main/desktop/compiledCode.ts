import { readdir, rm } from 'node:fs/promises';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { app } from 'electron';

/** One folder per version of the app; Node divides it by its own version and the processor. */
const folder = join(app.getPath('sessionData'), 'Compiled Code');

/**
 * Uses the cache of compiled modules for all that is loaded from now on (Node: `module.enableCompileCache`). Without a
 * writable folder the app starts as well, only later.
 */
export function enableCompiledCode(): void {
  enableCompileCache(join(folder, app.getVersion()));
}

/** Stores what this process compiled, and removes the caches of other versions. Never rejects. */
export async function keepCompiledCode(): Promise<void> {
  flushCompileCache();
  const versions = await readdir(folder).catch(() => []);
  for (const version of versions.filter((name) => name !== app.getVersion()))
    await rm(join(folder, version), { recursive: true, force: true }).catch(() => undefined);
}
