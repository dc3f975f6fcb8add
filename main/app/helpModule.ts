import { join } from 'node:path';
import { askDesktopServices, constantDesktopServices } from '#main/reporting/diagnostics/desktopServices.ts';
import { Diagnostics } from '#main/reporting/diagnostics/diagnostics.ts';
import { InventorySource } from '#main/reporting/report/inventory.ts';
import { Reporter } from '#main/reporting/report/reporter.ts';
import { writeReport } from '#main/reporting/report/writeReport.ts';
import { UpdateService } from '#main/settings/update/updateService.ts';
import { migrations } from '#main/storage/migrations.ts';
import type { AlertModule } from './alertModule.ts';
import type { Base } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { CopyModule } from './copyModule.ts';
import type { EndpointModule } from './endpointModule.ts';
import type { HookModule, InboxModule } from './inboxModule.ts';
import type { ReceiverModule } from './receiverModule.ts';
import type { SecretModule } from './secretModule.ts';
import { DATABASE_FILE } from './startDialogs.ts';

export interface HelpModule {
  readonly updates: UpdateService;
  readonly diagnostics: Diagnostics;
}

/** Creates the services about the app itself: updates, and diagnostics for support tickets. */
export function createHelpModule(
  { desktop, lifetime, settings, clock, scheduler, logger, environment, recentErrors, startedAt }: Base,
  { secrets, keychainName }: SecretModule,
  { connections }: ConnectionModule,
  { orderDirectory: orders, inbox }: InboxModule,
  { receiverView }: ReceiverModule,
  { board }: AlertModule,
): HelpModule {
  const updates = new UpdateService({
    source: desktop.updates,
    settings: () => settings.get(),
    clock,
    scheduler,
    logger,
    quit: () => desktop.quit(),
  });
  lifetime.stop(updates);
  const diagnostics = new Diagnostics({
    clock,
    startedAt,
    versions: desktop.versions,
    isSandboxed: desktop.isSandboxed,
    environment,
    keychainName,
    keychain: () => secrets.monitor.view(),
    desktopServices: () =>
      desktop.platform === 'linux'
        ? askDesktopServices(environment, scheduler)
        : Promise.resolve(constantDesktopServices),
    online: () => desktop.connectivity.online(),
    update: () => updates.view(),
    database: { file: join(desktop.userData, DATABASE_FILE), version: migrations.length },
    connections: () => connections.list(),
    statusCounts: () => {
      board.evaluate(clock.now());
      return board.summary().counts;
    },
    orders: () => orders.list(),
    receiver: receiverView,
    waiting: () => inbox.waiting().length,
    settings: () => settings.get(),
    recentErrors,
  });
  return { updates, diagnostics };
}

export interface ReportModule {
  readonly inventories: InventorySource;
  readonly reporter: Reporter;
}

/** Creates the inventory source used by the report and `notafter status`. */
export function createReportModule(
  { desktop, language, settings, clock }: Base,
  { connections }: Pick<ConnectionModule, 'connections'>,
  { hooks }: Pick<HookModule, 'hooks'>,
  { orderDirectory, histories }: Pick<InboxModule, 'orderDirectory' | 'histories'>,
  { copies }: Pick<CopyModule, 'copies'>,
  { endpoints }: Pick<EndpointModule, 'endpoints'>,
): ReportModule {
  const inventories = new InventorySource({
    clock,
    version: desktop.version,
    orders: () => orderDirectory.list(),
    connections: () => connections.list(),
    hooks: () => hooks.list(),
    copies: () => copies.list(),
    endpoints: () => endpoints.views(),
    histories,
    settings: () => settings.get(),
  });
  const reporter = new Reporter({
    inventories,
    histories,
    hasOrder: (id) => orderDirectory.get(id) !== null,
    language: () => language,
    choose: (file) => desktop.dialogs.chooseReportFile(file),
    write: writeReport,
    copyText: (text) => desktop.copyText(text),
  });
  return { inventories, reporter };
}
