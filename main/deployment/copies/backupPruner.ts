import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import { ok, type Result } from '#shared/result.ts';
import type { ExportService } from '../export/exportService.ts';
import type { CopyBundle } from './copyRecord.ts';
import type { CopyRegistry } from './copyRegistry.ts';

export interface BackupPrunerPorts {
  readonly registry: CopyRegistry;
  readonly exports: Pick<ExportService, 'removePrevious'>;
  readonly hasOrder: (id: string) => boolean;
  /** Decides what has expired: a clock that is wrong for a moment must not delete a key. */
  readonly confirmedClock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** Removes backups of replaced files once they are useless, because they contain private keys. */
export class BackupPruner {
  readonly #ports: BackupPrunerPorts;

  constructor(ports: BackupPrunerPorts) {
    this.#ports = ports;
  }

  /** Removes backups with an expired leaf, and those of removed orders. Failures are retried at the next call. */
  async prune(): Promise<void> {
    const { registry, confirmedClock, hasOrder } = this.#ports;
    const now = confirmedClock.now();
    for (const bundle of registry.list()) {
      const record = bundle.previous?.record ?? null;
      const isUseless = (record !== null && record.notAfter < now) || !hasOrder(bundle.orderId);
      if (bundle.previous === null || !isUseless) continue;
      const removed = await this.#remove(bundle);
      // The files may have been restored or updated meanwhile.
      if (removed.ok && registry.find(bundle.id)?.previous === bundle.previous)
        registry.dropPrevious(bundle.id);
    }
  }

  /** Removes the backups of bundles; what can't be removed, e.g. on a disconnected disk, stays. Error: `busy`. */
  async removeAll(bundles: readonly CopyBundle[]): Promise<Result<null>> {
    for (const bundle of bundles) {
      const removed = await this.#remove(bundle);
      if (!removed.ok && removed.error.kind === 'busy') return removed;
    }
    return ok(null);
  }

  async #remove({ target, folder, previous }: CopyBundle): Promise<Result<null>> {
    if (previous === null) return ok(null);
    const removed = await this.#ports.exports.removePrevious({
      target,
      folder,
      previous: previous.directory,
    });
    if (!removed.ok && removed.error.kind !== 'busy')
      this.#ports.logger.warn('Previous files of a copy were not removed', { error: removed.error.kind });
    return removed;
  }
}
