import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { folderProblem } from './folderTrust.ts';

/** Where compiled code is stored: one folder per version of the program. Node divides that by its own version and the processor. */
export interface CompiledCodePlace {
  /** In the user's data; created if it is missing. */
  readonly folder: string;
  readonly version: string;
}

/**
 * Uses the cache of compiled modules for all that is loaded from now on (Node: `module.enableCompileCache`). Without a
 * writable folder that is the user's own the program starts as well, only later.
 */
export function enableCompiledCode({ folder, version }: CompiledCodePlace): void {
  try {
    // Node would create it with the mode that the umask leaves.
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // There is one, or none can be created.
  }
  if (folderProblem(folder, 'data') === null) enableCompileCache(join(folder, version));
}

/** Stores what this process compiled, and removes the caches of other versions. Never rejects. */
export async function keepCompiledCode({ folder, version }: CompiledCodePlace): Promise<void> {
  flushCompileCache();
  const versions = await readdir(folder).catch(() => []);
  for (const other of versions.filter((name) => name !== version))
    await rm(join(folder, other), { recursive: true, force: true }).catch(() => undefined);
}
