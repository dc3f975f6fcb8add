import { join } from 'node:path';
import { _electron, type CDPSession, type ElectronApplication, type Page } from 'playwright-core';
import { endElectron, lacksSandbox, startElectron } from '#scripts/demo/electronApp.ts';
import type { BenchContext } from './bench.ts';

/** An app under Playwright's control, for measurements inside it. */
export interface DrivenApp {
  readonly electron: ElectronApplication;
  readonly page: Page;
  close(): Promise<void>;
}

/** Starts NotAfter as built and waits for its page. */
export async function driveNotAfter(
  { electronFolder, env }: BenchContext,
  profile: string,
): Promise<DrivenApp> {
  const started = await startElectron({
    electronFolder,
    profile,
    env: { ...env, LANGUAGE: 'en' },
    isVirtual: true,
  });
  return driven(started);
}

/** Starts the blank app with one of its pages, in the Electron that `ELECTRON_OVERRIDE_DIST_PATH` names. */
export async function driveBlank({ env }: BenchContext, profile: string, page: string): Promise<DrivenApp> {
  const app = await _electron.launch({
    args: [join(import.meta.dirname, '..', 'blankApp'), `--user-data-dir=${profile}`, '--disable-gpu'],
    env: { ...(env as Record<string, string>), BENCH_PAGE: page },
    chromiumSandbox: !lacksSandbox(),
  });
  return driven({ app, child: app.process() });
}

async function driven(started: Awaited<ReturnType<typeof startElectron>>): Promise<DrivenApp> {
  const page = await started.app.firstWindow();
  await page.waitForLoadState('load');
  return {
    electron: started.app,
    page,
    close: async () => {
      await endElectron(started);
    },
  };
}

/** Opens the debugging protocol of a page. */
export function debuggerOf({ electron, page }: DrivenApp): Promise<CDPSession> {
  return electron.context().newCDPSession(page);
}
