import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import type { Clock } from '#main/platform/time.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Registered, RestoredFiles, WrittenBundle } from '../export/exportDestination.ts';
import { BundleIndex } from './bundleIndex.ts';
import {
  afterRestore,
  type CopyBundle,
  type CopyOutline,
  type CopyRepository,
  earlierOf,
  type FailedRun,
  filesOf,
  intentSchema,
  type PreviousRecord,
  pathsOf,
  recordOf,
} from './copyRecord.ts';
import { needsPassphraseOf } from './copyView.ts';

export interface CopyRegistryPorts {
  readonly repository: CopyRepository;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
}

/** How exported files are registered. */
export interface AddHow {
  /** Whether another program is known to have changed a bundle's files, so that the backup of them is not what the registry says. */
  readonly isChanged: (id: string) => boolean;
  /** Ids of the intents of the write. */
  readonly intents: readonly string[];
  /** Whether nothing else runs the commands, so that `leftDue` has them. */
  readonly leavesDue: boolean;
  /** Calls `write`, alone or in a transaction with others. Error: `storage`. */
  readonly store: (write: () => Result<null>) => Result<null>;
}

const neverRun = { command: null, failedRun: null } as const;

const plainly: AddHow = { isChanged: () => false, intents: [], leavesDue: false, store: (write) => write() };

/** The registry of exported files, in memory and on disk. A path belongs to one bundle. */
export class CopyRegistry {
  readonly #ports: CopyRegistryPorts;
  readonly #index: BundleIndex;
  /** What writes are about to put into folders, or were when they ended without a record, by id. */
  readonly #intents = new Map<string, WrittenBundle>();
  /** The intents of running writes. */
  readonly #writing = new Set<string>();
  readonly #changed = new Emitter<void>('copyRegistry.changed');
  readonly #written = new Emitter<readonly string[]>('copyRegistry.written');

  readonly onDidChange = this.#changed.event;
  /** Ids of orders with new files, exported or restored. */
  readonly onDidWrite = this.#written.event;

  /** Throws if the database can't be read, as all that reads bundles. */
  constructor(ports: CopyRegistryPorts) {
    this.#ports = ports;
    this.#index = new BundleIndex(ports.repository, ports.logger);
    let unusable = 0;
    for (const { id, bundle } of ports.repository.intents()) {
      const intended = intentSchema.safeParse(bundle).data;
      if (intended === undefined) unusable += 1;
      else this.#intents.set(id, intended);
    }
    if (unusable > 0) ports.logger.warn('Stored copies cannot be used', { count: unusable });
  }

  list(): readonly CopyBundle[] {
    return this.#index.list();
  }

  find(id: string): CopyBundle | null {
    return this.#index.find(id);
  }

  /** As `list`, of some orders, without reading those of others. */
  ofOrders(orderIds: ReadonlySet<string>): readonly CopyBundle[] {
    return this.#index.ofOrders(orderIds);
  }

  /** As much of `list` as statuses follow from; `null`: it was read whole. */
  outlines(): readonly CopyOutline[] | null {
    return this.#index.outlines();
  }

  /** Copies whose files were recorded late, as by the start after a kill, so that no one has run their command. */
  leftDue(): readonly CopyBundle[] {
    return this.list().filter(
      ({ id, failedRun }) => failedRun?.kind === 'due' && failedRun.startedAt === this.#index.leftDue.get(id),
    );
  }

  /** The copy that the file at this path belongs to; `null`: none. */
  findByPath(path: string): CopyBundle | null {
    return this.#index.findByPath(path);
  }

  /** What writes were about to put into folders that ended without a record, by id: killed, failed, or not stored. */
  leftIntents(): readonly (readonly [string, WrittenBundle])[] {
    return [...this.#intents].filter(([id]) => !this.#writing.has(id));
  }

  /** Records, durably, what is about to be put into folders, until `ended`. Error: `storage`. @returns ids of the intents */
  intend(intended: readonly WrittenBundle[]): Result<readonly string[]> {
    const begun = intended.map((bundle) => ({
      id: this.#ports.newId(),
      bundle: { ...bundle, previous: null },
    }));
    const stored = begun.length === 0 ? ok(null) : this.#ports.repository.intend(begun);
    if (!stored.ok) return stored;
    for (const { id, bundle } of begun) {
      this.#intents.set(id, bundle);
      this.#writing.add(id);
    }
    return ok(begun.map(({ id }) => id));
  }

  /** The writes of intents have ended. Those without a record are left. */
  ended(ids: readonly string[]): void {
    for (const id of ids) this.#writing.delete(id);
  }

  /** Forgets left intents whose folders hold something else. They come back if that can't be stored. */
  dropIntents(ids: readonly string[]): void {
    if (ids.length > 0) this.#store(new Map(), new Set(), ids, plainly.store);
  }

  /**
   * Registers exported files. A bundle of the same order whose files are all replaced keeps its id; other bundles lose the
   * replaced paths. If storing fails, the change lasts until the app ends, and the intents are left.
   */
  add(written: readonly WrittenBundle[], how: Partial<AddHow> = {}): Registered {
    const { isChanged, intents, leavesDue, store } = { ...plainly, ...how };
    if (written.length === 0) return { copyIds: [], stored: ok(null) };
    const saved = new Map<string, CopyBundle>();
    const removed = new Set<string>();
    const copyIds = written.map((each) => this.#addOne(each, saved, removed, isChanged));
    const stored = this.#store(
      saved,
      removed,
      this.#endedAt(new Set(written.flatMap(pathsOf)), intents),
      store,
    );
    for (const { id, failedRun } of saved.values())
      if (leavesDue && failedRun?.kind === 'due') this.#index.leftDue.set(id, failedRun.startedAt);
    this.#written.fire([...new Set(written.map(({ orderId }) => orderId))]);
    return { copyIds, stored };
  }

  /** The intents that end with what is stored of these paths: left ones, and those of the write itself. */
  #endedAt(paths: ReadonlySet<string>, own: readonly string[]): readonly string[] {
    const candidates = [...this.leftIntents().map(([id]) => id), ...own];
    return candidates.filter((id) => {
      const intended = this.#intents.get(id);
      return intended !== undefined && pathsOf(intended).some((path) => paths.has(path));
    });
  }

