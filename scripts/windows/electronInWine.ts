import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { projectFolder } from '../lib/paths.ts';
import { electronOnC, projectOnC } from './windowsProject.ts';
import { wineCommand, wineRootVariable } from './wine.ts';

/** An argument with paths of this computer, as the app in Wine knows them. */
function onWindows(argument: string): string {
  const [, folder = ''] = /^--user-data-dir=(.+)$/u.exec(argument) ?? [];
  if (folder !== '') return `--user-data-dir=C:\\profiles\\${basename(folder)}`;
  if (!argument.startsWith(projectFolder)) return argument;
  return `C:\\${projectOnC}${argument.slice(projectFolder.length).replaceAll('/', '\\')}`;
}

/** Electron's program for Playwright: runs the one for Windows in Wine, and copies its output from files to our streams. */
function run(): void {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-wine-'));
  const outputs = [process.stdout, process.stderr].map((stream, index) => ({
    stream,
    file: openSync(join(folder, String(index)), 'w+'),
    position: 0,
  }));
  const args = process.argv.slice(2).map(onWindows);
  const withoutGraphics = ['--in-process-gpu', '--disable-features=CalculateNativeWinOcclusion'];
  const { DISPLAY, XAUTHORITY } = process.env;
  const command = wineCommand(
    process.env[wineRootVariable] ?? '',
    ['wine', electronOnC, ...args, ...withoutGraphics],
    { folder: projectOnC, env: { DISPLAY, XAUTHORITY } },
  );
  const [program = '', ...words] = command.words;
  const files = outputs.map(({ file }) => file);
  const child = spawn(program, words, { env: command.env, stdio: ['ignore', ...files] });
  const copy = () => {
    const buffer = Buffer.alloc(65_536);
    for (const output of outputs) {
      for (let size = 1; size > 0; output.position += size) {
        size = readSync(output.file, buffer, 0, buffer.length, output.position);
        output.stream.write(Buffer.from(buffer.subarray(0, size)));
      }
    }
  };
  const timer = setInterval(copy, 50);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.once('exit', (code, signal) => {
    clearInterval(timer);
    copy();
    for (const file of files) closeSync(file);
    rmSync(folder, { recursive: true, force: true });
    process.exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
  });
}

run();
