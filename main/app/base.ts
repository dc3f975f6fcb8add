import { type AskConsent, type ConfirmationBox, Consent } from '#main/platform/consent/consent.ts';
import type { Language } from '#main/platform/language.ts';
import type { Lifetime } from '#main/platform/lifetime.ts';
import { createConsoleLogger, type Logger } from '#main/platform/logger.ts';
import { type Clock, type Scheduler, systemClock, systemScheduler } from '#main/platform/time.ts';
import type { RecentError } from '#main/reporting/diagnostics/recentErrors.ts';
import type { SettingsService } from '#main/settings/settings/settingsService.ts';
import type { Database } from '#main/storage/database.ts';
import type { Desktop } from './desktopPort.ts';

/** What the app takes from the process that it runs in. */
export interface AppEnvironment {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the logger heard of since the start. */
  readonly troubles: () => readonly RecentError[];
}

/** What every part of the app is built on. */
export interface Base extends AppEnvironment {
  readonly desktop: Desktop;
  /** Where each part registers its end. */
  readonly lifetime: Lifetime;
  readonly language: Language;
  readonly database: Database;
  readonly settings: SettingsService;
  /** Asks the person in a native box whether something may be done. */
  readonly askConsent: AskConsent;
  /** A new id, unique and without meaning. */
  readonly newId: () => string;
  /** Unix ms. */
  readonly startedAt: number;
}

/** The process's own surroundings. @param given what is not to be the system's own */
export function systemEnvironment(given: Partial<AppEnvironment>): AppEnvironment {
  const clock = given.clock ?? systemClock;
  return {
    clock,
    scheduler: systemScheduler,
    random: Math.random,
    logger: createConsoleLogger(() => clock.now()),
    environment: process.env,
    troubles: () => [],
    ...given,
  };
}

/** Asks for consents in native boxes of a desktop. */
export function createAskConsent(
  desktop: Pick<Desktop, 'ask' | 'window'>,
  language: Language,
  clock: Clock,
): AskConsent {
  const confirm = async ({ title, detail, agree }: Parameters<ConfirmationBox['confirm']>[0]) => {
    const buttons = [language.t('common.cancel'), agree];
    return (await desktop.ask({ title, detail, buttons, closing: 0 })) === 1;
  };
  return new Consent({ confirm, isWindowFocused: () => desktop.window.isFocused() }, clock).ask;
}

/** The ways to bring the window to the front. */
export interface WindowNavigator {
  /** At an order unless `null`. */
  readonly order: (orderId: string | null) => void;
  /** At the inbox, at one delivery unless `null`. */
  readonly inbox: (deliveryId: string | null) => void;
  readonly settings: () => void;
}

/** Shows the window of a desktop. */
export function createWindowNavigator({ window }: Pick<Desktop, 'window'>): WindowNavigator {
  return {
    order: (orderId) => {
      window.show();
      if (orderId !== null) window.send('app:openOrder', orderId);
    },
    inbox: (deliveryId) => {
      window.show();
      window.send('app:openInbox', deliveryId);
    },
    settings: () => {
      window.show();
      window.send('app:openDialog', 'settings');
    },
  };
}
