import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agreeInBoxes, answerFileDialogs } from '#scripts/demo/electronApp.ts';
import {
  callIn,
  goThroughFirstStart,
  shownOrders,
  snapshotOf,
  untilAllAsked,
  wordsOf,
} from '#scripts/demo/windowSteps.ts';
import type { RunResult } from '#scripts/lib/processes.ts';
import { electronOnC, projectOnC } from '#scripts/windows/windowsProject.ts';
import { driveC } from '#scripts/windows/wine.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { runInWine } from '#test/support/e2e/runInWine.ts';
import { startTestService } from '#test/support/e2e/service.ts';

/** Runs a command of the app on a profile. */
function command(profile: string, ...words: readonly string[]): Promise<RunResult> {
  const data = `--user-data-dir=C:\\profiles\\${basename(profile)}`;
  return runInWine(electronOnC, '--no-sandbox', `C:\\${projectOnC}`, data, ...words);
}

/** Exports the first order with a preset, and answers the review. */
async function exportFirst(page: Page, presetId: string): Promise<void> {
  const { orders } = await snapshotOf(page);
  const started = await callIn(page, 'export:start', {
    orderIds: orders.id.slice(0, 1),
    presetId,
    parts: null,
    container: 'folder',
    into: null,
    deliveryId: null,
  });
  expect(started).toMatchObject({ ok: true });
  await expect.poll(async () => (await snapshotOf(page)).exportJob?.phase).toBe('review');
  const { exportJob } = await snapshotOf(page);
  await callIn(page, 'export:confirm', {
    jobId: exportJob?.id ?? '',
    conflicts: 'replace',
    passphrase: null,
  });
  await expect.poll(async () => (await snapshotOf(page)).exportJob?.phase).toBe('done');
}

test('the app runs: first start, credential, list, export, commands, and the start at login', async () => {
  const service = await startTestService({ tls: false });
  await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 20 });
  const profile = await temporaryFolder();
  const { baseUrl, token, rids } = service;

  const first = await launchNotAfter({ profile });
  let page = await first.window();
  await goThroughFirstStart(page, await wordsOf(page), {
    name: 'Main',
    baseUrl,
    hasCaFile: false,
    token,
    rids,
  });
  await untilAllAsked(page);
  expect((await shownOrders(page)).map(({ name }) => name)).toEqual(['Shop']);

  const folder = join(driveC, 'export');
  await mkdir(folder);
  await answerFileDialogs(first.electron, String.raw`C:\export`);
  // Wine keeps no access lists, so the app asks whether to write a key there.
  await agreeInBoxes(first.electron);
  await exportFirst(page, 'nginx');
  const files = await readdir(folder, { recursive: true });
  expect(
    files.some((name) => name.endsWith('.pem') || name.endsWith('.key')),
    files.join(),
  ).toBe(true);

  const beside = await command(profile, 'status');
  expect(beside).toMatchObject({ code: 0 });
  expect(beside.output).toContain('Shop');
  await first.close();

  const without = await command(profile, 'status');
  expect(without).toMatchObject({ code: 0 });
  expect(without.output).toContain('Shop');

  // It reads the token in the Credential Manager.
  expect(await command(profile, 'sync')).toMatchObject({ code: 0 });

  const second = await launchNotAfter({ profile });
  page = await second.window();
  await expect.poll(() => shownOrders(page)).toMatchObject([{ name: 'Shop' }]);
  const set = await callIn(page, 'settings:set', { startAtLogin: true });
  expect(set).toEqual({ ok: true, value: null });
  const run = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`;
  expect((await runInWine('reg', 'query', run)).output).toMatch(/NotAfter.*electron\.exe.*--hidden/u);
  await second.close();
});
