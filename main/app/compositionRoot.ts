import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import { Language } from '#main/platform/language.ts';
import { Lifetime } from '#main/platform/lifetime.ts';
import { SettingsService } from '#main/settings/settings/settingsService.ts';
import type { Database } from '#main/storage/database.ts';
import type { DatabaseProblem } from '#main/storage/openDatabase.ts';
import { createSettingsRepository } from '#main/storage/settingsRepository.ts';
import type { Result } from '#shared/result.ts';
import { createAlertModule } from './alertModule.ts';
import {
  type AppEnvironment,
  type Base,
  createAskConsent,
  createWindowNavigator,
  systemEnvironment,
  type WindowNavigator,
} from './base.ts';
import { createCommandServices, serveCommands } from './cliModule.ts';
import { type CommandApp, startCommandApp } from './commandApp.ts';
import { createConnectionModule } from './connectionModule.ts';
import { type CopyModule, createCopyModule } from './copyModule.ts';
import type { Desktop } from './desktopPort.ts';
import { createEndpointModule } from './endpointModule.ts';
import { listen } from './eventWiring.ts';
import { createExportModule } from './exportModule.ts';
import { createHelpModule, createReportModule } from './helpModule.ts';
import { createHookModule, createInboxModule } from './inboxModule.ts';
import { createOrderModule, type OrderModule } from './orderModule.ts';
import { createReceiverModule } from './receiverModule.ts';
import { createSecretModule, keychainAccounts } from './secretModule.ts';
import type { Services } from './services.ts';
import { DATABASE_FILE, openAndUse, openDatabaseWithPerson, tellOfFailedStart } from './startDialogs.ts';
import { createTrayModule } from './trayModule.ts';
import { answerCalls, createPublisher } from './windowModule.ts';

/** The running app. */
export interface NotAfterApp {
  /** Shows the window. */
  show(): void;
  /** Stops everything and closes the database. */
  dispose(): Promise<void>;
}

/**
 * Builds the object graph on a desktop and starts it.
 * @param given what is not to be the system's own
 * @returns `null` when it cannot start: the person was told why, and chose to quit
 */
export async function createApp(
  desktop: Desktop,
  given: Partial<AppEnvironment> = {},
): Promise<NotAfterApp | null> {
  const surroundings = systemEnvironment(given);
  const language = new Language(desktop.systemLocales, 'system');
  const { logger } = surroundings;
  try {
    return await openDatabaseWithPerson(desktop, language.t, logger, (database) =>
      withBase(desktop, surroundings, language, database, startApp),
    );
  } catch (bug) {
    logger.error('The app did not start', { error: errorName(bug), place: stackSummary(bug) });
    await tellOfFailedStart(desktop, language.t);
    return null;
  }
}

/**
 * Builds the object graph for commands, without a window, a tray or notifications. To be disposed.
 * @param giveWay the app starts, and waits for this process to end
 */
export function createCommandApp(
  desktop: Desktop,
  given: Partial<AppEnvironment>,
  giveWay: () => void,
): Result<CommandApp, DatabaseProblem> {
  const surroundings = systemEnvironment(given);
  const language = new Language(desktop.systemLocales, 'system');
  return openAndUse(join(desktop.userData, DATABASE_FILE), (database) =>
    withBase(desktop, surroundings, language, database, (base) => {
      const app = startCommandApp(base, createServices(base, createWindowNavigator(desktop)), giveWay);
      endDesktopWith(base);
      return app;
    }),
  );
}

/** Starts something on a new base, after reading the settings. What a failed start has created so far is ended. */
function withBase<T>(
  desktop: Desktop,
  surroundings: AppEnvironment,
  language: Language,
  database: Database,
  start: (base: Base) => T,
): T {
  const lifetime = new Lifetime(surroundings.scheduler, surroundings.logger);
  lifetime.close(database);
  try {
    return start(createBase(desktop, surroundings, language, database, lifetime));
  } catch (error) {
    void lifetime.end();
    throw error;
  }
}

