import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { lacksSandbox } from '#scripts/demo/electronApp.ts';
import { endProcess } from '#scripts/lib/processes.ts';
import { runOnDesktop, windowOf } from './desktopControl.ts';
import { atEndOfFiles } from './endings.ts';
import { temporaryFolder, testElectron } from './notAfterApp.ts';
import { takeNotifications } from './notifications.ts';

interface DroppedFile {
  readonly path: string;
  readonly text: string;
}

/** A window of another program on the test desktop that reads the files dropped on it. */
export interface DropTarget {
  /** The middle of the window on the screen. */
  readonly x: number;
  readonly y: number;
  /** The files of the last drop, once there is one. */
  dropped(): Promise<readonly DroppedFile[]>;
}

/** Starts the program; it ends after the last test of the file. */
export async function startDropTarget(): Promise<DropTarget> {
  // Those of former tests would cover the window.
  await takeNotifications();
  const output = join(await temporaryFolder(), 'dropped.json');
  const program = join(import.meta.dirname, 'dropTarget', 'main.cjs');
  const profile = join(await temporaryFolder(), 'profile');
  const switches = [
    '--disable-gpu',
    `--user-data-dir=${profile}`,
    ...(lacksSandbox() ? ['--no-sandbox'] : []),
  ];
  const child = spawn(testElectron().executable, [...switches, program, output], { stdio: 'ignore' });
  started.add(child);
  const id = await windowOf(child.pid ?? 0);
  const shell = await runOnDesktop('xdotool', 'getwindowgeometry', '--shell', id);
  const value = (name: string) => Number(new RegExp(`^${name}=(\\d+)`, 'mu').exec(shell)?.[1]);
  const read = async (): Promise<readonly DroppedFile[]> => {
    const text = await readFile(output, 'utf8').catch(() => '[]');
    return JSON.parse(text);
  };
  return {
    x: value('X') + Math.round(value('WIDTH') / 2),
    y: value('Y') + Math.round(value('HEIGHT') / 2),
    async dropped() {
      await expect.poll(read, { timeout: 10_000 }).not.toEqual([]);
      const files = await read();
      await rm(output);
      return files;
    },
  };
}

const started = new Set<ChildProcess>();

atEndOfFiles(async () => {
  for (const child of started) await endProcess(child);
  started.clear();
});
