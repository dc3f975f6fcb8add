import type { CopyBundleView, CopyPutBack, CopyRefresh } from '#shared/domain/copy.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { toFileError } from '../export/fileErrors.ts';
import type { WrittenBundle } from '../export/writtenBundle.ts';
import { Emitter } from '../lib/emitter.ts';
import { errorName } from '../lib/errorName.ts';
import type { Logger } from '../lib/logger.ts';
import type { CopyBook } from './copyBook.ts';
import type { CopyLooks } from './copyLooks.ts';
import type { CopyBundle } from './copyRecord.ts';
import { folderOf, type PresentLeaf, toCopyView } from './copyView.ts';
import type { LookFs } from './lookAtFile.ts';
import { type Overwrite, type Rewriter, refreshCopies } from './refreshCopies.ts';

export interface CopyServicePorts {
  readonly book: CopyBook;
  readonly looks: CopyLooks;
  readonly fs: LookFs;
  /** An order that is there and was not removed. */
  readonly order: (id: string) => PresentLeaf | null;
  readonly rewriter: Rewriter;
  /** Takes from a file the permissions beyond `mode`. Throws system errors. */
  readonly tighten: (path: string, mode: number) => Promise<void>;
  readonly showInFolder: (path: string) => void;
  /** The person's home folder, which is shown as `~`. */
  readonly home: string;
  readonly logger: Logger;
}

function byFolder(one: CopyBundleView, other: CopyBundleView): number {
  if (one.folder !== other.folder) return one.folder < other.folder ? -1 : 1;
  return one.writtenAt - other.writtenAt;
}

/** The copies that exports left on this computer: what the window shows of them, and what a person does with them. */
export class CopyService {
  readonly #ports: CopyServicePorts;
  readonly #changed = new Emitter<void>();
  /** By order with copies: the fingerprint of its leaf as it was last looked up; `null` for an order that is gone. */
  #leaves: ReadonlyMap<string, string | null> | null = null;

  /** Fires when `list` gives something else. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: CopyServicePorts) {
    this.#ports = ports;
    ports.book.onDidChange(() => {
      this.#leaves = null;
      this.#changed.fire();
    });
    ports.looks.onDidLook(() => this.#changed.fire());
  }

  /** Copies of the orders that are there, by folder. */
  list(): readonly CopyBundleView[] {
    const { book, looks, order, home } = this.#ports;
    const views = book.list().flatMap((bundle) => {
      const present = order(bundle.orderId);
      return present === null ? [] : toCopyView(bundle, present, looks.of(bundle.id), home);
    });
    return views.sort(byFolder);
  }

  /** An export wrote files. */
  exported(written: readonly WrittenBundle[]): void {
    const { book, looks } = this.#ports;
    const ids = book.take(written);
    looks.reset(ids);
    if (ids.length > 0) this.#lookSoon(ids);
  }

  /** Something about orders changed; what copies depend on is their leaf, and whether they are there. */
  ordersChanged(ids: readonly string[]): void {
    const before = this.#leaves;
    if (
      before !== null &&
      ids.every((id) => before.get(id) === undefined || before.get(id) === this.#leafOf(id))
    )
      return;
    this.#leaves = new Map(
      this.#ports.book.list().map(({ orderId }) => [orderId, this.#leafOf(orderId)] as const),
    );
    this.#changed.fire();
  }

  #leafOf(orderId: string): string | null {
    const present = this.#ports.order(orderId);
    return present === null ? null : (present.fingerprint256 ?? '');
  }

  /** Looks at these copies, or at all. */
  look(ids: readonly string[] | null): Promise<void> {
    return this.#ports.looks.look(ids ?? this.list().map(({ id }) => id));
  }

  /**
   * Writes copies anew with what their orders have now. Errors: `busy` while an export is under way, `unknownId` when
   * none of them is there.
   */
  async refresh(ids: readonly string[], overwrite: Overwrite): Promise<Result<readonly CopyRefresh[]>> {
    const { fs, rewriter, looks } = this.#ports;
    const bundles = this.#known(ids);
    if (bundles.length === 0) return err({ kind: 'unknownId' });
    const refreshed = await refreshCopies(bundles, overwrite, fs, rewriter);
    if (refreshed.ok) await looks.look(ids);
    return refreshed;
  }

  /**
   * Puts the files back that a copy replaced. Errors: `busy`, `unknownId`, `fileSystem`, `storage`.
   */
  async putBack(id: string, _overwrite: Overwrite): Promise<Result<CopyPutBack>> {
    return err(this.#ports.book.find(id) === null ? { kind: 'unknownId' } : { kind: 'busy' });
  }

  /** Has a command run after each rewrite. Errors: `unknownId`, `invalidInput`, `storage`. */
  async setCommand(id: string, _command: readonly string[] | null): Promise<Result<boolean>> {
    return err(this.#ports.book.find(id) === null ? { kind: 'unknownId' } : { kind: 'busy' });
  }

  /** Runs the command of a copy. Errors: `unknownId`, `busy`. */
  async runCommand(id: string): Promise<Result<null>> {
    return err(this.#ports.book.find(id) === null ? { kind: 'unknownId' } : { kind: 'busy' });
  }

  /** Forgets copies; the files stay. Error: `storage`. */
  forget(ids: readonly string[]): Result<null> {
    return this.#ports.book.forget(ids);
  }

  /** Takes from files that are as they were written the permissions beyond that. Errors: of the first file that fails. */
  async tighten(ids: readonly string[]): Promise<Result<null>> {
    const { looks, tighten } = this.#ports;
    await looks.look(ids);
    let first: AppError | null = null;
    for (const { id, files } of this.#known(ids)) {
      for (const { path, mode, name } of files) {
        if (looks.of(id)?.sights.get(path)?.finding !== 'wider') continue;
        try {
          await tighten(path, mode);
        } catch (error) {
          first ??= toFileError(error, name);
        }
      }
    }
    await looks.look(ids);
    return first === null ? ok(null) : err(first);
  }

  /** Errors: `unknownId`, also for what takes a passphrase; `storage`. */
  setKeepFresh(id: string, keepFresh: boolean): Result<null> {
    return this.#ports.book.setKeepFresh(id, keepFresh);
  }

  /** Shows a copy in the file manager. */
  reveal(id: string): void {
    const bundle = this.#ports.book.find(id);
    const first = bundle?.files[0];
    if (bundle === null || first === undefined) return;
    const isThere = this.#ports.looks.of(id)?.sights.get(first.path)?.finding !== 'missing';
    this.#ports.showInFolder(isThere ? first.path : folderOf(bundle));
  }

  #known(ids: readonly string[]): readonly CopyBundle[] {
    return [...new Set(ids)].flatMap((id) => this.#ports.book.find(id) ?? []);
  }

  #lookSoon(ids: readonly string[]): void {
    const { looks, logger } = this.#ports;
    looks
      .look(ids)
      .catch((error: unknown) => logger.error('Copies were not looked at', { error: errorName(error) }));
  }
}
