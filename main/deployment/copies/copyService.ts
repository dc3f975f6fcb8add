import { Emitter, type Event } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { CertificateTimes } from '#shared/domain/certificate.ts';
import type { CopyBundleView, CopyPutBack, CopyRefresh } from '#shared/domain/copy.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { toFileError } from '../export/fileErrors.ts';
import type { WrittenBundle } from '../export/writtenBundle.ts';
import type { CopyCommands } from './command/copyCommands.ts';
import type { CopyBook } from './copyBook.ts';
import type { CopyLooks } from './copyLooks.ts';
import type { CopyBundle } from './copyRecord.ts';
import { folderOf, toCopyView } from './copyView.ts';
import type { CopyWriter } from './copyWriter.ts';
import type { FormerTidy } from './formerTidy.ts';
import { placeOf } from './lookAtBundle.ts';
import type { LookFs } from './lookAtFile.ts';
import type { Overwrite } from './refreshCopies.ts';

export interface CopyServicePorts {
  readonly book: CopyBook;
  readonly looks: CopyLooks;
  readonly fs: LookFs;
  /** An order that is there and was not removed. */
  readonly order: (id: string) => CertificateTimes | null;
  readonly writer: CopyWriter;
  readonly tidy: Pick<FormerTidy, 'removeAll'>;
  readonly commands: CopyCommands;
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
  readonly #changed = new Emitter<void>('copyService.changed');
  /** By order with copies: the fingerprint of its leaf as it was last looked up; `null` for an order that is gone. */
  #leaves: ReadonlyMap<string, string | null> | null = null;

  /** Fires when `list` gives something else. */
  readonly onDidChange = this.#changed.event;
  /** Ids of orders whose files are other ones than before. */
  readonly onDidWrite: Event<readonly string[]>;

  constructor(ports: CopyServicePorts) {
    this.#ports = ports;
    this.onDidWrite = ports.book.onDidWrite;
    ports.book.onDidChange(() => {
      this.#leaves = null;
      this.#changed.fire();
    });
    ports.looks.onDidLook(() => this.#changed.fire());
    ports.commands.onDidChange(() => this.#changed.fire());
  }

  /** Copies of the orders that are there, by folder. */
  list(): readonly CopyBundleView[] {
    const { book, looks, commands, order, home } = this.#ports;
    const views = book.list().flatMap((bundle) => {
      const { id } = bundle;
      const present = order(bundle.orderId);
      if (present === null) return [];
      return toCopyView(bundle, present, looks.of(id), home, commands.lastRun(id));
    });
    return views.sort(byFolder);
  }

  /** An export wrote files. */
  exported(written: readonly WrittenBundle[]): void {
    const { book, looks, writer } = this.#ports;
    const ids = book.take(written, (id) => looks.isChanged(id));
    looks.reset(ids);
    if (ids.length === 0) return;
    writer.written(ids);
    this.#lookSoon(ids);
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

  /** As of `CopyWriter`. */
  refresh(
    ids: readonly string[],
    overwrite: Overwrite,
    reviewed: string | null,
  ): Promise<Result<readonly CopyRefresh[]>> {
    return this.#ports.writer.refresh(ids, overwrite, reviewed);
  }

  /** As of `CopyWriter`. */
  putBack(id: string, overwrite: Overwrite): Promise<Result<CopyPutBack>> {
    return this.#ports.writer.putBack(id, overwrite);
  }

  /** Sets the command of a copy, or removes it, as of `CopyCommands`. */
  setCommand(id: string, command: readonly string[] | null): Promise<Result<null>> {
    return this.#ports.commands.set(id, command);
  }

  /** As of `CopyWriter`. */
  runCommand(id: string): Result<null> {
    return this.#ports.writer.runCommand(id);
  }

  /** Forgets copies, and removes what they replaced; the files stay. Errors: `busy`, `storage`. */
  async forget(ids: readonly string[]): Promise<Result<null>> {
    const { book, tidy, commands } = this.#ports;
    const removed = await tidy.removeAll(this.#known(ids));
    if (!removed.ok) return removed;
    const forgotten = book.forget(ids);
    if (forgotten.ok) commands.forget(ids);
    return forgotten;
  }

  /** Takes from files that are as they were written the permissions beyond that. Errors: of the first file that fails. */
  async tighten(ids: readonly string[]): Promise<Result<null>> {
    const { looks, fs, tighten } = this.#ports;
    await looks.look(ids);
    let first: AppError | null = null;
    for (const bundle of this.#known(ids)) {
      for (const file of bundle.files) {
        const { path, mode, name } = file;
        if (looks.of(bundle.id)?.sights.get(path)?.finding !== 'wider') continue;
        try {
          const place = await placeOf(fs, bundle, file);
          if (place !== null) await tighten(place, mode);
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
