import { join } from 'node:path';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import type { Clock } from '#main/platform/time.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { RestoredFiles, WrittenBundle } from '../export/exportDestination.ts';
import {
  type CopyBundle,
  type CopyFile,
  type CopyRepository,
  copySchema,
  type FailedRun,
  type PreviousRecord,
} from './copyRecord.ts';
import { folderOf, needsPassphraseOf } from './copyView.ts';

export interface CopyRegistryPorts {
  readonly repository: CopyRepository;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
}

/** The fields of a stored bundle that are dropped if they are invalid. */
const dropped = ['previous', 'command', 'failedRun'] as const;

/** The registry of exported files, in memory and on disk. A path belongs to one bundle. */
export class CopyRegistry {
  readonly #ports: CopyRegistryPorts;
  readonly #bundles = new Map<string, CopyBundle>();
  readonly #byPath = new Map<string, string>();
  /** Since when commands are due that the last run of the app left, by copy. */
  readonly #leftDue = new Map<string, number>();
  readonly #changed = new Emitter<void>('copyRegistry.changed');
  readonly #written = new Emitter<readonly string[]>('copyRegistry.written');

  readonly onDidChange = this.#changed.event;
  /** Ids of orders with new files, exported or restored. */
  readonly onDidWrite = this.#written.event;

  /** Throws if the database can't be read. Unusable stored bundles are skipped, and stay stored. */
  constructor(ports: CopyRegistryPorts) {
    this.#ports = ports;
    let [unusable, incomplete] = [0, 0];
    for (const stored of ports.repository.all()) {
      const bundle = copySchema.safeParse(stored).data;
      if (bundle === undefined) {
        unusable += 1;
        continue;
      }
      this.#put(bundle);
      if (bundle.failedRun?.kind === 'due') this.#leftDue.set(bundle.id, bundle.failedRun.startedAt);
      if (dropped.some((field) => bundle[field] === null && stored[field] !== null)) incomplete += 1;
    }
    if (unusable > 0) ports.logger.warn('Stored copies cannot be used', { count: unusable });
    if (incomplete > 0)
      ports.logger.warn('Stored copies lost their previous files, command or its last run', {
        count: incomplete,
      });
  }

