import type { CredentialFiles } from '#main/cli/context.ts';
import type { Holder } from '#main/cli/protocol.ts';
import { errorName, isolated, stackSummary } from '#main/platform/errors.ts';
import { Language } from '#main/platform/language.ts';
import { settlesWithin } from '#main/platform/time.ts';
import type { Database } from '#main/storage/database.ts';
import { type AppEnvironment, type Base, createBase, loadLanguage, once, systemEnvironment } from './base.ts';
import { serveCommands } from './cliModule.ts';
import type { Desktop } from './desktopPort.ts';
import { wireEvents } from './eventWiring.ts';
import { keychainAccounts } from './secretModule.ts';
import { createServices, type Services } from './services.ts';
import {
  openDatabaseOrAsk,
  problemOfReading,
  tellOfFailedStart,
  tellOfUnreadDatabase,
} from './startDialogs.ts';
import { createTrayModule, type TrayModule } from './trayModule.ts';
import { answerFirstCalls, createPublisher, rememberWindowBounds } from './windowModule.ts';

/** The running app. */
export interface NotAfterApp {
  /** Resolves when everything works: monitoring begins after the window's first rows were painted. Never rejects. */
  readonly begun: Promise<void>;
  /** Shows the window. */
  show(): void;
  /** Frees memory that only speeds up the next reads. */
  releaseMemory(): void;
  /** Stops everything and closes the database. */
  dispose(): Promise<void>;
}

/**
 * Creates the app on a desktop and starts it.
 * @param overrides what is to differ from the environment of this process
 * @returns `null` when it cannot start: the user was told why, and chose to quit
 */
export async function createApp(
  desktop: Desktop,
  overrides: Partial<AppEnvironment> = {},
): Promise<NotAfterApp | null> {
  const environment = systemEnvironment(overrides);
  const language = new Language(desktop.systemLocales, 'system', desktop.region());
  const { logger } = environment;
  try {
    return await openDatabaseOrAsk(desktop, language, logger, (database) =>
      startOn(desktop, environment, language, database, (base) =>
        wireApp(base, createServices(base), withWindow),
      ),
    );
  } catch (bug) {
    logger.error('The app did not start', { error: errorName(bug), place: stackSummary(bug) });
    await tellOfFailedStart(desktop, language);
    return null;
  }
}

/**
 * Starts something on a new base. When that fails, all that was created ends; the desktop outlives it, so that the start
 * can be tried again.
 */
export function startOn<T>(
  desktop: Desktop,
  environment: AppEnvironment,
  language: Language,
  database: Database,
  start: (base: Base) => T,
): T {
  const base = createBase(desktop, environment, language, database);
  const { lifetime } = base;
  try {
    const started = start(base);
    lifetime.stop(desktop.connectivity);
    lifetime.stop(desktop.tray);
    lifetime.drain('secret clipboard', () => desktop.clearSecret());
    return started;
  } catch (error) {
    void lifetime.end();
    throw error;
  }
}

interface AppKind {
  /** What other processes find. */
  readonly holder: Exclude<Holder, 'command'>;
  /** Lets secrets come from files that the system handed over. `null`: there are none. To be called once. */
  readonly takeHanded: (base: Base, services: Services) => Promise<CredentialFiles | null>;
}

/** Few desktops hand over files, so what reads them is loaded for those alone. */
const withWindow: AppKind = {
  holder: 'app',
  takeHanded: async (base, services) => {
    if (!base.environment['CREDENTIALS_DIRECTORY']) return null;
    const { takeHandedSecrets } = await import('./handedSecrets.ts');
    const handed = takeHandedSecrets(base, services);
    // Never its content, nor its name, which has that of the connection.
    handed?.onDidRefuse(({ problem: { reason, code } }) =>
      base.logger.warn('A file with a secret is not used', { reason, code }),
    );
    return handed;
  },
};

/** The page shows its rows sooner. A page that hangs must not stop the monitoring. */
const PAINTS_WITHIN_MS = 3000;

/** A keychain that waits for a person does not hold up what needs no secrets. */
const SECRETS_WITHIN_MS = 10_000;

