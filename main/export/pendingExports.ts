import { promises } from 'node:fs';
import { z } from 'zod';
import type { ExportFs } from './exportFs.ts';
import { quietly } from './fileErrors.ts';
import { cleanLeftovers } from './leftovers.ts';

const recordSchema = z.array(z.string());

/**
 * Remembers, in a small file of the application's own, which directories are being written to, so that a start after a
 * kill finds what to repair. Holds paths only.
 */
export class PendingExports {
  readonly #path: string;
  #last: Promise<void> = Promise.resolve();

  /** @param path the record's file, in the application's data folder */
  constructor(path: string) {
    this.#path = path;
  }

  /** The directories, none when there is no readable record. */
  async list(): Promise<readonly string[]> {
    try {
      return recordSchema.parse(JSON.parse(await promises.readFile(this.#path, 'utf8')));
    } catch {
      // What it would name is found again when a person exports to the same place.
      return [];
    }
  }

  add(directories: readonly string[]): Promise<void> {
    return this.#update((recorded) => [...new Set([...recorded, ...directories])]);
  }

  remove(directories: readonly string[]): Promise<void> {
    const done = new Set(directories);
    return this.#update((recorded) => recorded.filter((directory) => !done.has(directory)));
  }

  /** One at a time: each reads what the one before wrote. */
  #update(change: (recorded: readonly string[]) => readonly string[]): Promise<void> {
    const update = this.#last.then(async () => this.#save(change(await this.list())));
    this.#last = update.catch(() => {});
    return update;
  }

  async #save(directories: readonly string[]): Promise<void> {
    if (directories.length === 0) return promises.rm(this.#path, { force: true });
    const temporary = `${this.#path}.tmp`;
    await promises.writeFile(temporary, JSON.stringify(directories), { mode: 0o600, flush: true });
    await promises.rename(temporary, this.#path);
  }

  /**
   * Repairs and cleans every directory that a killed export may have left undone. Does not reject for what the
   * system refuses.
   * @param before start of this process, Unix milliseconds
   */
  async repair(fs: ExportFs, before: number): Promise<void> {
    for (const directory of await this.list()) {
      // A directory that fails stays recorded.
      await quietly(async () => {
        await cleanLeftovers(fs, directory, before);
        await this.remove([directory]);
      });
    }
  }
}
