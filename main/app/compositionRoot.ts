import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { disposeAll } from '#main/platform/disposable.ts';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import { Language } from '#main/platform/language.ts';
import { settlesWithin } from '#main/platform/time.ts';
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

/** How long quitting waits for a write that is under way. An export that is cut off is mended at the next start. */
const QUIT_LIMIT_MS = 10_000;

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
      startApp(createBase(desktop, surroundings, language, database)),
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
  return openAndUse(join(desktop.userData, DATABASE_FILE), (database) => {
    const base = createBase(desktop, surroundings, language, database);
    return startCommandApp(base, composeParts(base, showingIn(desktop)), giveWay);
  });
}

/** Reads the settings, and does as they say. */
function createBase(
  desktop: Desktop,
  surroundings: Surroundings,
  language: Language,
  database: Database,
): Base {
  const { clock, logger } = surroundings;
  const startedAt = clock.now();
  const settings = new SettingsService(createSettingsRepository(database), desktop.loginStart, logger);
  language.choose(settings.get().language);
  desktop.setTheme(settings.get().theme);
  return {
    ...surroundings,
    desktop,
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
  const { desktop, database, scheduler, logger } = base;
  const show = showingIn(desktop);
  const parts = composeParts(base, show);
  const tray = composeTray(base, parts, parts, parts, show);
  const publisher = composePublisher(base, parts);
  const listeners = listen(base, parts, tray, publisher, () => show.order(null));
  const calls = answerCalls(base, parts, publisher);

  const { secrets, exports, keychainProcess, source, poller, board, updates, inbox, receiver, vault } = parts;
  const { copyWatch, copyCommands, freshKeeper, materialClipboard } = parts;
  const { endpoints, endpointKeeper } = parts;
  board.look();
  updates.start();
  copyWatch.start();
  endpointKeeper.start();
  // Reading the secrets takes a process and a bus: the window does not wait for it, the first polls do.
  let isDisposed = false;
  const begun = secrets
    .load(accountsInUse(parts))
    .catch((error: unknown) => logger.error('secrets were not read at start', { error: errorName(error) }))
    .then(() => {
      if (isDisposed) return;
      poller.start();
      inbox.start();
      receiver.start();
    });
  const commands = serveCommands(
    base,
    createCommandServices(base, parts, { isApp: true, prepare: () => begun }),
    {
      holder: 'app',
      giveWay: () => undefined,
    },
  );

  return {
    show: () => show.order(null),
    async dispose() {
      isDisposed = true;
      // Who could bring news first, then who would hear of it.
      const { keeper, retention, replayWindow, receiverLog } = parts;
      disposeAll([
        calls,
        commands,
        receiver,
        ...listeners,
        poller,
        inbox,
        board,
        publisher,
        copyWatch,
        freshKeeper,
        copyCommands,
        endpointKeeper,
        endpoints,
        materialClipboard,
        exports,
        updates,
        desktop.connectivity,
        desktop.tray,
      ]);
      // A write that is under way ends whole, and before the process does.
      const ends = Promise.allSettled([
        source.dispose(),
        exports.settled(),
        commands.settled(),
        freshKeeper.settled(),
        copyCommands.settled(),
        receiver.settled(),
        desktop.clearSecret(),
      ]).then((all) => {
        for (const end of all) {
          if (end.status === 'rejected') logger.error('not ended well', { error: errorName(end.reason) });
        }
      });
      // What hangs, such as a disk on a network that is gone, must not keep the app from quitting.
      if (!(await settlesWithin(ends, QUIT_LIMIT_MS, scheduler))) logger.error('not ended in time');
      disposeAll([keeper, retention, replayWindow, receiverLog, vault, keychainProcess, database]);
      await updates.installOnQuit();
    },
  };
}
