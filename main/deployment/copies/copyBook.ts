import { join } from 'node:path';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { PutBackFiles } from '../export/exportDestination.ts';
import type { WrittenBundle } from '../export/writtenBundle.ts';
import type { CopyBundle, CopyFile, CopyRepository } from './copyRecord.ts';
import { asksForPassphrase } from './copyView.ts';
import { recordOf, withFilesBack } from './formerCopy.ts';
import { readStored } from './storedCopy.ts';

export interface CopyBookPorts {
  readonly repository: CopyRepository;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
}

/** The register of the files that exports wrote: in memory as on disk. A path belongs to one bundle. */
export class CopyBook {
  readonly #ports: CopyBookPorts;
  readonly #bundles = new Map<string, CopyBundle>();
  readonly #byPath = new Map<string, string>();
  readonly #changed = new Emitter<void>('copyBook.changed');

  readonly #written = new Emitter<readonly string[]>('copyBook.written');

  readonly onDidChange = this.#changed.event;
  /** Ids of orders whose files are other ones than before: written, or put back. */
  readonly onDidWrite = this.#written.event;

  /** Throws when the database cannot be read. A stored bundle that is not usable is left out, and stays stored. */
  constructor(ports: CopyBookPorts) {
    this.#ports = ports;
    const { bundles, unusable, incomplete } = readStored(ports.repository.all());
    if (unusable > 0) ports.logger.warn('Stored copies cannot be used', { count: unusable });
    if (incomplete > 0)
      ports.logger.warn('Stored copies lost their former files or command', { count: incomplete });
    for (const bundle of bundles) this.#put(bundle);
  }

  list(): readonly CopyBundle[] {
    return [...this.#bundles.values()];
  }

  find(id: string): CopyBundle | null {
    return this.#bundles.get(id) ?? null;
  }

  /**
   * Takes what an export wrote. What was at the same paths before is no longer there: a bundle of the same order whose
   * files are all written anew lives on in the new one. What cannot be stored is known until the app ends.
   * @param isOther whether another hand is known to have changed the files of a bundle: what is kept of them now is
   * then not what the register says
   * @returns the ids of the new bundles
   */
  take(written: readonly WrittenBundle[], isOther: (id: string) => boolean = () => false): readonly string[] {
    const saved = new Map<string, CopyBundle>();
    const removed = new Set<string>();
    const ids = written.map((each) => this.#takeOne(each, saved, removed, isOther));
    if (ids.length === 0) return ids;
    this.#store(saved, removed);
    this.#written.fire([...new Set(written.map(({ orderId }) => orderId))]);
    return ids;
  }

  /** Forgets bundles; the files stay. Ids that are not there are passed over. Error: `storage`. */
  forget(ids: readonly string[]): Result<null> {
    const known = ids.filter((id) => this.#bundles.has(id));
    const stored = this.#ports.repository.save([], known);
    if (!stored.ok) return stored;
    for (const id of known) this.#drop(id);
    this.#changed.fire();
    return ok(null);
  }

  /** Errors: `unknownId`, also for what takes a passphrase to be written anew, `storage`. */
  setKeepFresh(id: string, keepFresh: boolean): Result<null> {
    const before = this.find(id);
    if (before === null || (keepFresh && asksForPassphrase(before))) return err({ kind: 'unknownId' });
    return this.#change({ ...before, keepFresh });
  }

  /** @param command exactly what is to be run. Errors: `unknownId`, `storage`. */
  setCommand(id: string, command: readonly string[] | null): Result<null> {
    const before = this.find(id);
    return before === null ? err({ kind: 'unknownId' }) : this.#change({ ...before, command });
  }

  /** The files that a bundle replaced are no longer kept. Error: `storage`. */
  dropFormer(id: string): Result<null> {
    const before = this.find(id);
    return before === null ? ok(null) : this.#change({ ...before, former: null });
  }

  /**
   * The files that a bundle replaced are in their place again. What cannot be stored is known until the app ends.
   * @param wereOurs whether the files that they took the place of were those that the register knew
   */
  putBack(id: string, back: PutBackFiles, wereOurs: boolean): void {
    const before = this.find(id);
    if (before === null) return;
    const after = withFilesBack(before, back, wereOurs);
    const saved = new Map<string, CopyBundle>();
    const removed = new Set<string>();
    this.#displace(new Set(after.files.map(({ path }) => path)), saved, removed);
    this.#drop(id);
    removed.delete(id);
    saved.set(id, this.#put(after));
    this.#store(saved, removed);
    this.#written.fire([after.orderId]);
  }

  #change(bundle: CopyBundle): Result<null> {
    const stored = this.#ports.repository.save([bundle], []);
    if (!stored.ok) return stored;
    this.#put(bundle);
    this.#changed.fire();
    return ok(null);
  }

  #store(saved: ReadonlyMap<string, CopyBundle>, removed: ReadonlySet<string>): void {
    const stored = this.#ports.repository.save([...saved.values()], [...removed]);
    if (!stored.ok) this.#ports.logger.error('Copies were not registered', { error: stored.error.kind });
    this.#changed.fire();
  }

  #takeOne(
    written: WrittenBundle,
    saved: Map<string, CopyBundle>,
    removed: Set<string>,
    isOther: (id: string) => boolean,
  ): string {
    const files = filesOf(written);
    const paths = new Set(files.map(({ path }) => path));
    const owners = this.#displace(paths, saved, removed);
    const isReplaced = (owner: CopyBundle) => owner.files.every(({ path }) => paths.has(path));
    const heir = owners.find((owner) => owner.orderId === written.orderId && isReplaced(owner)) ?? null;
    const id = heir?.id ?? this.#ports.newId();
    const { orderId, presetId, target, folder, agreed, leaf, chainComplete } = written;
    const { fingerprint256, notBefore, notAfter } = leaf;
    const place = { id, orderId, presetId, target, folder, agreed, switching: written.switching };
    const writtenAt = this.#ports.clock.now();
    const about = { fingerprint256, notBefore, notAfter, chainComplete, writtenAt };
    const record = heir === null || isOther(heir.id) ? null : recordOf(heir);
    const former = written.former === null ? null : { directory: written.former, record };
    const command = heir?.command ?? null;
    const bundle = { ...place, ...about, keepFresh: false, former, command, files };
    const keepFresh = heir?.keepFresh === true && !asksForPassphrase(bundle);
    removed.delete(id);
    saved.set(id, this.#put({ ...bundle, keepFresh }));
    return id;
  }

  /** Takes paths from the bundles that have them. @returns these as they were */
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
