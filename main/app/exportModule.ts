import { mkdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { ClipboardSource } from '#main/deployment/clipboard/materialClipboard.ts';
import { type AddHow, CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import { CopyVerifier } from '#main/deployment/copies/copyVerifier.ts';
import { nodeReadOnlyFs } from '#main/deployment/copies/fileCheck.ts';
import { createKnownFiles } from '#main/deployment/copies/knownFiles.ts';
import { LeftIntents } from '#main/deployment/copies/leftIntents.ts';
import { PlannedDestinations } from '#main/deployment/copies/plannedDestinations.ts';
import type { ExportedCopy, FolderWishes, WrittenBundle } from '#main/deployment/export/exportDestination.ts';
import type { ExportServicePorts } from '#main/deployment/export/exportPorts.ts';
import { ExportService } from '#main/deployment/export/exportService.ts';
import { createExportSource } from '#main/deployment/export/exportSource.ts';
import { FolderDestination } from '#main/deployment/export/folderDestination.ts';
import { HiddenNames } from '#main/deployment/export/hiddenNames.ts';
import { orderFacts } from '#main/deployment/export/planNames.ts';
import { Repairs } from '#main/deployment/export/repairs.ts';
import { runCommand } from '#main/deployment/export/runCommand.ts';
import { exportFsFor } from '#main/deployment/export/windowsAcl.ts';
import { ZipDestination } from '#main/deployment/export/zipDestination.ts';
import { PresetService } from '#main/deployment/presets/presetService.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import { createCopyRepository } from '#main/storage/copyRepository.ts';
import { createHiddenRepository } from '#main/storage/hiddenRepository.ts';
import { createPlannedRepository } from '#main/storage/plannedRepository.ts';
import { createPresetRepository } from '#main/storage/presetRepository.ts';
import { buildBundle } from '#main/x509/certificates/bundle.ts';
import { reviewBundle } from '#main/x509/certificates/reviewBundle.ts';
import { lastDestination } from '#shared/domain/copy.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import { err, ok } from '#shared/result.ts';
import type { Base } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { InboxModule } from './inboxModule.ts';
import type { OrderModule } from './orderModule.ts';

const questions = () => import('#main/deployment/export/questions.ts');

export type ExportModule = ReturnType<typeof createExportModule>;

/** Creates the export services, and begins to repair what a killed run left. */
export function createExportModule(
  base: Base,
  { source, trust }: ConnectionModule,
  { orders: pulled, poller }: OrderModule,
  { orderList, pushOrders, deliveryMaterial, keys }: InboxModule,
  { copyRegistry, copyVerifier }: CopyRegistryModule,
) {
  const { desktop, lifetime, environment, language, askConsent, database, clock, scheduler } = base;
  const { logger, newId } = base;
  const presets = new PresetService({ repository: createPresetRepository(database), newId, logger });
  const planned = new PlannedDestinations({
    repository: createPlannedRepository(database),
    hasPreset: (id) => presets.find(id) !== null,
    makeFolder: async (path) => {
      await mkdir(path, { recursive: true, mode: 0o700 });
      return realpath(path);
    },
    newId,
    logger,
    home: homedir(),
  });
  const judgedBy = (order: OrderRow) => ({ now: clock.now(), anchors: trust.ofOrder(order) });
  const currentDelivery = (orderId: string) => pushOrders.currentDelivery(orderId)?.id ?? null;
  const fetching: ClipboardSource = {
    source: createExportSource(source, deliveryMaterial, currentDelivery),
    buildBundle: (fetched, order) => buildBundle(fetched, judgedBy(order)),
  };
  const orders = {
    get: (id: string) => orderList.get(id),
    // The poll stores the renewed certificate, without its key.
    onFetched: (id: string) => void poller.poll([id]),
  };
  const fs = exportFsFor(desktop.platform, environment);
  const names = new HiddenNames(createHiddenRepository(database, logger));
  const repairs = new Repairs(fs, names);
  const finished = new Emitter<readonly ExportedCopy[]>('exports.finished');
  const writeQueue = new SerialQueue();
  const { register, intend } = createRegister(base, planned, { copyRegistry, copyVerifier });
  const leftIntents = new LeftIntents({
    registry: copyRegistry,
    fs: nodeReadOnlyFs,
    repairs,
    writeQueue,
    register: (written) => register(written, { leavesDue: true }),
  });
  const settleLeft = () => leftIntents.settle();
  copyVerifier.settleBefore(settleLeft);
  const ports: ExportServicePorts = {
    dialogs: {
      chooseFolder: () => {
        const last = lastDestination(copyRegistry.list());
        return desktop.dialogs.chooseFolder(language.t, last?.target ?? homedir());
      },
      chooseZipFile: (name) => desktop.dialogs.chooseZipFile(language.t, name),
    },
    orders: {
      ...orders,
      onKeyExported: (orderId, deliveryId, fingerprint256) => {
        const delivered = deliveryId ?? currentDelivery(orderId);
        if (delivered !== null) keys.exported(delivered, fingerprint256);
      },
    },
    neighbours: () => ({
      orders: orderList.list().map((order) => orderFacts(order, orderList.addedAt(order.id) ?? 0)),
      copies: copyRegistry.list(),
    }),
    known: createKnownFiles(copyRegistry, nodeReadOnlyFs, settleLeft),
    ...fetching,
    // The names of a push-only order are approved with each delivery, so it has no accepted baseline.
    review: (bundle, order) => reviewBundle(bundle, pulled.accepted(order.id), clock.now()),
    presets,
    // The prover and the guards are loaded with the first export: a start needs neither.
    prover: async (proven, signal) =>
      (await import('#main/deployment/proof/tlsProver.ts')).proveByTls(proven, signal),
    confirmPlace: async (place) => askConsent((await questions()).warnedPlaceQuestion(language.t, place)),
    confirmReplacing: async (folder, files) =>
      askConsent((await questions()).replacingQuestion(language.t, folder, files)),
    guards: async (target) => {
      const { createExportGuards, nodeGuardFs } = await import('#main/deployment/export/guards.ts');
      const { platform } = desktop;
      const computer = { fs: nodeGuardFs, run: runCommand, home: homedir(), env: environment, platform };
      return createExportGuards(computer)(target);
    },
    judgedBy,
    folderDestination: (folder) => new FolderDestination({ fs, folder, names, repairs }),
    zipDestination: (file) => new ZipDestination({ fs, file, names, repairs, now: () => clock.now() }),
    writeQueue,
    planned,
    intend,
    registerHeld: (held) => register(held, { leavesDue: true }),
    onFinished: (copies) => finished.fire(copies),
    scheduler,
    showInFolder: (path) => desktop.showInFolder(path),
    newId,
  };
  const exports = new ExportService(ports);
  copyVerifier.doubtWhile(() => exports.isWriting());
  lifetime.stop(exports);
  lifetime.drain('export', () => exports.settled());
  const repaired = repairs
    .repairAll()
    .then((left) => {
      if (left > 0) logger.warn('Exports of an earlier run are not repaired yet', { count: left });
      return settleLeft();
    })
    .catch((error: unknown) =>
      logger.warn('exports of an earlier run were not repaired', { error: errorName(error) }),
    );
  lifetime.drain('repairs', () => repaired);
  return {
    ...createHiddenExports(ports),
    exports,
    onDidFinishExport: finished.event,
    presets,
    planned,
    settleLeft,
    /** What the clipboard and drags fetch and build. */
    fetching: { ...fetching, orders },
  };
}

/** How written files get into the registry, and the planned destinations that they fulfil out of theirs: in one transaction. */
function createRegister(
  { database }: Base,
  planned: PlannedDestinations,
  { copyRegistry, copyVerifier }: CopyRegistryModule,
) {
  const register = (written: readonly WrittenBundle[], how: Partial<AddHow>) => {
    const { wished, change } = planned.planFulfilled(written);
    const store: AddHow['store'] = (write) => database.writeTogether([write, change.write]);
    const registered = copyVerifier.register(wished, { ...how, store });
    if (registered.stored.ok) change.take();
    return registered;
  };
  const intend: ExportServicePorts['intend'] = (intended) => {
    const intents = copyRegistry.intend(intended);
    if (!intents.ok) return intents;
    return ok((written) => {
      const registered = register(written, { intents: intents.value });
      copyRegistry.ended(intents.value);
      return registered;
    });
  };
  return { register, intend };
}

/** Exports that the window does not show, into a folder that is known. */
function createHiddenExports(ports: ExportServicePorts) {
  const exportWith = (folder: string, others: Partial<ExportServicePorts>) =>
    new ExportService({
      ...ports,
      dialogs: { chooseFolder: async () => folder, chooseZipFile: async () => null },
      ...others,
    });
  /**
   * Creates an export of a command, for the caller to dispose. It has no window: its option is the consent. With
   * `acceptsWarnings`, the folder may have warnings.
   * @param wishes for the folders that are written
   */
  const exportInto = (folder: string, acceptsWarnings: boolean, wishes: FolderWishes) => {
    const withWishes = (bundles: readonly WrittenBundle[]) => bundles.map((each) => ({ ...each, wishes }));
    return exportWith(folder, {
      confirmPlace: async () => (acceptsWarnings ? ok(null) : err({ kind: 'consent', reason: 'declined' })),
      intend: (intended) => {
        const recorded = ports.intend(withWishes(intended));
        return recorded.ok ? ok((written) => recorded.value(withWishes(written))) : recorded;
      },
    });
  };
  /** Of a drag. Nothing is registered or proven, and a delivered key stays in the vault: the files exist for minutes. */
  const exportForDrag = (folder: string, preset: ExportPreset) =>
    exportWith(folder, {
      orders: { ...ports.orders, onKeyExported: () => undefined },
      known: { target: () => null, own: async () => null, held: async () => null },
      planned: { prepare: async () => ok(null) },
      presets: { find: () => preset },
      prover: async () => ({ kind: 'notTried', reason: 'cancelled' }),
      intend: () => ok((written) => ({ copyIds: written.map(ports.newId), stored: ok(null) })),
      onFinished: () => undefined,
    });
  return { exportInto, exportForDrag };
}

/** The registry of exported files and their checks, which exports need. */
export type CopyRegistryModule = ReturnType<typeof createCopyRegistryModule>;

export function createCopyRegistryModule({ database, clock, newId, logger }: Base) {
  const repository = createCopyRepository(database);
  const copyRegistry = new CopyRegistry({ repository, clock, newId, logger });
  return { copyRegistry, copyVerifier: new CopyVerifier(copyRegistry, nodeReadOnlyFs, clock, logger) };
}
