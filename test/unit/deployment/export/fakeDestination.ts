import type {
  BundleOutcome,
  ExportBundle,
  FolderTarget,
  PlannedBundle,
  RestoredFiles,
  WriteOptions,
} from '#main/deployment/export/exportDestination.ts';
import type { ExportWarning } from '#shared/domain/export.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** A destination in memory, which records its calls and returns what a test sets. */
export class FakeDestination implements FolderTarget {
  reviewed: Result<null> = ok(null);
  conflicts = new Map<string, readonly string[]>();
  warnings: readonly ExportWarning[] = [];
  refusals = new Map<string, AppError>();
  written: Result<null> = ok(null);
  outcome: (orderId: string) => BundleOutcome = (orderId) => ({
    kind: 'written',
    previous: null,
    files: [`${orderId}/f`],
  });
  options: WriteOptions | null = null;
  /** The content of each bundle during the write. */
  readonly contents = new Map<string, string[]>();
  bundles: readonly PlannedBundle[] = [];
  beforeWrite: (bundles: readonly ExportBundle[]) => Promise<void> = async () => {};
  hold: Promise<void> = Promise.resolve();

  root(): string {
    return '/target';
  }

  async review(bundles: readonly PlannedBundle[]) {
    this.bundles = bundles;
    if (!this.reviewed.ok) return this.reviewed;
    const orders = new Map(
      bundles.map(({ orderId }) => {
        const refusal = this.refusals.get(orderId);
        return [orderId, refusal ? err(refusal) : ok(this.conflicts.get(orderId) ?? [])];
      }),
    );
    return ok({ warnings: this.warnings, orders });
  }

  read: (path: string) => Promise<Uint8Array> = async (path) => Buffer.from(`written ${path}`);

  async openWritten() {
    return { read: this.read };
  }

  restored: Result<RestoredFiles> = ok({ previous: null, files: [] });
  /** The restores and removals of previous files. */
  readonly previousFiles: string[] = [];

  async restore({ folder, files }: PlannedBundle, previous: string) {
    this.previousFiles.push(`restore ${folder} ${files.map(({ name }) => name)} ${previous}`);
    await this.hold;
    return this.restored;
  }

  async removePrevious(folder: string, previous: string) {
    this.previousFiles.push(`remove ${folder} ${previous}`);
    return ok(null);
  }

  async write(bundles: readonly ExportBundle[], options: WriteOptions): Promise<Result<null>> {
    this.options = options;
    this.bundles = bundles;
    await this.beforeWrite(bundles);
    for (const { orderId, files } of bundles) {
      this.contents.set(
        orderId,
        files.map(({ name, content, secret }) => `${name} ${Buffer.from(content)}${secret ? ' secret' : ''}`),
      );
    }
    await this.hold;
    if (!this.written.ok) return this.written;
    for (const { orderId } of bundles) options.onOutcome(orderId, this.outcome(orderId));
    return ok(null);
  }
}
