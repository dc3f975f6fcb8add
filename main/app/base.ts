import { randomUUID } from 'node:crypto';
import { ConfirmedClock, correctedClock } from '#main/platform/confirmedClock.ts';
import { type AskConsent, type ConfirmationBox, Consent } from '#main/platform/consent/consent.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Language } from '#main/platform/language.ts';
import { Lifetime } from '#main/platform/lifetime.ts';
import { createConsoleLogger, type Logger } from '#main/platform/logger.ts';
import { SystemTime } from '#main/platform/systemTime.ts';
import { type Clock, type Scheduler, systemClock, systemScheduler } from '#main/platform/time.ts';
import { createSystemTimeZone, type SystemTimeZone } from '#main/platform/timeZone.ts';
import type { RecentError } from '#main/reporting/diagnostics/recentErrors.ts';
import { SettingsService } from '#main/settings/preferences/settingsService.ts';
import { createConfirmedTimeRepository } from '#main/storage/confirmedTimeRepository.ts';
import type { Database } from '#main/storage/database.ts';
import {
  createSettingsRepository,
  createWindowViewRepository,
  type SettingsRecord,
} from '#main/storage/settingsRepository.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { WindowView } from '#shared/domain/windowView.ts';
import type { WindowPlace } from '#shared/ipc/answers.ts';
import type { Desktop } from './desktopPort.ts';

/** What the app takes from its process; tests replace parts of it. */
export interface AppEnvironment {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeZone: SystemTimeZone;
  /** The file in which root agrees to commands after updates; `null`: that of the system. */
  readonly allowedCommandsFile: string | null;
  /** Warnings and errors that were logged since the start. */
  readonly recentErrors: () => readonly RecentError[];
}

export interface Base extends AppEnvironment {
  readonly desktop: Desktop;
  /** Where each module registers the end of what it creates. */
  readonly lifetime: Lifetime;
  /** The wall clock, without the error that a witness showed. */
  readonly clock: Clock;
  readonly systemTime: SystemTime;
  /** For what cannot be undone: the wall clock may be wrong. */
  readonly confirmedClock: ConfirmedClock;
  readonly language: Language;
  readonly database: Database;
  readonly settings: SettingsService;
  readonly windowView: SettingsRecord<WindowView>;
  readonly navigator: ReturnType<typeof createWindowNavigator>;
  /** Asks the user for a consent in a native box. */
  readonly askConsent: AskConsent;
  readonly newId: () => string;
  /** Monotonic ms. */
  readonly startedAt: number;
}

/** The environment of this process. @param overrides what is to differ from it */
export function systemEnvironment(overrides: Partial<AppEnvironment>): AppEnvironment {
  const clock = overrides.clock ?? systemClock;
  const logger = overrides.logger ?? createConsoleLogger(() => clock.now());
  return {
    clock,
    scheduler: systemScheduler,
    random: Math.random,
    logger,
    environment: process.env,
    timeZone: createSystemTimeZone(logger),
    allowedCommandsFile: null,
    recentErrors: () => [],
    ...overrides,
  };
}

/** Applies the stored settings; the lifetime closes the database at its end. Throws `StorageError`. */
export function createBase(
  desktop: Desktop,
  environment: AppEnvironment,
  language: Language,
  database: Database,
): Base {
  const { scheduler, logger } = environment;
  const lifetime = new Lifetime(scheduler, logger);
  lifetime.close(database);
  const confirmedClock = new ConfirmedClock({
    repository: createConfirmedTimeRepository(database),
    clock: environment.clock,
    scheduler,
    logger,
  });
  lifetime.close(confirmedClock);
  const clock = correctedClock(environment.clock, confirmedClock);
  const systemTime = new SystemTime(clock, scheduler);
  lifetime.stop(systemTime);
  // The time jumps when its error becomes known.
  lifetime.stop(confirmedClock.onDidChangeError(() => systemTime.check()));
  const startedAt = clock.monotonic();
  const settings = new SettingsService(createSettingsRepository(database), desktop, logger);
  chooseLanguage(language, settings.get().language, logger);
  desktop.setTheme(settings.get().theme);
  return {
    ...environment,
    clock,
    desktop,
    lifetime,
    systemTime,
    confirmedClock,
    language,
    database,
    settings,
    windowView: createWindowViewRepository(database, logger),
    navigator: createWindowNavigator(desktop),
    askConsent: createConsent(desktop, language, clock).ask,
    newId: () => randomUUID(),
    startedAt,
  };
}

/** Loads the texts of the language, or those of the other one. Rejects if no texts can be read. */
export function loadLanguage(language: Language, logger: Logger): Promise<void> {
  return language.load((error) => logger.error('The texts were not loaded', { error: errorName(error) }));
}

/** Switches the language. It stays as it is if the texts cannot be read. */
export function chooseLanguage(language: Language, choice: Settings['language'], logger: Logger): void {
  language
    .choose(choice)
    .catch((error: unknown) => logger.error('The texts were not loaded', { error: errorName(error) }));
}

function createConsent(desktop: Pick<Desktop, 'ask' | 'window'>, language: Language, clock: Clock): Consent {
  const confirm = async ({ title, detail, agree }: Parameters<ConfirmationBox['confirm']>[0]) => {
    const buttons = [language.t('common.cancel'), agree];
    return (await desktop.ask({ title, detail, buttons, closing: 0 })) === 1;
  };
  return new Consent({ confirm, isWindowFocused: () => desktop.window.isFocused() }, clock);
}

/** Brings the window to the front. */
function createWindowNavigator({ window }: Pick<Desktop, 'window'>) {
  const open = (place: WindowPlace) => {
    window.show();
    window.send('app:open', place);
  };
  return {
    open,
    /** Shows an order; `null`: the window as it is. */
    showOrder: (orderId: string | null) => {
      if (orderId === null) window.show();
      else open({ kind: 'order', id: orderId });
    },
    /** Shows the inbox, at one delivery unless `null`. */
    showInbox: (deliveryId: string | null) => open({ kind: 'inbox', id: deliveryId }),
    showSettings: () => open({ kind: 'settings' }),
  };
}

/** Runs `make` at the first call; later calls get the same value. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
