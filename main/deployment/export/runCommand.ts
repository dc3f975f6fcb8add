import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

export interface ProgramOutput {
  readonly exitCode: number;
  readonly stdout: string;
}

export interface CommandOptions {
  readonly input?: string;
  readonly timeoutMs: number;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program, by its absolute path or its name on the PATH, without a shell. Never rejects. `null`: not found, not
 * executable, timed out, too much output, or ended by a signal.
 */
export type RunCommand = (
  program: string,
  args: readonly string[],
  options: CommandOptions,
) => Promise<ProgramOutput | null>;

const longestOutput = 16 * 1024 * 1024;

/** Runs programs of this computer in the home folder, so that nothing in a target is run. */
export const runCommand: RunCommand = async (program, args, { input = '', timeoutMs, env = {} }) => {
  const path = isAbsolute(program) ? program : await findOnPath(program);
  if (path === null) return null;
  return await new Promise((resolve) => {
    const options = {
      cwd: homedir(),
      env: { ...withoutGit(process.env), ...env },
      timeout: timeoutMs,
      killSignal: 'SIGKILL' as const,
      maxBuffer: longestOutput,
      windowsHide: true,
    };
    try {
      const child = execFile(path, args, options, (error, stdout) => {
        const exitCode = error === null ? 0 : error.code;
        resolve(typeof exitCode === 'number' && error?.killed !== true ? { exitCode, stdout } : null);
      });
      // EPIPE if the program ends before it has read everything; its exit code tells.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    } catch {
      // Invalid arguments, such as one with a NUL.
      resolve(null);
    }
  });
};

/** Without variables that make git use another repository or program. */
function withoutGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_')));
}

/** By itself, Windows would search the working directory first. */
async function findOnPath(program: string): Promise<string | null> {
  const name = process.platform === 'win32' ? `${program}.exe` : program;
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    if (!isAbsolute(directory)) continue;
    const path = join(directory, name);
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // Try the next directory.
    }
  }
  return null;
}
