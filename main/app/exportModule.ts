import { homedir } from 'node:os';
import type { CommandServices } from '#main/cli/commandServices.ts';
import { type ClipboardSource, MaterialClipboard } from '#main/deployment/clipboard/materialClipboard.ts';
import { type ExportFs, nodeExportFs } from '#main/deployment/export/exportFs.ts';
import { orderFacts } from '#main/deployment/export/exportItem.ts';
import type { ExportServicePorts } from '#main/deployment/export/exportPorts.ts';
import { ExportService } from '#main/deployment/export/exportService.ts';
import { createExportSource } from '#main/deployment/export/exportSource.ts';
import { FolderDestination } from '#main/deployment/export/folderDestination.ts';
import { createExportGuards } from '#main/deployment/export/guards/exportGuards.ts';
import { nodeGuardFs, runCommand } from '#main/deployment/export/guards/nodeGuardPorts.ts';
import { HiddenNames } from '#main/deployment/export/hiddenNames.ts';
import type { KnownCopy } from '#main/deployment/export/planNames.ts';
import { Repairs } from '#main/deployment/export/repairs.ts';
import { createWindowsAcl, nodeAclFiles } from '#main/deployment/export/windowsAcl.ts';
import { withWindowsAcl } from '#main/deployment/export/windowsExportFs.ts';
import type { WrittenBundle } from '#main/deployment/export/writtenBundle.ts';
import { ZipDestination } from '#main/deployment/export/zipDestination.ts';
import { PresetService } from '#main/deployment/presets/presetService.ts';
import { proveByTls } from '#main/deployment/proof/tlsProver.ts';
import { trustedRoot } from '#main/deployment/proof/trustedRoot.ts';
import { copyKeyQuestion, warnedPlaceQuestion } from '#main/platform/consent/questions.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import { createHiddenRepository } from '#main/storage/hiddenRepository.ts';
import { createPresetRepository } from '#main/storage/presetRepository.ts';
import { buildBundle } from '#main/x509/certificates/bundle.ts';
import { reviewBundle } from '#main/x509/certificates/reviewBundle.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { err, ok } from '#shared/result.ts';
import type { Base } from './base.ts';
import { type ConnectionModule, orderAnchors } from './connectionModule.ts';
import { fileDialogWords } from './desktopPort.ts';
import type { InboxModule } from './inboxModule.ts';
import type { OrderModule } from './orderModule.ts';

/** The export, which files it makes, and what is copied rather than exported. */
export interface ExportModule {
  readonly exports: ExportService;
  /** An export that is not shown in the window. */
  readonly exportInto: CommandServices['exportInto'];
  readonly presets: PresetService;
  readonly materialClipboard: MaterialClipboard;
  /** Fires with the bundles whose files an export, by window or command, has put in place. */
  readonly onDidWrite: Event<readonly WrittenBundle[]>;
  /** Fires at each progress of such an export. */
  readonly onDidProgress: Event<ExportJobView | null>;
}

/**
 * Builds the export, and begins to mend what a killed run left half done.
 */