/** Subscribes the services of the app to each other, and begins its work. Throws what `orderList.list` throws, without a window. */
export function wireApp(base: Base, services: Services, kind: AppKind): NotAfterApp {
  const { desktop, lifetime, navigator, database, logger } = base;
  rememberWindowBounds(base);
  // Without a page that waits, everything is read now: an unreadable file is then one that cannot be opened.
  if (!desktop.window.isOpen()) readAll(services);
  const tray = createTrayModule(base, services, services, services, services);
  const publisher = createPublisher(base, services);
  wireEvents(base, services, tray);
  const painted = Promise.withResolvers<void>();
  lifetime.stop({ dispose: painted.resolve });
  answerFirstCalls(base, publisher, painted.resolve);
  const handed = once(() => kind.takeHanded(base, services));
  const begun = begin(base, services, tray, handed, painted.promise).catch(async (bug: unknown) => {
    if (lifetime.isEnding) return;
    logger.error('The app did not start', { error: errorName(bug), place: stackSummary(bug) });
    await tellOfFailedStart(desktop, base.language);
    desktop.quit();
  });
  serveCommands(base, { holder: kind.holder, giveWay: () => undefined }, async () => ({
    services,
    credentials: await handed(),
    prepare: () => begun,
  }));
  return {
    begun,
    show: () => navigator.showOrder(null),
    releaseMemory: () => database.releaseMemory(),
    async dispose() {
      await lifetime.end();
      await services.updates.installOnQuit();
    },
  };
}

/** Reads what the first rows did not need. */
function readAll({ orderList, copies, endpoints, deployments }: Services): void {
  copies.list();
  endpoints.views();
  orderList.list();
  deployments.placesChanged();
}

/** What happens after the services exist, in this order. @param painted resolves when the page has shown its first rows */
async function begin(
  base: Base,
  services: Services,
  tray: TrayModule,
  handedSecrets: () => Promise<unknown>,
  painted: Promise<void>,
): Promise<void> {
  const { desktop, lifetime, language, settings, logger, scheduler } = base;
  // All that follows takes processor time that the page's first rows would wait for.
  if (desktop.window.isOpen()) await settlesWithin(painted, PAINTS_WITHIN_MS, scheduler);
  const [{ answerCalls }, { followPlace }] = await Promise.all([
    import('./calls/calls.ts'),
    import('./placeModule.ts'),
    loadLanguage(language, logger),
    services.loadAlertWords(),
  ]);
  if (lifetime.isEnding || !(await readsOrQuits(base, services))) return;

  answerCalls(base, services);
  followPlace(base, services);
  const finished = desktop.finishStart(() => language.t);
  settings.takeShortcut();
  isolated('app.begin', () => services.ticker.tick());
  services.updates.start();
  services.copyWatch.start();
  services.probeScheduler.start();
  await finished;
  isolated('app.tellOfLinks', tray.tellOfLinks);

  await handedSecrets();
  if (lifetime.isEnding) return;
  await loadSecrets(base, services);
  if (lifetime.isEnding) return;
  services.alertChannels.start();
  services.poller.start();
  services.inbox.start();
  services.receiver.start();
  void services.copyWriter.runDue(null);
  await services.authorityWatch.start();

  const { createPastRemover } = await import('./pastModule.ts');
  if (!lifetime.isEnding) createPastRemover(base).start();
}

/** @returns whether everything can be read. If not, the user was told, and the app quits. */
async function readsOrQuits(base: Base, services: Services): Promise<boolean> {
  const { desktop, database, language, logger } = base;
  const problem = problemOfReading(() => readAll(services));
  if (problem === null) return true;
  logger.error('the orders cannot be read', { problem: problem.kind });
  // Checked as a whole at the next start, which then offers what can be done.
  database.abandon();
  await tellOfUnreadDatabase(desktop, language, problem);
  desktop.quit();
  return false;
}

/** Reading the secrets takes a process and a bus. The first polls wait for it, until its limit or the end of the app. */
async function loadSecrets({ lifetime, logger, scheduler }: Base, services: Services): Promise<void> {
  const loaded = services.secrets
    .load(keychainAccounts(services))
    .catch((error: unknown) => logger.error('secrets were not read at start', { error: errorName(error) }));
  const ended = Promise.withResolvers<void>();
  lifetime.stop({ dispose: ended.resolve });
  await settlesWithin(Promise.race([loaded, ended.promise]), SECRETS_WITHIN_MS, scheduler);
}