  list(): readonly CopyBundle[] {
    return [...this.#bundles.values()];
  }

  find(id: string): CopyBundle | null {
    return this.#bundles.get(id) ?? null;
  }

  /** Copies whose files were written by a run of the app that was killed before it ran their command. */
  leftDue(): readonly CopyBundle[] {
    return this.list().filter(
      ({ id, failedRun }) => failedRun?.kind === 'due' && failedRun.startedAt === this.#leftDue.get(id),
    );
  }

  /** The copy that the file at this path belongs to; `null`: none. */
  findByPath(path: string): CopyBundle | null {
    return this.find(this.#byPath.get(path) ?? '');
  }

  /**
   * Registers exported files. A bundle of the same order whose files are all replaced keeps its id; other bundles lose the
   * replaced paths. If storing fails, the change lasts until the app ends.
   * @param isChanged whether another program is known to have changed a bundle's files, so that the backup of them is not
   * what the registry says
   * @returns the ids of the bundles, in the same order
   */
  add(
    written: readonly WrittenBundle[],
    isChanged: (id: string) => boolean = () => false,
  ): readonly string[] {
    const saved = new Map<string, CopyBundle>();
    const removed = new Set<string>();
    const ids = written.map((each) => this.#addOne(each, saved, removed, isChanged));
    if (ids.length === 0) return ids;
    this.#store(saved, removed);
    this.#written.fire([...new Set(written.map(({ orderId }) => orderId))]);
    return ids;
  }

  /** Forgets bundles; the files stay. Unknown ids are ignored. Error: `storage`. */
  forget(ids: readonly string[]): Result<null> {
    const known = ids.filter((id) => this.#bundles.has(id));
    const stored = this.#ports.repository.save([], known);
    if (!stored.ok) return stored;
    for (const id of known) this.#drop(id);
    this.#changed.fire();
    return ok(null);
  }

  /** Turns automatic updates of all or none on or off. Errors: `unknownId`, also for bundles that need a passphrase; `storage`. */
  setAutoRefresh(ids: readonly string[], autoRefresh: boolean): Result<null> {
    const isLocked = (bundle: CopyBundle | null) => bundle !== null && needsPassphraseOf(bundle);
    if (autoRefresh && ids.some((id) => isLocked(this.find(id)))) return err({ kind: 'unknownId' });
    return this.#change(ids, { autoRefresh });
  }

  /** Plans to turn automatic updates of bundles on or off. Unknown ids are ignored; a passphrase rules them out. */
  planAutoRefresh(choices: ReadonlyMap<string, boolean>): PlannedChange {
    const bundles = [...choices].flatMap(([id, isOn]) => {
      const bundle = this.find(id);
      return bundle === null ? [] : [{ ...bundle, autoRefresh: isOn && !needsPassphraseOf(bundle) }];
    });
    return {
      write: () => this.#ports.repository.save(bundles, []),
      take: () => {
        for (const bundle of bundles) this.#put(bundle);
        if (bundles.length > 0) this.#changed.fire();
      },
    };
  }

  /**
   * Sets the command of all bundles or of none. Errors: `unknownId`, `storage`.
   * @param command an absolute path, and arguments; it has not failed yet
   * @param isDue whether it is still to run for the files as they are
   */
  setCommand(ids: readonly string[], command: readonly string[] | null, isDue = false): Result<null> {
    return this.#change(ids, {
      command,
      failedRun: isDue ? this.#dueRun({ command, failedRun: null }) : null,
    });
  }

  /** The last run of the command of a bundle failed; `null`: it succeeded. Errors: `unknownId`, `storage`. */
  setFailedRun(id: string, failedRun: FailedRun | null): Result<null> {
    if (failedRun === null && this.find(id)?.failedRun === null) return ok(null);
    return this.#change([id], { failedRun });
  }

  /** The backup of a bundle was removed. Errors: `unknownId`, `storage`. */
  dropPrevious(id: string): Result<null> {
    return this.#change([id], { previous: null });
  }

  /** The previous files of a bundle were restored. `wereOurs`: the files that were replaced were those in the registry. */
  restored(id: string, restored: RestoredFiles, wereOurs: boolean): void {
    const before = this.find(id);
    if (before === null) return;
    const restoredBundle = afterRestore(before, restored, wereOurs);
    const after = { ...restoredBundle, failedRun: this.#dueRun(before) };
    const saved = new Map<string, CopyBundle>();
    const removed = new Set<string>();
    this.#displace(new Set(after.files.map(({ path }) => path)), saved, removed);
    this.#drop(id);
    removed.delete(id);
    saved.set(id, this.#put(after));
    this.#store(saved, removed);
    this.#written.fire([after.orderId]);
  }

  /** A command is due from the write of files on, so that the next start runs it after a kill in between. */
  #dueRun({ command, failedRun }: Pick<CopyBundle, 'command' | 'failedRun'>): FailedRun | null {
    if (command === null) return null;
    const before = failedRun?.kind === 'due' ? failedRun.before : failedRun;
    return { kind: 'due', startedAt: this.#ports.clock.now(), before };
  }

  /** Changes all bundles or none. */
  #change(ids: readonly string[], changes: Partial<CopyBundle>): Result<null> {
    if (ids.length === 0) return ok(null);
    const before = ids.flatMap((id) => this.find(id) ?? []);
    if (before.length < ids.length) return err({ kind: 'unknownId' });
    const bundles = before.map((bundle) => ({ ...bundle, ...changes }));
    const stored = this.#ports.repository.save(bundles, []);
    if (!stored.ok) return stored;
    for (const bundle of bundles) this.#put(bundle);
    this.#changed.fire();
    return ok(null);
  }

  #store(saved: ReadonlyMap<string, CopyBundle>, removed: ReadonlySet<string>): void {
    const stored = this.#ports.repository.save([...saved.values()], [...removed]);
    if (!stored.ok) this.#ports.logger.error('Copies were not registered', { error: stored.error.kind });
    this.#changed.fire();
  }

  #addOne(
    written: WrittenBundle,
    saved: Map<string, CopyBundle>,
    removed: Set<string>,
    isChanged: (id: string) => boolean,
  ): string {
    const files = filesOf(written);
    const paths = new Set(files.map(({ path }) => path));
    const owners = this.#displace(paths, saved, removed);
    const isReplaced = (owner: CopyBundle) => owner.files.every(({ path }) => paths.has(path));
    const replaced = owners.find((owner) => owner.orderId === written.orderId && isReplaced(owner)) ?? null;
    const id = replaced?.id ?? this.#ports.newId();
    const { orderId, presetId, target, folder, agreed, switching, leaf, chainEnd, chainComplete } = written;
    const { fingerprint256, notBefore, notAfter } = leaf;
    const record = replaced === null || isChanged(replaced.id) ? null : recordOf(replaced);
    const bundle: CopyBundle = {
      ...{ id, orderId, presetId, target, folder, agreed, switching, files },
      ...{ fingerprint256, notBefore, notAfter, chainEnd, chainComplete },
      writtenAt: this.#ports.clock.now(),
      autoRefresh: replaced?.autoRefresh === true && !needsPassphraseOf({ files }),
      previous: written.previous === null ? null : { directory: written.previous, record },
      command: replaced?.command ?? null,
      failedRun: replaced === null ? null : this.#dueRun(replaced),
    };
    removed.delete(id);
    saved.set(id, this.#put(bundle));
    return id;
  }

  /** Takes paths from the bundles that own them. @returns these, unchanged */
  #displace(
    paths: ReadonlySet<string>,
    saved: Map<string, CopyBundle>,
    removed: Set<string>,
  ): readonly CopyBundle[] {
    const ids = new Set([...paths].flatMap((path) => this.#byPath.get(path) ?? []));
    const owners = [...ids].flatMap((id) => this.#bundles.get(id) ?? []);
    for (const owner of owners) {
      this.#drop(owner.id);
      saved.delete(owner.id);
      const left = owner.files.filter(({ path }) => !paths.has(path));
      if (left.length === 0) removed.add(owner.id);
      else saved.set(owner.id, this.#put({ ...owner, files: left }));
    }
    return owners;
  }

  #put(bundle: CopyBundle): CopyBundle {
    this.#bundles.set(bundle.id, bundle);
    for (const { path } of bundle.files) this.#byPath.set(path, bundle.id);
    return bundle;
  }

  #drop(id: string): void {
    for (const { path } of this.#bundles.get(id)?.files ?? [])
      if (this.#byPath.get(path) === id) this.#byPath.delete(path);
    this.#bundles.delete(id);
  }
}

function filesOf({ target, folder, files, layout }: WrittenBundle): readonly CopyFile[] {
  return files.flatMap((file, index) => {
    const spec = layout[index];
    const path = join(target, folder, file.name);
    return spec === undefined ? [] : [{ ...file, path, spec: { ...spec, name: file.name } }];
  });
}

function recordOf(bundle: CopyBundle): PreviousRecord {
  const { presetId, fingerprint256, notBefore, notAfter, chainEnd, chainComplete, writtenAt } = bundle;
  const files = bundle.files.map(({ path: _path, ...file }) => file);
  return { presetId, fingerprint256, notBefore, notAfter, chainEnd, chainComplete, writtenAt, files };
}

/**
 * The bundle after its previous files were restored. Automatic updates are turned off, as they would replace the files at
 * once. Without a matching record the restored files are another program's: the bundle keeps its record, so that they show
 * as changed, and its own files are the backup.
 */
function afterRestore(bundle: CopyBundle, restored: RestoredFiles, wereOurs: boolean): CopyBundle {
  const previous =
    restored.previous === null
      ? null
      : { directory: restored.previous, record: wereOurs ? recordOf(bundle) : null };
  const after = { ...bundle, previous, autoRefresh: false };
  const record = bundle.previous?.record ?? null;
  if (record === null || !isRecordOf(record, restored.files)) return after;
  const files = record.files.map((file) => ({ ...file, path: join(folderOf(bundle), file.name) }));
  return { ...after, ...record, files };
}

function isRecordOf(record: PreviousRecord, files: RestoredFiles['files']): boolean {
  const digests = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  return (
    digests.size === record.files.length &&
    record.files.every(({ name, sha256 }) => digests.get(name) === sha256)
  );
}
