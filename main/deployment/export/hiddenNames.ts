import { randomBytes } from 'node:crypto';
import type { Result } from '#shared/result.ts';
import type { FileFacts } from './exportFs.ts';
import { ContentFault } from './fileErrors.ts';

/** How to recognise our own files in one folder. */
export interface Ownership {
  /** User id of files that we create there; `null` on Windows. */
  readonly owner: number | null;
  /** Whether the file system keeps modes. */
  readonly keepsModes: boolean;
}

/** Whether we own a file or directory and no other user can write to it. Links have no mode. */
export function isOwn({ kind, uid, mode }: FileFacts, { owner, keepsModes }: Ownership): boolean {
  if (owner !== null && uid !== owner) return false;
  return !keepsModes || kind === 'symlink' || (mode & othersWrite) === 0;
}

const othersWrite = 0o022;

/** A hidden directory or file that an export creates. */
export interface HiddenEntry {
  /** Its parent directory: absolute, without links. */
  readonly folder: string;
  /** The random part of its name: 24 hex digits. */
  readonly id: string;
  /** Names that may exist in it besides a journal; empty for a file. */
  readonly names: readonly string[];
  readonly ownership: Ownership;
  /** Inode of the directory, to recognise it; `null`: unknown, or a file. */
  readonly inode: string | null;
}

/** A stored entry. `isPending`: a write that created or changed it has not ended, or was cut off. */
export interface StoredHidden extends HiddenEntry {
  readonly isPending: boolean;
}

export interface HiddenRepository {
  /** Throws if the database can't be read. */
  all(): readonly StoredHidden[];
  /** Adds or replaces entries and deletes others in one durable transaction. Error: `storage`. */
  save(entries: readonly StoredHidden[], gone: readonly HiddenEntry[]): Result<null>;
}

export function newHiddenId(): string {
  return randomBytes(12).toString('hex');
}

/**
 * The record of every hidden name, from before it is created until it is gone. Whatever has such a name without being
 * recorded is never read, changed or removed (ADR 22).
 */
export class HiddenNames {
  readonly #repository: HiddenRepository;
  readonly #byFolder = new Map<string, Map<string, StoredHidden>>();
  /** Number of running writes by folder. */
  readonly #busy = new Map<string, number>();

  /** Throws if the database can't be read. */
  constructor(repository: HiddenRepository) {
    this.#repository = repository;
    for (const entry of repository.all()) this.#put(entry);
  }

  find(folder: string, id: string): HiddenEntry | null {
    return this.#byFolder.get(folder)?.get(id) ?? null;
  }

  in(folder: string): readonly StoredHidden[] {
    return [...(this.#byFolder.get(folder)?.values() ?? [])];
  }

  /** Folders with a write that was cut off. */
  interruptedFolders(): readonly string[] {
    const isInterrupted = (folder: string) => this.in(folder).some(({ isPending }) => isPending);
    return [...this.#byFolder.keys()].filter((folder) => !this.isBusy(folder) && isInterrupted(folder));
  }

  /** Whether a write is running in a folder. */
  isBusy(folder: string): boolean {
    return this.#busy.has(folder);
  }

  /** Records what is about to be created or changed, until `end`. Durable on return. @throws `ContentFault` `storage` */
  begin(entries: readonly HiddenEntry[]): void {
    this.settle(
      entries.map((entry) => ({ ...entry, isPending: true })),
      [],
    );
    for (const { folder } of entries) this.#busy.set(folder, (this.#busy.get(folder) ?? 0) + 1);
  }

  /** Notes the inode of a created directory, in memory; `settle` stores it. */
  identify(folder: string, id: string, inode: string): void {
    const entry = this.#byFolder.get(folder)?.get(id);
    if (entry !== undefined) this.#put({ ...entry, inode });
  }

  /** Ends what `begin` began, whether it succeeded or not. */
  end(entries: readonly HiddenEntry[]): void {
    for (const { folder } of entries) {
      const left = (this.#busy.get(folder) ?? 0) - 1;
      if (left > 0) this.#busy.set(folder, left);
      else this.#busy.delete(folder);
    }
  }

  /** Records the state of entries after a write. @throws `ContentFault` `storage` */
  settle(entries: readonly StoredHidden[], gone: readonly HiddenEntry[]): void {
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
