import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import type { WrittenBundle } from '../export/exportDestination.ts';
import type { CopyRegistry } from './copyRegistry.ts';
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

  /** The last check of a bundle; `null`: none yet. */
  of(id: string): BundleCheck | null {
    return this.#checks.get(id) ?? null;
  }

  /** Whether the last check found files that another program changed. */
  isChanged(id: string): boolean {
    const checks = this.#checks.get(id)?.files.values() ?? [];
    return [...checks].some(({ finding }) => finding === 'changed');
  }

  /** Unknown ids are ignored. */
  async verify(ids: readonly string[]): Promise<void> {
    // Without a copy nothing is seen anew.
    if (ids.length === 0 && this.#checks.size === 0) return;
    await forEachConcurrent(ids, concurrency, async (id) => {
      const bundle = this.#registry.find(id);
      if (bundle === null) return;
      const wasWriting = this.#isWriting();
      const files = await checkBundle(this.#fs, bundle, this.#checks.get(id)?.files ?? null);
      if ((wasWriting || this.#isWriting()) && differs(files)) return;
      // The bundle may have been updated or forgotten meanwhile.
      if (this.#registry.find(id)?.files === bundle.files)
        this.#checks.set(id, { files, at: this.#clock.now() });
    });
    for (const id of [...this.#checks.keys()]) if (this.#registry.find(id) === null) this.#checks.delete(id);
    this.#verified.fire();
  }

  /** Registers exported files and soon checks them. @returns the ids of their bundles, in the same order */
  register(written: readonly WrittenBundle[]): readonly string[] {
    const ids = this.#registry.add(written, (id) => this.isChanged(id));
    this.reset(ids);
    if (ids.length > 0)
      this.verify(ids).catch((error: unknown) =>
        this.#logger.error('Copies were not checked', { error: errorName(error) }),
      );
    return ids;
  }

  reset(ids: readonly string[]): void {
    for (const id of ids) this.#checks.delete(id);
  }
}

function differs(files: FileChecks): boolean {
  return [...files.values()].some(({ finding }) => finding === 'changed' || finding === 'missing');
}
