import type { ElectronApplication, Page } from 'playwright-core';
import { answerFileDialogs, endElectron, startElectron } from '#scripts/demo/electronApp.ts';
import type { ServiceAnnouncement } from '#scripts/demo/referenceService.ts';
import type { NotAfterBridge } from '#shared/ipc/contract.ts';
import type { BenchContext } from './bench.ts';

/** An app under Playwright's control, for measurements inside it. */
export interface DrivenApp {
  readonly electron: ElectronApplication;
  readonly page: Page;
  close(): Promise<void>;
}

/** What the page of the window has. */
export type WithBridge = typeof globalThis & { readonly notAfter: NotAfterBridge };

/** Starts NotAfter as built and waits for its page. */
export async function driveNotAfter(
  { electronFolder, env }: Pick<BenchContext, 'electronFolder' | 'env'>,
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

/** Adds the connection of a service to the app, as its form does. @returns the connection's id */
export async function addConnection(
  { electron, page }: DrivenApp,
  { baseUrl, token, caFile }: Pick<ServiceAnnouncement, 'baseUrl' | 'token' | 'caFile'>,
): Promise<string> {
  await answerFileDialogs(electron, caFile ?? '');
  return page.evaluate(
    async (given) => {
      const { calls } = (globalThis as unknown as WithBridge).notAfter;
      const chosen = await calls['connections:chooseCaFile'](null);
      const id = chosen.ok ? (chosen.value?.id ?? '') : '';
      const added = await calls['connections:add']({ ...given, ca: { kind: 'chosen', id } });
      if (!added.ok) throw new Error(`The connection was not added: ${added.error.kind}`);
      return added.value.id;
    },
    { name: 'Service', baseUrl, token },
  );
}
