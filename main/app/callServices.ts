import { join } from 'node:path';
import { MaterialClipboard } from '#main/deployment/clipboard/materialClipboard.ts';
import { DragOut } from '#main/deployment/export/dragOut.ts';
import { ExportService } from '#main/deployment/export/exportService.ts';
import { Reporter } from '#main/reporting/report/reporter.ts';
import { writeReport } from '#main/reporting/report/writeReport.ts';
import { ok } from '#shared/result.ts';
import type { Base } from './base.ts';
import type { Services } from './services.ts';

/** Creates the services that nothing but calls of the window uses, so that their code is loaded after its first rows. */
export function createCallServices(base: Base, services: Services) {
  return {
    materialClipboard: createMaterialClipboard(base, services),
    dragOut: createDragOut(base, services),
    reporter: createReporter(base, services),
  };
}

function createMaterialClipboard(
  { desktop, lifetime, language, askConsent, clock }: Base,
  { exportPorts: { source, buildBundle, orders } }: Services,
): MaterialClipboard {
  const materialClipboard = new MaterialClipboard({
    source,
    buildBundle,
    orders,
    copyText: (text) => desktop.copyText(text),
    copyKey: (text) => desktop.copyKey(text),
    confirmKey: (order) => askConsent(({ copyKeyQuestion }) => copyKeyQuestion(language.t, order)),
    clock,
  });
  lifetime.stop(materialClipboard);
  return materialClipboard;
}

function createDragOut(
  { desktop, lifetime, language, askConsent, scheduler, logger, newId }: Base,
  { exportPorts }: Services,
): DragOut {
  const { orders } = exportPorts;
  const dragOut = new DragOut({
    folder: join(desktop.userData, 'dragged'),
    // Nothing is registered or proven, and a delivered key stays in the vault: the files exist for minutes.
    exportInto: (folder, preset) =>
      new ExportService({
        ...exportPorts,
        dialogs: { chooseFolder: async () => folder, chooseZipFile: async () => null },
        orders: { ...orders, onKeyExported: () => undefined },
        known: { target: () => null, own: async () => null },
        planned: { prepare: async () => ok(null) },
        presets: { find: () => preset },
        prover: async () => ({ kind: 'notTried', reason: 'cancelled' }),
        register: (written) => written.map(newId),
        onFinished: () => undefined,
      }),
    orders,
    confirmKeys: (dragged) => askConsent(({ dragKeysQuestion }) => dragKeysQuestion(language.t, dragged)),
    startDrag: (files) => desktop.window.startDrag(files),
    scheduler,
    logger,
  });
  dragOut.sweep();
  lifetime.stop(dragOut);
  return dragOut;
}

function createReporter(
  { desktop, language }: Base,
  { takeInventory, histories, orderDirectory }: Services,
): Reporter {
  return new Reporter({
    takeInventory,
    histories,
    hasOrder: (id) => orderDirectory.get(id) !== null,
    language: () => language,
    choose: (file) => desktop.dialogs.chooseReportFile(file),
    write: (path, text) => writeReport(path, text),
    copyText: (text) => desktop.copyText(text),
  });
}
