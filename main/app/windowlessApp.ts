import { join } from 'node:path';
import { Language } from '#main/platform/language.ts';
import type { DatabaseProblem } from '#main/storage/openDatabase.ts';
import type { Result } from '#shared/result.ts';
import { type AppEnvironment, type Base, systemEnvironment } from './base.ts';
import { type CliApp, startCliApp } from './cliApp.ts';
import { type NotAfterApp, startOn, wireApp } from './compositionRoot.ts';
import type { Desktop } from './desktopPort.ts';
import { takeHandedSecrets } from './handedSecrets.ts';
import type { ServicePorts } from './serviceMode.ts';
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

/** Creates the app on a desktop without a window, and starts it as a service. `begun` resolves when that is ready. */
export async function createServedApp(
  desktop: Desktop,
  overrides: Partial<AppEnvironment>,
  service: ServicePorts,
): Promise<Result<NotAfterApp, DatabaseProblem>> {
  const { startService } = await import('./serviceMode.ts');
  return await openWith(desktop, overrides, (base, services) => {
    const handed = takeHandedSecrets(base, services);
    const app = wireApp(base, services, { holder: 'windowless', takeHanded: async () => handed });
    return { ...app, begun: startService(base, services, handed, app.begun, service) };
  });
}

async function openWith<T>(
  desktop: Desktop,
  overrides: Partial<AppEnvironment>,
  start: (base: Base, services: Services) => T,
): Promise<Result<T, DatabaseProblem>> {
  const environment = systemEnvironment(overrides);
  const language = await Language.load(desktop.systemLocales, 'system', desktop.region());
  return openAndUse(join(desktop.userData, DATABASE_FILE), (database) =>
    startOn(desktop, environment, language, database, (base) => start(base, createServices(base))),
  );
}