function createBase(
  desktop: Desktop,
  surroundings: AppEnvironment,
  language: Language,
  database: Database,
  lifetime: Lifetime,
): Base {
  const { clock, logger } = surroundings;
  const startedAt = clock.now();
  const settings = new SettingsService(createSettingsRepository(database), desktop.loginStart, logger);
  language.choose(settings.get().language);
  desktop.setTheme(settings.get().theme);
  return {
    ...surroundings,
    desktop,
    lifetime,
    language,
    database,
    settings,
    askConsent: createAskConsent(desktop, language, clock),
    newId: () => randomUUID(),
    startedAt,
  };
}

/** Builds everybody; nobody begins anything yet. */
function createServices(base: Base, show: WindowNavigator): Services {
  const secretParts = createSecretModule(base);
  const connectionParts = createConnectionModule(base, secretParts, (connectionId) =>
    orderParts.poller.pollingState(connectionId),
  );
  const orderParts: OrderModule = createOrderModule(base, secretParts, connectionParts);
  const hookParts = createHookModule(base, secretParts);
  const inboxParts = createInboxModule(base, secretParts, hookParts, connectionParts, orderParts);
  const receiverParts = createReceiverModule(base, hookParts, connectionParts, inboxParts);
  const registered = () => copyParts.copyBook.list();
  const exportParts = createExportModule(base, connectionParts, orderParts, inboxParts, registered, {
    onWritten: (written) => copyParts.copies.exported(written),
    onChange: (job) => copyParts.copyWriter.exportChanged(job),
  });
  const endpointParts = createEndpointModule(base, connectionParts, inboxParts);
  const alertParts = createAlertModule(base, connectionParts, orderParts, inboxParts, endpointParts, show);
  const copyParts: CopyModule = createCopyModule(base, inboxParts, exportParts, alertParts);
  const reportParts = createReportModule(
    base,
    connectionParts,
    hookParts,
    inboxParts,
    copyParts,
    endpointParts,
  );
  const helpParts = createHelpModule(
    base,
    secretParts,
    connectionParts,
    inboxParts,
    receiverParts,
    alertParts,
  );
  return {
    ...secretParts,
    ...connectionParts,
    ...orderParts,
    ...hookParts,
    ...inboxParts,
    ...receiverParts,
    ...alertParts,
    ...helpParts,
    ...exportParts,
    ...copyParts,
    ...endpointParts,
    ...reportParts,
  };
}

function startApp(base: Base): NotAfterApp {
  const { desktop, lifetime, logger } = base;
  const show = createWindowNavigator(desktop);
  const services = createServices(base, show);
  const tray = createTrayModule(base, services, services, services, show);
  const publisher = createPublisher(base, services);
  listen(base, services, tray, publisher, () => show.order(null));
  answerCalls(base, services, publisher);

  const { secrets, poller, board, updates, inbox, receiver } = services;
  board.look();
  updates.start();
  services.copyWatch.start();
  services.endpointKeeper.start();
  // Reading the secrets takes a process and a bus: the window does not wait for it, the first polls do.
  const begun = secrets
    .load(keychainAccounts(services))
    .catch((error: unknown) => logger.error('secrets were not read at start', { error: errorName(error) }))
    .then(() => {
      if (lifetime.isEnding) return;
      poller.start();
      inbox.start();
      receiver.start();
    });
  const commandServices = createCommandServices(base, services, { isApp: true, prepare: () => begun });
  serveCommands(base, commandServices, { holder: 'app', giveWay: () => undefined });
  endDesktopWith(base);
  return {
    show: () => show.order(null),
    async dispose() {
      await lifetime.end();
      await updates.installOnQuit();
    },
  };
}

/** The desktop outlives a failed start, so that the user can be asked and the start tried again. */
function endDesktopWith({ desktop, lifetime }: Base): void {
  lifetime.stop(desktop.connectivity);
  lifetime.stop(desktop.tray);
  lifetime.drain('secret clipboard', () => desktop.clearSecret());
}
