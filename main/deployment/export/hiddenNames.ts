import { randomBytes } from 'node:crypto';
import type { Result } from '#shared/result.ts';
import { ContentFault } from './fileErrors.ts';
import type { FileFacts } from './fileFacts.ts';

/** By what a file is known to be the exporter's own, in one folder. */
export interface Ownership {
  /** Number of the user that files made there belong to; `null`: there are no such numbers. */
  readonly owner: number | null;
  /** Whether modes mean anything there. */
  readonly keepsModes: boolean;
}

/** Whether nobody else made a file or directory, nor can write to it. Links have no mode. */
export function isOwn({ kind, uid, mode }: FileFacts, { owner, keepsModes }: Ownership): boolean {
  if (owner !== null && uid !== owner) return false;
  return !keepsModes || kind === 'symlink' || (mode & othersWrite) === 0;
}

const othersWrite = 0o022;

/** Something that the exporter makes under a hidden name: a directory, or a single file. */
export interface HiddenEntry {
  /** The directory that it lies in: an absolute path without links. */
  readonly folder: string;
  /** The random part of its name: 24 hexadecimal digits. */
  readonly id: string;
  /** Names of all that may lie in it beside a journal; none for a single file. */
  readonly names: readonly string[];
  readonly ownership: Ownership;
  /** Inode of the directory, by which it is told from another one in its place; `null`: not known, or no directory. */
  readonly inode: string | null;
}

/** An entry as it is stored. `isPending`: a write that made or changed it has not ended. */
export interface StoredHidden extends HiddenEntry {
  readonly isPending: boolean;
}

/** What became of entries: they are kept, have something left to be repaired, or are gone. */
export interface Fates {
  readonly kept: readonly HiddenEntry[];
  readonly left: readonly HiddenEntry[];
  readonly gone: readonly HiddenEntry[];
}

/** Where hidden names are stored. */
export interface HiddenRepository {
  /** Throws when the database cannot be read. */
  all(): readonly StoredHidden[];
  /** Stores entries, those that are there again, and forgets others, as one write that is durable. Error: `storage`. */
  save(entries: readonly StoredHidden[], gone: readonly HiddenEntry[]): Result<null>;
}

/** A fresh random part of a hidden name. */
export function newHiddenId(): string {
  return randomBytes(12).toString('hex');
}

/**
 * Remembers every hidden name that the exporter makes, from before it is made until it is gone. What is found under such
 * a name, and is not remembered, is never read, changed or removed.
 */
export class HiddenNames {
  readonly #repository: HiddenRepository;
  readonly #byFolder = new Map<string, Map<string, StoredHidden>>();
  /** Folders that are written to just now, each with how many writes. */
  readonly #busy = new Map<string, number>();

  /** Throws when the database cannot be read. */
  constructor(repository: HiddenRepository) {
    this.#repository = repository;
    for (const entry of repository.all()) this.#put(entry);
  }

  /** The entry with this random part in a folder. */
  find(folder: string, id: string): HiddenEntry | null {
    return this.#byFolder.get(folder)?.get(id) ?? null;
  }

  /** All entries of a folder. */
  in(folder: string): readonly StoredHidden[] {
    return [...(this.#byFolder.get(folder)?.values() ?? [])];
  }

  /** Folders in which a write has not ended that is over by now. */
  interruptedFolders(): readonly string[] {
    const isInterrupted = (folder: string) => this.in(folder).some(({ isPending }) => isPending);
    return [...this.#byFolder.keys()].filter((folder) => !this.isBusy(folder) && isInterrupted(folder));
  }

  /** Whether a write is under way in a folder. */
  isBusy(folder: string): boolean {
    return this.#busy.has(folder);
  }

  /**
   * Notes what is about to be made or changed, until `end`. Durable when it returns.
   * @throws `ContentFault`: `storage`; then nothing is noted
   */
  begin(entries: readonly HiddenEntry[]): void {
    this.#save(
      entries.map((entry) => ({ ...entry, isPending: true })),
      [],
    );
    for (const { folder } of entries) this.#busy.set(folder, (this.#busy.get(folder) ?? 0) + 1);
  }

  /** Notes which directory was made; kept when the entry is settled. */
  identify(folder: string, id: string, inode: string): void {
    const entry = this.#byFolder.get(folder)?.get(id);
    if (entry !== undefined) this.#put({ ...entry, inode });
  }

  /** What was noted by `begin` is over, well or not. */
  end(entries: readonly HiddenEntry[]): void {
    for (const { folder } of entries) {
      const left = (this.#busy.get(folder) ?? 0) - 1;
      if (left > 0) this.#busy.set(folder, left);
      else this.#busy.delete(folder);
    }
  }

  /** Notes what became of entries. @throws `ContentFault`: `storage` */
  settle({ kept, left, gone }: Fates): void {
    const stay = kept.map((entry) => ({ ...entry, isPending: false }));
    const wait = left.map((entry) => ({ ...entry, isPending: true }));
    this.#save([...stay, ...wait], gone);
  }

  #save(entries: readonly StoredHidden[], gone: readonly HiddenEntry[]): void {
    if (entries.length === 0 && gone.length === 0) return;
    const saved = this.#repository.save(entries, gone);
    if (!saved.ok) throw new ContentFault(saved.error);
    for (const entry of entries) this.#put(entry);
    for (const { folder, id } of gone) {
      const left = this.#byFolder.get(folder);
      left?.delete(id);
      if (left?.size === 0) this.#byFolder.delete(folder);
    }
  }

  #put(entry: StoredHidden): void {
    const entries = this.#byFolder.get(entry.folder) ?? new Map<string, StoredHidden>();
    entries.set(entry.id, entry);
    this.#byFolder.set(entry.folder, entries);
  }
}