  /** Forgets bundles; the files stay. Unknown ids are ignored. Error: `storage`. */
  forget(ids: readonly string[]): Result<null> {
    const known = ids.filter((id) => this.find(id) !== null);
    const paths = known.flatMap((id) => this.find(id)?.files ?? []).map(({ path }) => path);
    const ended = this.#endedAt(new Set(paths), []);
    const stored = this.#ports.repository.save([], known, ended);
    if (!stored.ok) return stored;
    for (const id of ended) this.#intents.delete(id);
    for (const id of known) this.#index.drop(id);
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
        for (const bundle of bundles) this.#index.put(bundle);
        if (bundles.length > 0) this.#changed.fire();
      },
    };
  }

  /**
   * Sets the command of all bundles or of none. Errors: `unknownId`, `storage`.
   * @param command an absolute path, and arguments; it has not failed yet
   */
  setCommand(ids: readonly string[], command: readonly string[] | null): Result<null> {
    return this.#change(ids, { command, failedRun: null });
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

  /**
   * The previous files of a bundle were restored. Error: `storage`; the change then lasts until the app ends.
   * @param wereOurs the files that were replaced were those in the registry
   * @param intents ids of the intents of the restore
   */
  restored(
    id: string,
    restored: RestoredFiles,
    wereOurs: boolean,
    intents: readonly string[] = [],
  ): Result<null> {
    const before = this.find(id);
    if (before === null) return ok(null);
    const restoredBundle = afterRestore(before, restored, wereOurs);
    const after = { ...restoredBundle, failedRun: this.#dueRun(before) };
    const saved = new Map<string, CopyBundle>();
    const removed = new Set<string>();
    this.#displace(new Set(after.files.map(({ path }) => path)), saved, removed);
    this.#index.drop(id);
    removed.delete(id);
    saved.set(id, this.#index.put(after));
    const stored = this.#store(saved, removed, intents, plainly.store);
    this.#written.fire([after.orderId]);
    return stored;
  }

  /** The files of a bundle are earlier ones again, as from a backup. Errors: `unknownId`, `storage`. */
  returned(id: string, record: PreviousRecord): Result<null> {
    const bundle = this.find(id);
    return bundle === null ? err({ kind: 'unknownId' }) : this.#change([id], earlierOf(bundle, record));
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
    for (const bundle of bundles) this.#index.put(bundle);
    this.#changed.fire();
    return ok(null);
  }

  #store(
    saved: ReadonlyMap<string, CopyBundle>,
    removed: ReadonlySet<string>,
    ended: readonly string[],
    store: AddHow['store'],
  ): Result<null> {
    const stored = store(() => this.#ports.repository.save([...saved.values()], [...removed], ended));
    if (stored.ok) for (const id of ended) this.#intents.delete(id);
    else this.#ports.logger.error('Copies were not registered', { error: stored.error.kind });
    this.#changed.fire();
    return stored;
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
    const { orderId, presetId, target, folder, agreed, leaf, chainEnd, chainComplete } = written;
    const { fingerprint256, notBefore, notAfter } = leaf;
    const { wishes } = written;
    const record = replaced === null || isChanged(replaced.id) ? null : recordOf(replaced);
    const previous = written.previous === null ? null : { directory: written.previous, record };
    // Nothing was moved aside: the files are those of another computer, or are registered again.
    const isSameBackup = previous !== null && previous.directory === replaced?.previous?.directory;
    const bundle: CopyBundle = {
      ...{ id, orderId, presetId, target, folder, agreed, files },
      ...{ fingerprint256, notBefore, notAfter, chainEnd, chainComplete },
      writtenAt: this.#ports.clock.now(),
      autoRefresh: (wishes.autoRefresh ?? replaced?.autoRefresh === true) && !needsPassphraseOf({ files }),
      previous: isSameBackup ? replaced.previous : previous,
      command: wishes.command ?? replaced?.command ?? null,
      failedRun: this.#dueRun(wishes.command === null ? (replaced ?? neverRun) : { ...neverRun, ...wishes }),
    };
    removed.delete(id);
    saved.set(id, this.#index.put(bundle));
    return id;
  }

  /** Takes paths from the bundles that own them. @returns these, unchanged */
  #displace(
    paths: ReadonlySet<string>,
    saved: Map<string, CopyBundle>,
    removed: Set<string>,
  ): readonly CopyBundle[] {
    const owners = [...new Set([...paths].flatMap((path) => this.findByPath(path) ?? []))];
    for (const owner of owners) {
      this.#index.drop(owner.id);
      saved.delete(owner.id);
      const left = owner.files.filter(({ path }) => !paths.has(path));
      if (left.length === 0) removed.add(owner.id);
      else saved.set(owner.id, this.#index.put({ ...owner, files: left }));
    }
    return owners;
  }
}
