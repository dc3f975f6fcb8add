import type { ElectronApplication, Page } from 'playwright-core';
import { indented, StopError } from '../lib/terminal.ts';
import { answerFileDialogs, endElectron, type LaunchOptions, startElectron } from './electronApp.ts';
import type { ShownOrder } from './orderTable.ts';
import type { ServiceAnnouncement } from './referenceService.ts';
import { allOrders, goThroughFirstStart, untilAllAsked, wordsOf } from './windowSteps.ts';

/** A running app: its first window, its process id, and a promise of its end. */
export type RunningApp = {
  readonly electron: ElectronApplication;
  readonly window: Page;
  readonly pid: number | undefined;
  readonly ended: Promise<void>;
  close(): Promise<void>;
};

/** A rid without an order at the service, for a row with a mistyped rid. */
const unknownRid = 'B5wXe1MsYk9T';

/** Starts the built app and waits for its window. Throws `StopError` with Electron's output if it does not start. */
export async function launchApp(options: LaunchOptions): Promise<RunningApp> {
  const started = await startElectron(options).catch((error: unknown) => {
    throw new StopError(
      `NotAfter could not be started:\n${indented(error instanceof Error ? error.message : String(error))}`,
    );
  });
  const electron = started.app;
  const ended = new Promise<void>((resolve) => electron.once('close', () => resolve()));
  return {
    electron,
    window: await electron.firstWindow(),
    pid: started.child.pid,
    ended,
    close: async () => {
      await endElectron(started);
    },
  };
}

/**
 * Connects the app to the service with the forms of the first start, and waits until every order has been polled.
 * Returns the orders that the window shows.
 */
export async function connectApp(
  { electron, window }: RunningApp,
  service: ServiceAnnouncement,
): Promise<readonly ShownOrder[]> {
  const t = await wordsOf(window);
  if (service.caFile !== null) await answerFileDialogs(electron, service.caFile);
  await goThroughFirstStart(window, t, {
    name: 'Reference service',
    baseUrl: service.baseUrl,
    hasCaFile: service.caFile !== null,
    token: service.token,
    rids: [...service.rids, unknownRid],
  });
  await untilAllAsked(window);
  // At the position of the last click a row would look hovered.
  await window.mouse.move(0, 0);
  return allOrders(window);
}
