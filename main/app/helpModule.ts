import { join } from 'node:path';
import { InventorySource } from '#main/reporting/report/inventorySource.ts';
import { UpdateService } from '#main/settings/update/updateService.ts';
import { migrations } from '#main/storage/migrations.ts';
import { createReleaseMemory } from '#main/storage/settingsRepository.ts';
import type { AlertModule } from './alertModule.ts';
import type { Base } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { CopyModule } from './copyModule.ts';
import type { EndpointModule } from './endpointModule.ts';
import type { HookModule, InboxModule } from './inboxModule.ts';
import type { ReceiverModule } from './receiverModule.ts';
import type { SecretModule } from './secretModule.ts';
import { DATABASE_FILE } from './startDialogs.ts';

const questions = () => import('#main/settings/update/questions.ts');

export type HelpModule = ReturnType<typeof createHelpModule>;

/** Creates the services about the app itself: updates, and diagnostics for support tickets. */
export function createHelpModule(
  base: Base,
  { secrets, keychainName }: SecretModule,
  { connections }: ConnectionModule,
  { orderList: orders, inbox }: InboxModule,
  { receiverView }: ReceiverModule,
  { notifications, board }: AlertModule,
) {
  const { desktop, lifetime, database, settings, clock, confirmedClock, systemTime, scheduler, logger } =
    base;
  const { language, askConsent, environment, recentErrors, startedAt } = base;
  const updates = new UpdateService({
    source: desktop.updates,
    memory: createReleaseMemory(database, logger),
    settings: () => settings.get(),
    onDidChangeSettings: (listener) => settings.onDidChange(['checkForUpdates'], listener),
    onDidCompare: systemTime.onDidCompare,
    clock,
    scheduler,
    logger,
    confirmInstall: async ({ version }) =>
      askConsent((await questions()).installQuestion(language.t, desktop.version, version)),
    quit: () => desktop.quit(),
  });
  lifetime.stop(updates);
  const databaseFile = join(desktop.userData, DATABASE_FILE);
  const diagnostics = async (): Promise<string> => {
    const [facts, { countOf, diagnosticsText }] = await Promise.all([
      import('#main/reporting/diagnostics/diagnostics.ts'),
      import('#main/reporting/diagnostics/diagnosticsText.ts'),
    ]);
    const desktopServices =
      desktop.platform === 'linux'
        ? await facts.askDesktopServices(environment, scheduler)
        : facts.constantDesktopServices;
    const now = clock.now();
    const keychain = secrets.monitor.view();
    const memory = keychain.memoryConsent ? ', tokens in memory allowed' : '';
    return diagnosticsText({
      now,
      startedAt: Math.round(now - (clock.monotonic() - startedAt)),
      versions: desktop.versions,
      isSandboxed: desktop.isSandboxed,
      system: facts.systemText(),
      session: facts.sessionText(environment),
      keychain: `${keychainName}, ${keychain.state.kind}${memory}`,
      ...desktopServices,
      notifications: notifications.view(),
      isOnline: desktop.connectivity.online(),
      clockAheadMs: confirmedClock.aheadMs(),
      update: updates.view().kind,
      database: { bytes: facts.databaseBytes(databaseFile), version: migrations.length },
      connections: countOf(connections.list().map(({ polling }) => polling.kind)),
      tokens: countOf(connections.list().map(({ token }) => token.kind)),
      orders: board.judge(now).summary.counts,
      orderFailures: countOf(orders.list().flatMap(({ failure }) => failure?.kind ?? [])),
      ...facts.receiverFacts(receiverView()),
      deliveriesWaiting: inbox.waiting().length,
      settings: settings.get(),
      recentErrors: recentErrors(),
    });
  };
  return { updates, diagnostics };
}

export type ReportModule = ReturnType<typeof createReportModule>;

/** Creates the source of the inventories that reports and commands show. */
export function createReportModule(
  { desktop, lifetime, settings, clock, confirmedClock }: Base,
  { connections }: ConnectionModule,
  { hooks }: HookModule,
  { orderList, histories }: InboxModule,
  { copies }: CopyModule,
  { endpoints }: EndpointModule,
) {
  let changes = 0;
  lifetime.stop(
    orderList.onDidChange('all', () => {
      changes += 1;
    }),
  );
  const ofAll = () => ({ orders: orderList.list(), copies: copies.list(), endpoints: endpoints.views() });
  const ofSome = (orderIds: readonly string[]) => {
    const wanted = new Set(orderIds);
    return {
      orders: orderIds.flatMap((id) => orderList.get(id) ?? []),
      copies: copies.list().filter(({ orderId }) => wanted.has(orderId)),
      endpoints: endpoints.ofOrders(orderIds),
    };
  };
  const inventories = new InventorySource({
    orderIds: () => orderList.list().map(({ id }) => id),
    facts: (orderIds) => ({
      takenAt: clock.now(),
      clockAheadMs: confirmedClock.wrongByMs(),
      version: desktop.version,
      ...(orderIds === null ? ofAll() : ofSome(orderIds)),
      connections: connections.list(),
      hooks: hooks.list(),
      settings: settings.get(),
    }),
    files: () => copies.certificateFiles(),
    histories,
    changes: () => changes,
  });
  return { inventories };
}