export function createExportModule(
  base: Base,
  { source, connections, trust }: ConnectionModule,
  { poller }: OrderModule,
  { orderDirectory, pushOrders, deliveryMaterial, keys }: InboxModule,
  register: { list(): readonly KnownCopy[] },
): ExportModule {
  const { desktop, lifetime, environment, language, askConsent, database, clock, scheduler } = base;
  const { logger, newId } = base;
  const written = new Emitter<readonly WrittenBundle[]>('exportModule.written');
  const progressed = new Emitter<ExportJobView | null>('exportModule.progressed');
  const material = async (deliveryId: string, withKey: boolean) =>
    (await deliveryMaterial(deliveryId, withKey)).material;
  const presets = new PresetService({ repository: createPresetRepository(database), newId, logger });
  const anchorsOf = orderAnchors({ connections, trust });
  const fetching: ClipboardSource = {
    source: createExportSource(source, {
      material,
      materialOf: async (orderId, withKey) => {
        const delivery = pushOrders.currentDelivery(orderId);
        return delivery === null ? err({ kind: 'unknownId' }) : await material(delivery.id, withKey);
      },
    }),
    buildBundle: (fetched, order) => buildBundle(fetched, anchorsOf(order)),
  };
  const orders = {
    get: (id: string) => orderDirectory.get(id),
    // The poll that follows takes the renewal in without the key.
    onFetched: (id: string) => void poller.poll([id]),
  };
  const materialClipboard = new MaterialClipboard({
    ...fetching,
    orders,
    copyText: (text) => desktop.copyText(text),
    copyKey: (text) => desktop.copyKey(text),
    confirmKey: (order) => askConsent(copyKeyQuestion(language.t, order)),
    clock,
  });
  lifetime.stop(materialClipboard);
  const fs = exportFsFor(desktop.platform, environment);
  const names = new HiddenNames(createHiddenRepository(database));
  const repairs = new Repairs(fs, names);
  const ports: ExportServicePorts = {
    dialogs: {
      chooseFolder: () => desktop.dialogs.chooseFolder(fileDialogWords(language)),
      chooseZipFile: (name) => desktop.dialogs.chooseZipFile(fileDialogWords(language), name),
    },
    orders: {
      ...orders,
      onKeyExported: (orderId, deliveryId, fingerprint256) => {
        const delivered = deliveryId ?? pushOrders.currentDelivery(orderId)?.id;
        if (delivered === undefined) return;
        const removed = keys.exported(delivered, fingerprint256);
        if (!removed.ok) logger.warn('An exported key was not removed', { error: removed.error.kind });
      },
    },
    neighbours: () => ({
      orders: orderDirectory.list().map((order) => orderFacts(order, orderDirectory.addedAt(order.id) ?? 0)),
      copies: register.list(),
    }),
    ...fetching,
    review: (bundle, order) =>
      reviewBundle(bundle, orderDirectory.accepted(order.id), anchorsOf(order), clock.now()),
    presets,
    prover: proveByTls,
    confirmPlace: (place) => askConsent(warnedPlaceQuestion(language.t, place)),
    guards: createExportGuards({
      fs: nodeGuardFs,
      run: runCommand,
      places: { home: homedir(), env: environment },
      platform: desktop.platform,
    }),
    trustedRoot: (measure, order) => trustedRoot(measure, anchorsOf(order)),
    folderDestination: (folder) => new FolderDestination({ fs, folder, names, repairs }),
    zipDestination: (file) => new ZipDestination({ fs, file, names, repairs, now: () => clock.now() }),
    turns: new SerialQueue(),
    onWritten: (bundles) => written.fire(bundles),
    scheduler,
    showInFolder: (path) => desktop.showInFolder(path),
    newId,
  };
  const exports = new ExportService(ports);
  lifetime.stop(exports);
  lifetime.drain('export', () => exports.settled());
  const repaired = repairs
    .repairAll()
    .then((left) => left > 0 && logger.warn('Exports of a former run are not repaired yet', { count: left }))
    .catch((error: unknown) =>
      logger.warn('exports of a former run were not repaired', { error: errorName(error) }),
    );
  lifetime.drain('repairs', () => repaired);
  exports.onDidChange((job) => progressed.fire(job));
  const exportInto: ExportModule['exportInto'] = (folder, acceptsWarnings) => {
    const own = new ExportService({
      ...ports,
      // A command has no window: what its user typed in the terminal is the answer.
      confirmPlace: async () => (acceptsWarnings ? ok(null) : err({ kind: 'consent', reason: 'declined' })),
      dialogs: { chooseFolder: async () => folder, chooseZipFile: async () => null },
    });
    own.onDidChange((job) => progressed.fire(job));
    return own;
  };
  return {
    exports,
    exportInto,
    presets,
    materialClipboard,
    onDidWrite: written.event,
    onDidProgress: progressed.event,
  };
}

/** The file system that exports write to: on Windows access lists stand for modes. */
export function exportFsFor(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): ExportFs {
  if (platform !== 'win32') return nodeExportFs;
  const systemRoot = environment['SystemRoot'] ?? 'C:\\Windows';
  return withWindowsAcl(nodeExportFs, createWindowsAcl({ run: runCommand, systemRoot, ...nodeAclFiles }));
}
