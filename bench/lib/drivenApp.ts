import type { ElectronApplication, Page } from 'playwright-core';
import { endElectron, startElectron } from '#scripts/demo/electronApp.ts';
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
