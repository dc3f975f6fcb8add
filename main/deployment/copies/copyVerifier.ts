import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import type { Registered, WrittenBundle } from '../export/exportDestination.ts';
import { type CopyBundle, earlierOf } from './copyRecord.ts';
import type { AddHow, CopyRegistry } from './copyRegistry.ts';
import { type BundleCheck, checkBundle, type FileChecks, type ReadOnlyFs } from './fileCheck.ts';

const concurrency = 16;

/** Checks exported files against the registry and keeps the results in memory. */
export class CopyVerifier {
  readonly #registry: CopyRegistry;
  readonly #fs: ReadOnlyFs;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #checks = new Map<string, BundleCheck>();
  #isWriting: () => boolean = () => false;
  #settleLeft: () => Promise<void> = async () => undefined;
  readonly #verified = new Emitter<void>('copyVerifier.verified');

  readonly onDidVerify = this.#verified.event;

  constructor(registry: CopyRegistry, fs: ReadOnlyFs, clock: Clock, logger: Logger) {
    this.#registry = registry;
    this.#fs = fs;
    this.#clock = clock;
    this.#logger = logger;
  }

  /**
   * A check may see files that NotAfter has written and not registered yet: while `isWriting`, changes that it finds are not
   * kept. The next check finds those of other programs.
   */
  doubtWhile(isWriting: () => boolean): void {
    this.#isWriting = isWriting;
  }

  /** What earlier writes left is settled before each check. */
  settleBefore(settle: () => Promise<void>): void {
    this.#settleLeft = settle;
  }

  /** The last check of a bundle; `null`: none yet. */
  of(id: string): BundleCheck | null {
    return this.#checks.get(id) ?? null;
  }

  /** Whether the last check found files that another program changed. */
  isChanged(id: string): boolean {
    return isChanged(this.#checks.get(id)?.files ?? new Map());
  }

  /** Unknown ids are ignored. */
  async verify(ids: readonly string[]): Promise<void> {
    await this.#settleLeft();
    // Without a copy nothing is seen anew.
    if (ids.length === 0 && this.#checks.size === 0) return;
    await forEachConcurrent(ids, concurrency, async (id) => {
      const bundle = this.#registry.find(id);
      if (bundle === null) return;
      const wasWriting = this.#isWriting();
      const files = await checkBundle(this.#fs, bundle, this.#checks.get(id)?.files ?? null);
      const earlier = isChanged(files) ? await this.#earlierFiles(bundle) : null;
      if ((wasWriting || this.#isWriting()) && differs(files)) return;
      // The bundle may have been updated or forgotten meanwhile.
      if (this.#registry.find(id)?.files !== bundle.files) return;
      const { record = null } = bundle.previous ?? {};
      const isEarlier = earlier !== null && record !== null && this.#registry.returned(id, record).ok;
      this.#checks.set(id, { files: isEarlier ? earlier : files, at: this.#clock.now() });
    });
    for (const id of [...this.#checks.keys()]) if (this.#registry.find(id) === null) this.#checks.delete(id);
    this.#verified.fire();
  }

  /** The checks of a bundle's files if they are those before its last write, as from a backup. */
  async #earlierFiles(bundle: CopyBundle): Promise<FileChecks | null> {
    const record = bundle.previous?.record ?? null;
    if (record === null) return null;
    const earlier = earlierOf(bundle, record);
    const paths = new Set(bundle.files.map(({ path }) => path));
    if (earlier.files.length !== paths.size || !earlier.files.every(({ path }) => paths.has(path)))
      return null;
    const files = await checkBundle(this.#fs, earlier, null);
    return [...files.values()].every(({ finding }) => finding === 'asWritten' || finding === 'wider')
      ? files
      : null;
  }

  /** Registers exported files, as `CopyRegistry.add`, and soon checks them. */
  register(written: readonly WrittenBundle[], how: Partial<AddHow> = {}): Registered {
    const registered = this.#registry.add(written, { isChanged: (id) => this.isChanged(id), ...how });
    const ids = registered.copyIds;
    this.reset(ids);
    if (ids.length > 0 && registered.stored.ok)
      this.verify(ids).catch((error: unknown) =>
        this.#logger.error('Copies were not checked', { error: errorName(error) }),
      );
    return registered;
  }

  reset(ids: readonly string[]): void {
    for (const id of ids) this.#checks.delete(id);
  }
}

function isChanged(files: FileChecks): boolean {
  return [...files.values()].some(({ finding }) => finding === 'changed');
}

function differs(files: FileChecks): boolean {
  return [...files.values()].some(({ finding }) => finding === 'changed' || finding === 'missing');
}
