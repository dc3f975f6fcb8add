import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { CONTENT_TYPES, PAGE_HEADERS } from '#main/desktop/pageHeaders.ts';
import { lacksSandbox } from '#scripts/demo/electronApp.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { callNames, eventNames } from '#shared/ipc/channels.ts';
import type { CallName } from '#shared/ipc/contract.ts';
import type { TestApp } from '#test/integration/app/testApp.ts';

/** Debian's Chromium, which is newer than Electron's. */
const program = '/usr/bin/chromium';

/** Whether this system has it. */
export const hasChromium = existsSync(program);

/** A page that has the app behind it. Nothing is sent: the answers are given to Chromium itself. */
const origin = 'https://notafter.invalid';

const rendererFolder = join(projectFolder, 'out/app/renderer');

/** What stands for the preload script and Electron's IPC in the page. */
interface PageGlobals {
  callMain(name: string, args: unknown): Promise<unknown>;
  hearMain(name: string, payload: unknown): void;
}

/**
 * Opens the built page in Debian's Chromium, with an app behind it that runs in this process. Both end with the test.
 * @returns the page, and the errors and warnings of its console so far
 */
export async function openInChromium(
  app: TestApp,
): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const browser: Browser = await chromium.launch({
    executablePath: program,
    chromiumSandbox: !lacksSandbox(),
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const contentType = CONTENT_TYPES[extname(pathname)];
    if (!route.request().url().startsWith(`${origin}/`) || contentType === undefined) return route.abort();
    const body = await readFile(join(rendererFolder, pathname));
    return route.fulfill({ body, contentType, headers: PAGE_HEADERS });
  });
  await page.exposeFunction('callMain', (name: CallName, args: unknown) => app.desktop.calls.raw(name, args));
  await page.addInitScript(
    ({ calls, events }) => {
      const globals = globalThis as unknown as PageGlobals;
      const listeners = new Map<string, Set<(payload: unknown) => void>>(
        events.map((name) => [name, new Set()]),
      );
      const call = (name: string) => [name, (args: unknown) => globals.callMain(name, args)];
      const subscribe = (name: string) => [
        name,
        (listener: (payload: unknown) => void) => {
          listeners.get(name)?.add(listener);
          return () => listeners.get(name)?.delete(listener);
        },
      ];
      Object.assign(globalThis, {
        notAfter: {
          calls: Object.fromEntries(calls.map(call)),
          on: Object.fromEntries(events.map(subscribe)),
        },
        hearMain: (name: string, payload: unknown) => {
          for (const listener of listeners.get(name) ?? []) listener(payload);
        },
      });
    },
    { calls: [...callNames], events: [...eventNames] },
  );
  const sent = app.desktop.onDidSend(({ name, payload }) => {
    page
      .evaluate(([event, given]) => (globalThis as unknown as PageGlobals).hearMain(event, given), [
        name,
        payload,
      ] as const)
      // The page is closed, or loads.
      .catch(() => undefined);
  });
  onTestFinished(() => sent.dispose());
  await page.goto(`${origin}/index.html`);
  return { page, problems };
}
