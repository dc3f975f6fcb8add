import { Emitter } from '#main/platform/emitter.ts';
import type { CopyFacts } from '#shared/domain/conditions/places.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { toFileError } from '../export/fileErrors.ts';
import type { BackupPruner } from './backupPruner.ts';
import { type CopyBundle, folderOf } from './copyRecord.ts';
import type { CopyRegistry } from './copyRegistry.ts';
import type { CopyVerifier } from './copyVerifier.ts';
import { type CertificateFile, certificateFilesOf, isOutdated, toCopyView, type WantedCertificate } from './copyView.ts';
import { type ReadOnlyFs, realPathOf } from './fileCheck.ts';
import { type ReloadCommands, toRun } from './reloadCommands.ts';

export interface CopyServicePorts {
  readonly registry: CopyRegistry;
  readonly verifier: CopyVerifier;
  readonly fs: ReadOnlyFs;
  /** The current certificate of an order; `null`: the order does not exist. */
  readonly order: (id: string) => WantedCertificate | null;
  readonly pruner: Pick<BackupPruner, 'removeAll'>;
  readonly commands: ReloadCommands;
  /** Removes permissions beyond `mode` from a file. Throws system errors. */
  readonly tighten: (path: string, mode: number) => Promise<void>;
  readonly showInFolder: (path: string) => void;
  readonly home: string;
}

function byFolder(one: CopyBundleView, other: CopyBundleView): number {
  if (one.folder !== other.folder) return one.folder < other.folder ? -1 : 1;
  return one.writtenAt - other.writtenAt;
}

/** The exported files on this computer: what the window shows of them, and what the user can do with them. */
export class CopyService {
  readonly #ports: CopyServicePorts;
  readonly #changed = new Emitter<void>('copyService.changed');
  /** Fingerprint of each order's leaf when last seen; `null` for a removed order. Only orders with copies. */
  #leaves: ReadonlyMap<string, string | null> | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(ports: CopyServicePorts) {
    this.#ports = ports;
    ports.registry.onDidChange(() => {
      this.#leaves = null;
      this.#changed.fire();
    });
    ports.verifier.onDidVerify(() => this.#changed.fire());
    ports.commands.onDidChange(() => this.#changed.fire());
  }

  /** Copies of existing orders, by folder. */
  list(): readonly CopyBundleView[] {
    return this.#viewsOf(this.#ports.registry.list());
  }

  /** As `list`, of some orders, without reading those of others. */
  ofOrders(orderIds: readonly string[]): readonly CopyBundleView[] {
    return this.#viewsOf(this.#ports.registry.ofOrders(new Set(orderIds)));
  }

  /** As much of `list` as statuses follow from, without reading the copies whole; in no order. */
  facts(): readonly (CopyFacts & Pick<CopyBundle, 'orderId'>)[] {
    const { registry, order } = this.#ports;
    const outlines = registry.outlines();
    if (outlines === null) return this.list();
    return outlines.flatMap((outline) => {
      const { orderId, autoRefresh, failedRun } = outline;
      const certificate = order(orderId);
      if (certificate === null) return [];
      // Nothing was checked or run before they are read whole. A copy that needs a passphrase is never updated automatically.
      return {
        orderId,
        state: null,
        outdated: isOutdated(outline, certificate),
        lastRun: failedRun === null ? null : toRun(failedRun),
        autoRefresh,
        needsPassphrase: false,
      };
    });
  }

  #viewsOf(bundles: readonly CopyBundle[]): readonly CopyBundleView[] {
    const { verifier, commands, order, home } = this.#ports;
    const views = bundles.flatMap((bundle) => {
      const { id } = bundle;
      const certificate = order(bundle.orderId);
      if (certificate === null) return [];
      return toCopyView(bundle, certificate, verifier.of(id), home, commands.lastRunOf(bundle));
    });
    return views.sort(byFolder);
  }

  /** Exported files of existing orders that have a server certificate and are as they were written, in no order. */
  certificateFiles(): readonly CertificateFile[] {
    const { registry, verifier, order } = this.#ports;
    return registry
      .list()
      .flatMap((bundle) =>
        order(bundle.orderId) === null ? [] : certificateFilesOf(bundle, verifier.of(bundle.id)),
      );
  }

  /** Orders have changed; fires only if the leaf, the end of its chain, or the existence of an order with copies did. */
  ordersChanged(ids: readonly string[]): void {
    const before = this.#leaves;
    if (
      before !== null &&
      ids.every((id) => before.get(id) === undefined || before.get(id) === this.#leafOf(id))
    )
      return;
    this.#leaves = new Map(
      this.#ports.registry.list().map(({ orderId }) => [orderId, this.#leafOf(orderId)] as const),
    );
    this.#changed.fire();
  }

  #leafOf(orderId: string): string | null {
    const certificate = this.#ports.order(orderId);
    return certificate === null ? null : `${certificate.fingerprint256} ${certificate.chainEnd?.at}`;
  }

  /** @param ids `null`: all */
  verify(ids: readonly string[] | null): Promise<void> {
    return this.#ports.verifier.verify(ids ?? this.list().map(({ id }) => id));
  }

  /** Forgets copies and removes their backups; the files stay. Errors: `busy`, `storage`. */
  async forget(ids: readonly string[]): Promise<Result<null>> {
    const { registry, pruner, commands } = this.#ports;
    const removed = await pruner.removeAll(this.#known(ids));
    if (!removed.ok) return removed;
    const forgotten = registry.forget(ids);
    if (forgotten.ok) commands.forget(ids);
    return forgotten;
  }

  /** Removes excess permissions from unchanged files. Errors: of the first file that fails. */
  async tighten(ids: readonly string[]): Promise<Result<null>> {
    const { verifier, fs, tighten } = this.#ports;
    await verifier.verify(ids);
    let first: AppError | null = null;
    for (const bundle of this.#known(ids)) {
      for (const file of bundle.files) {
        const { path, mode, name } = file;
        if (verifier.of(bundle.id)?.files.get(path)?.finding !== 'wider') continue;
        try {
          const realPath = await realPathOf(fs, bundle, file);
          if (realPath !== null) await tighten(realPath, mode);
        } catch (error) {
          first ??= toFileError(error, name);
        }
      }
    }
    await verifier.verify(ids);
    return first === null ? ok(null) : err(first);
  }

  reveal(id: string): void {
    const bundle = this.#ports.registry.find(id);
    const first = bundle?.files[0];
    if (bundle === null || first === undefined) return;
    const isMissing = this.#ports.verifier.of(id)?.files.get(first.path)?.finding === 'missing';
    this.#ports.showInFolder(isMissing ? folderOf(bundle) : first.path);
  }

  #known(ids: readonly string[]): readonly CopyBundle[] {
    return [...new Set(ids)].flatMap((id) => this.#ports.registry.find(id) ?? []);
  }
}
