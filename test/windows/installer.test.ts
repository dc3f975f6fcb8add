import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callIn, snapshotOf } from '#scripts/demo/windowSteps.ts';
import { readDistribution } from '#scripts/lib/electronDownload.ts';
import { endProcess, type RunResult } from '#scripts/lib/processes.ts';
import { packageApp } from '#scripts/packaging/packageApp.ts';
import { replaceMissingFunction } from '#scripts/windows/windowsProject.ts';
import { driveC } from '#scripts/windows/wine.ts';
import { finishedPackages } from '#test/support/e2e/builtPackages.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { connectToWindow } from '#test/support/e2e/packagedApp.ts';
import { inWine, runInWine } from '#test/support/e2e/runInWine.ts';

const before = '0.0.9';
const user = join(driveC, 'users', 'root', 'AppData');
const data = join(user, 'Roaming', 'NotAfter');
const program = String.raw`C:\users\root\AppData\Local\Programs\NotAfter`;
const run = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`;
const started: ChildProcess[] = [];
let present = '';

/** Makes an installer on drive C, with the Electron there. @returns its file there */
async function makeInstaller(version?: string): Promise<string> {
  const output = await temporaryFolder();
  const electron = readDistribution(join(driveC, 'electron'), 'win32');
  const result = await packageApp({
    system: 'win',
    targets: ['nsis'],
    processor: 'x64',
    ...(electron && { electron }),
    output,
    compression: 'store',
    ...(version !== undefined && { version }),
  });
  expect(result.counts.failed, result.details).toBe(0);
  return putOnC(output);
}

/** Copies the installer in a folder to drive C. @returns its file there */
async function putOnC(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((each) => /-win.*\.exe$/u.test(each)) ?? '';
  await copyFile(join(folder, name), join(driveC, name));
  return `C:\\${name}`;
}

/** Runs a command by the file that users have in their path. */
function command(...words: readonly string[]): Promise<RunResult> {
  return runInWine('cmd', '/c', `${program}\\bin\\notafter.cmd`, ...words);
}

/** Runs an installer without questions. */
async function install(installer: string): Promise<void> {
  await endAll();
  expect(await runInWine(installer, '/S', '/currentuser')).toMatchObject({ code: 0 });
}

/**
 * Ends what Wine left of the app: a process that just starts when the one that started it ends can stay there for ever.
 * The `taskkill` of Wine can leave some processes of that name, so it is repeated.
 */
async function endAll(): Promise<void> {
  await vi.waitFor(
    async () => {
      await runInWine('taskkill', '/F', '/IM', 'NotAfter.exe');
      expect((await runInWine('tasklist')).output).not.toContain('NotAfter.exe');
    },
    { timeout: 60_000, interval: 500 },
  );
}

/**
 * Starts the installed app. Wine draws no pictures of a window in Chromium's sandbox, so nothing can be clicked, and it lacks a
 * function that a finished package calls.
 * @returns its window
 */
async function open(): Promise<Page> {
  await replaceMissingFunction(join(user, 'Local', 'Programs', 'NotAfter', 'NotAfter.exe'));
  const port = join(data, 'DevToolsActivePort');
  await rm(port, { force: true });
  const { words, env } = inWine(
    `${program}\\NotAfter.exe`,
    ...['--remote-debugging-port=0', '--disable-gpu', '--in-process-gpu'],
    '--disable-features=CalculateNativeWinOcclusion',
  );
  const [first = '', ...args] = words;
  started.push(spawn(first, args, { env, stdio: 'ignore' }));
  const address = await vi.waitFor(
    async () => {
      const [number = '', path = ''] = (await readFile(port, 'utf8')).split('\n');
      if (path === '') throw new Error('The app does not listen yet');
      return `127.0.0.1:${number}`;
    },
    { timeout: 60_000 },
  );
  return connectToWindow(address);
}

/** What the installed app has on drive C beside the user's data, and in the registry. */
async function traces(): Promise<readonly string[]> {
  const files = globSync('{Program*,ProgramData,users}/**/*[Nn]ot[Aa]fter*', { cwd: driveC });
  const own = files.filter((path) => !path.startsWith(relative(driveC, data)));
  const keys = await Promise.all(
    ['HKCU', 'HKLM'].map(async (hive) => {
      const key = String.raw`${hive}\Software\Microsoft\Windows\CurrentVersion`;
      const parts = await Promise.all(
        ['Run', 'Uninstall'].map(
          async (part) => (await runInWine('reg', 'query', `${key}\\${part}`, '/s')).output,
        ),
      );
      return parts.join('\n').match(/.*notafter.*/giu) ?? [];
    }),
  );
  return [...own, ...keys.flat()];
}

beforeAll(async () => {
  // Wine's stand-in succeeds with every command, so the installer would think that the app runs.
  for (const file of globSync('windows/**/powershell.exe', { cwd: driveC })) await rm(join(driveC, file));
  const finished = finishedPackages();
  present = finished === null ? await makeInstaller() : await putOnC(finished);
});

afterAll(async () => {
  for (const child of started) await endProcess(child);
});

test('the app is installed, runs, takes commands, is upgraded with its data kept, and is removed without leftovers', async () => {
  // Other tests may have run on this drive.
  const former = await traces();
  const left = async () => (await traces()).filter((trace) => !former.includes(trace));
  await install(await makeInstaller(before));
  expect(await left()).not.toEqual([]);
  expect(await command('--version')).toMatchObject({
    code: 0,
    output: expect.stringContaining(`NotAfter ${before}`),
  });
  expect(await command('nonsense')).toMatchObject({ code: 3 });
  // Words that look like addresses are followed by others.
  await writeFile(join(driveC, 'token.txt'), 'token\n');
  const connection = ['connections', 'add', 'https://127.0.0.1:1', '--name', 'Main', '--token-stdin'];
  expect(await command(...connection, '<C:\\token.txt')).toMatchObject({ code: 0 });
  expect(await command('orders', 'add', 'shop')).toMatchObject({ code: 0 });
  expect(await command('orders', 'tag', 'shop', '--add', 'team:web', '--json')).toMatchObject({ code: 0 });

  let page = await open();
  const set = await callIn(page, 'settings:set', { startAtLogin: true });
  expect(set).toEqual({ ok: true, value: null });
  await expect
    .poll(async () => (await runInWine('reg', 'query', run)).output)
    .toMatch(/NotAfter\.exe.*--hidden/u);
  expect(await command('status')).toMatchObject({ code: 0 });

  await install(present);
  expect((await command('--version')).output).toMatch(/NotAfter \d/u);
  expect((await command('--version')).output).not.toContain(before);
  expect((await runInWine('reg', 'query', run)).output).toMatch(/NotAfter\.exe.*--hidden/u);
  expect(await command('status')).toMatchObject({ code: 0, output: expect.stringContaining('shop') });
  page = await open();
  const { settings, orders } = await snapshotOf(page);
  expect(settings.startAtLogin).toBe(true);
  expect(orders).toMatchObject({ serviceKey: ['shop'], tags: [['team:web']] });

  await endAll();
  // The program copies itself elsewhere, and ends before the copy does.
  await runInWine(`${program}\\Uninstall NotAfter.exe`, '/currentuser', '/S');
  await expect.poll(left, { timeout: 60_000, interval: 1_000 }).toEqual([]);
  expect(existsSync(join(data, 'notafter.db'))).toBe(true);
});
