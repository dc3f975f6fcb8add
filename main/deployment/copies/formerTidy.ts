import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import { ok, type Result } from '#shared/result.ts';
import type { CopyBook } from './copyBook.ts';
import type { CopyBundle } from './copyRecord.ts';
import type { FormerFiles } from './putBackCopy.ts';

export interface FormerTidyPorts {
  readonly book: CopyBook;
  readonly formers: Pick<FormerFiles, 'removeFormer'>;
  /** Whether an order is there and was not removed. */
  readonly hasOrder: (id: string) => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Removes kept files that nobody will put back: private keys do not stay on a disk for nothing. */
export class FormerTidy {
  readonly #ports: FormerTidyPorts;

  constructor(ports: FormerTidyPorts) {
    this.#ports = ports;
  }

  /** Removes those whose leaf has expired, and those of orders that are gone. What fails is tried again next time. */
  async tidy(): Promise<void> {
    const { book, clock, hasOrder } = this.#ports;
    const now = clock.now();
    for (const bundle of book.list()) {
      const record = bundle.former?.record ?? null;
      const isOver = (record !== null && record.notAfter < now) || !hasOrder(bundle.orderId);
      if (bundle.former === null || !isOver) continue;
      const removed = await this.#remove(bundle);
      // Files may have been put back, or written anew, in the meantime.
      if (removed.ok && book.find(bundle.id)?.former === bundle.former) book.dropFormer(bundle.id);
    }
  }

  /**
   * Removes the kept files of bundles that are to be forgotten. What cannot be removed, such as on a disk that is gone,
   * stays there. Error: `busy`.
   */
  async removeAll(bundles: readonly CopyBundle[]): Promise<Result<null>> {
    for (const bundle of bundles) {
      const removed = await this.#remove(bundle);
      if (!removed.ok && removed.error.kind === 'busy') return removed;
    }
    return ok(null);
  }

  async #remove({ target, folder, former }: CopyBundle): Promise<Result<null>> {
    if (former === null) return ok(null);
    const removed = await this.#ports.formers.removeFormer({ target, folder, directory: former.directory });
    if (!removed.ok && removed.error.kind !== 'busy')
      this.#ports.logger.warn('Former files of a copy were not removed', { error: removed.error.kind });
    return removed;
  }
}
