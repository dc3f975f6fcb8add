import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { appArguments, lacksSandbox } from '#scripts/demo/electronApp.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { shellCode } from '#scripts/lib/processes.ts';
import { atEndOfFiles, runsTest } from './endings.ts';
import { type NotAfter, testElectron } from './notAfterApp.ts';

/** The exit of a command, and its output. */
export interface Ended {
  /** As of `shellCode`: it says which signal ended the command. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A command that runs in a terminal. */
export interface TerminalCommand {
  out(): string;
  err(): string;
  /** Presses Ctrl-C. */
  interrupt(): void;
  /** Sends another signal. */
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/**
 * Lines of Chromium: about a missing system bus, as in containers; and of its zygote, about a command that ended before
 * its process was started, as on a machine under load.
 */
const ofChromium = /^\[.*(?:dbus|zygote_linux\.cc.*Broken pipe).*\n/gmu;

/** The programs that have the commands: the app, and the one without Electron. */
export const programs = ['app', 'server'] as const;
export type Program = (typeof programs)[number];

/** The program and its first arguments that stand for `notafter` on this data. */
export function commandOf(
  { profile }: Pick<NotAfter, 'profile'>,
  program: Program = 'app',
): readonly string[] {
  if (program === 'server')
    return [
      process.execPath,
      join(projectFolder, 'out', 'server', 'notafter-server.js'),
      `--user-data-dir=${profile}`,
    ];
  const sandbox = lacksSandbox() ? ['--no-sandbox'] : [];
  return [testElectron().executable, ...appArguments({ profile, isVirtual: false }), ...sandbox];
}

/** Starts a command of the app on its data, as typed in a terminal. @param display whether the terminal has one */
export function typeCommand(
  { profile }: Pick<NotAfter, 'profile'>,
  words: readonly string[],
  options: {
    readonly program?: Program;
    readonly display?: boolean;
    readonly input?: string;
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
  } = {},
): TerminalCommand {
  const { DISPLAY, WAYLAND_DISPLAY: _, ...env } = process.env;
  const [executable = '', ...args] = [...commandOf({ profile }, options.program), ...words];
  const child = spawn(executable, args, {
    env: { ...env, LANGUAGE: 'en', ...options.env, ...(options.display === true ? { DISPLAY } : {}) },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.err += text;
  });
  child.stdin.end(options.input ?? '');
  const end = () => void child.kill('SIGKILL');
  if (runsTest()) onTestFinished(end);
  else atEndOfFiles(async () => end());
  const err = () => texts.err.replaceAll(ofChromium, '');
  return {
    out: () => texts.out,
    err,
    interrupt: () => void child.kill('SIGINT'),
    signal: (name) => void child.kill(name),
    ended: once(child, 'close').then(([code, signal]) => ({
      code: shellCode(code, signal),
      out: texts.out,
      err: err(),
    })),
  };
}

/** Runs a command to its end. */
export async function runCommandLine(...args: Parameters<typeof typeCommand>): Promise<Ended> {
  return await typeCommand(...args).ended;
}
