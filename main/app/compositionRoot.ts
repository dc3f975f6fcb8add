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
import { accountsInUse } from './accountsInUse.ts';
import { composeAlerts } from './alertParts.ts';
import type { AppParts } from './appParts.ts';
import { type Base, createAskConsent, type Surroundings, systemSurroundings } from './base.ts';
import { createCommandServices, serveCommands } from './cliParts.ts';
import { type CommandApp, startCommandApp } from './commandApp.ts';
import { composeExports } from './composeExports.ts';
import { composeConnections } from './connectionParts.ts';
import { type CopyParts, composeCopies } from './copyParts.ts';
import { DATABASE_FILE, openAndUse, openDatabaseWithPerson } from './databaseDialog.ts';
import type { Desktop } from './desktopPort.ts';
import { composeEndpoints } from './endpointParts.ts';
import { composeHelp } from './helpParts.ts';
import { composeHooks } from './hookParts.ts';
import { composeInbox } from './inboxParts.ts';
import { listen } from './listeners.ts';
import { composeOrders, type OrderParts } from './orderParts.ts';
import { composeReceiver } from './receiverParts.ts';
import { composeReport } from './reportParts.ts';
import { composeSecrets } from './secretParts.ts';
import { type Showing, showingIn } from './showing.ts';
import { tellOfFailedStart } from './startDialog.ts';
import { composeTray } from './trayParts.ts';
import { answerCalls, composePublisher } from './windowParts.ts';

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
  given: Partial<Surroundings> = {},
): Promise<NotAfterApp | null> {
  const surroundings = systemSurroundings(given);
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
  given: Partial<Surroundings>,
  giveWay: () => void,
): Result<CommandApp, DatabaseProblem> {
  const surroundings = systemSurroundings(given);
  const language = new Language(desktop.systemLocales, 'system');
  return openAndUse(join(desktop.userData, DATABASE_FILE), (database) =>
    withBase(desktop, surroundings, language, database, (base) => {
      const app = startCommandApp(base, composeParts(base, showingIn(desktop)), giveWay);
      endDesktopWith(base);
      return app;
    }),
  );
}

/** Starts something on a new base, after reading the settings. What a failed start has created so far is ended. */
function withBase<T>(
  desktop: Desktop,
  surroundings: Surroundings,
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
  surroundings: Surroundings,
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
function composeParts(base: Base, show: Showing): AppParts {
  const secretParts = composeSecrets(base);
  const connectionParts = composeConnections(base, secretParts, (connectionId) =>
    orderParts.poller.pollingState(connectionId),
  );
  const orderParts: OrderParts = composeOrders(base, secretParts, connectionParts);
  const hookParts = composeHooks(base, secretParts);
  const inboxParts = composeInbox(base, secretParts, hookParts, connectionParts, orderParts);
  const receiverParts = composeReceiver(base, hookParts, connectionParts, inboxParts);
  const registered = () => copyParts.copyBook.list();
  const exportParts = composeExports(base, connectionParts, orderParts, inboxParts, registered, {
    onWritten: (written) => copyParts.copies.exported(written),
    onChange: (job) => copyParts.copyWriter.exportChanged(job),
  });
  const endpointParts = composeEndpoints(base, connectionParts, inboxParts);
  const alertParts = composeAlerts(base, connectionParts, orderParts, inboxParts, endpointParts, show);
  const copyParts: CopyParts = composeCopies(base, inboxParts, exportParts, alertParts);
  const reportParts = composeReport(base, connectionParts, hookParts, inboxParts, copyParts, endpointParts);
  const helpParts = composeHelp(base, secretParts, connectionParts, inboxParts, receiverParts, alertParts);
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
  const show = showingIn(desktop);
  const parts = composeParts(base, show);
  const tray = composeTray(base, parts, parts, parts, show);
  const publisher = composePublisher(base, parts);
  listen(base, parts, tray, publisher, () => show.order(null));
  answerCalls(base, parts, publisher);

  const { secrets, poller, board, updates, inbox, receiver } = parts;
  board.look();
  updates.start();
  parts.copyWatch.start();
  parts.endpointKeeper.start();
  // Reading the secrets takes a process and a bus: the window does not wait for it, the first polls do.
  const begun = secrets
    .load(accountsInUse(parts))
    .catch((error: unknown) => logger.error('secrets were not read at start', { error: errorName(error) }))
    .then(() => {
      if (lifetime.isEnding) return;
      poller.start();
      inbox.start();
      receiver.start();
    });
  const services = createCommandServices(base, parts, { isApp: true, prepare: () => begun });
  serveCommands(base, services, { holder: 'app', giveWay: () => undefined });
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
