import { join } from 'node:path';
import { Language } from '#main/platform/language.ts';
import type { DatabaseProblem } from '#main/storage/openDatabase.ts';
import { originOf } from '#shared/domain/receiver.ts';
import type { Result } from '#shared/result.ts';
import { type AppEnvironment, type Base, systemEnvironment } from './base.ts';
import { type CliApp, startCliApp } from './cliApp.ts';
import { type NotAfterApp, startOn, wireApp } from './compositionRoot.ts';
import { credentialsOf } from './credentialFiles.ts';
import type { Desktop } from './desktopPort.ts';
import { createServices, type Services } from './services.ts';
import { DATABASE_FILE, openAndUse } from './startDialogs.ts';

/**
 * Creates the services for commands, without window, tray or notifications. To be disposed.
 * @param giveWay the app starts, and waits for this process to end
 */
export function createCliApp(
  desktop: Desktop,
  overrides: Partial<AppEnvironment>,
  giveWay: () => void,
): Promise<Result<CliApp, DatabaseProblem>> {
  return openWith(desktop, overrides, (base, services) => {
    // Read now, so that an unreadable file is one that cannot be opened.
    services.orderList.list();
    return startCliApp(base, services, giveWay);
  });
}

/** The app without a window. */
export interface ServedApp extends NotAfterApp {
  readonly connections: number;
  readonly orders: number;
  /** Files that are kept up to date, as the number of their folders. */
  readonly copies: number;
  /** Where deliveries are received, once the app has begun; `null`: they are not. */
  receiverAddress(): string | null;
}

/** Creates the app on a desktop without a window, and starts it. Its alerts go to the command and the webhook for alerts. */
export function createServedApp(
  desktop: Desktop,
  overrides: Partial<AppEnvironment>,
): Promise<Result<ServedApp, DatabaseProblem>> {
  return openWith(desktop, overrides, (base, services) => {
    const credentials = credentialsOf(base, services);
    const app = wireApp(base, services, { hasWindow: false, credentials });
    return {
      ...app,
      connections: services.connections.list().length,
      orders: services.orderList.list().length,
      copies: services.copies.list().length,
      receiverAddress: () => {
        const state = services.receiver.status.get();
        return state.kind === 'listening' ? originOf(state) : null;
      },
    };
  });
}

async function openWith<T>(
  desktop: Desktop,
  overrides: Partial<AppEnvironment>,
  start: (base: Base, services: Services) => T,
): Promise<Result<T, DatabaseProblem>> {
  const environment = systemEnvironment(overrides);
  const language = await Language.load(desktop.systemLocales, 'system', desktop.region);
  return openAndUse(join(desktop.userData, DATABASE_FILE), (database) =>
    startOn(desktop, environment, language, database, (base) => start(base, createServices(base))),
  );
}
