import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { stageNameOf } from './generation.ts';
import type { RunCommand } from './guards/guardPorts.ts';
import { newHiddenId } from './hiddenNames.ts';

/** Puts access lists on Windows, which keeps no modes. Not one of its calls was ever run on Windows itself. */
export interface WindowsAcl {
  /**
   * Leaves a file or directory to the current user and SYSTEM, whatever its parent says, and reads that back.
   * @returns whether it is so: with `false` nothing secret may be written there
   */
  restrict(path: string, kind: 'file' | 'directory'): Promise<boolean>;
}

export interface WindowsAclPorts {
  readonly run: RunCommand;
  /** The folder of Windows, such as `C:\Windows`: its own tools are meant, and no other of their name. */
  readonly systemRoot: string;
  /** Reads a file that `icacls` made, and removes it. */
  readonly takeFile: (path: string) => Promise<Buffer>;
  /** A fresh path for a file that is soon removed again. */
  readonly newFilePath: () => string;
}

/** The ports of this machine, but for `run`. */
export const nodeAclFiles: Pick<WindowsAclPorts, 'takeFile' | 'newFilePath'> = {
  newFilePath: () => join(tmpdir(), stageNameOf(newHiddenId())),
  async takeFile(path) {
    try {
      return await readFile(path);
    } finally {
      await rm(path, { force: true });
    }
  },
};

const timeoutMs = 10_000;
const systemSid = 'S-1-5-18';
const sidPattern = /^S-1-(?:\d+-)+\d+$/u;

/** Access lists by the tools that Windows has: `whoami` and `icacls`, each with an argument array. */
export function createWindowsAcl({ run, systemRoot, takeFile, newFilePath }: WindowsAclPorts): WindowsAcl {
  const tool = (name: string) => win32.join(systemRoot, 'System32', `${name}.exe`);
  const icacls = async (...args: string[]) =>
    (await run(tool('icacls'), args, { timeoutMs }))?.exitCode === 0;
  let user: Promise<string | null> | null = null;
  const currentUser = async (): Promise<string | null> => {
    const output = await run(tool('whoami'), ['/user', '/fo', 'csv', '/nh'], { timeoutMs });
    return output?.exitCode === 0 ? sidOf(output.stdout) : null;
  };
  return {
    async restrict(path, kind) {
      user ??= currentUser();
      const sid = await user;
      if (sid === null) {
        user = null;
        return false;
      }
      // What is made in a directory later is theirs as well.
      const rights = kind === 'directory' ? ':(OI)(CI)F' : ':F';
      const granted = await icacls(path, '/grant:r', `*${sid}${rights}`, `*${systemSid}${rights}`, '/q');
      // Only then are those of the parent taken away: the other way round there would be a moment for nobody.
      if (!granted || !(await icacls(path, '/inheritance:r', '/q'))) return false;
      const saved = newFilePath();
      if (!(await icacls(path, '/save', saved, '/q'))) return false;
      try {
        return isPrivate((await takeFile(saved)).toString('utf16le'), sid);
      } catch {
        return false;
      }
    },
  };
}

/** The SID in a line of `whoami`: `"example\me","S-1-5-21-1-2-3-1001"`. */
export function sidOf(line: string): string | null {
  const [, sid = ''] = /"([^"]*)"\s*$/u.exec(line.trim()) ?? [];
  return sidPattern.test(sid) ? sid : null;
}

/**
 * Whether what `icacls /save` wrote (a name, then the list in SDDL) inherits nothing and lets in nobody but the user
 * and SYSTEM, the user with every right.
 */
export function isPrivate(saved: string, sid: string): boolean {
  const sddl = saved
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .at(-1);
  const [, flags = '', list = ''] = /^D:([A-Z]*)((?:\([^()]*\))+)/u.exec(sddl ?? '') ?? [];
  // P: protected from what the parent says.
  if (!flags.includes('P')) return false;
  const entries = [...list.matchAll(/\(([^()]*)\)/gu)].map(([, entry = '']) => entry.split(';'));
  const isOwn = (who: string | undefined) =>
    // The first administrator of a machine has a short name there.
    who === sid || (who === 'LA' && sid.endsWith('-500')) || (who === 'SY' && sid === systemSid);
  const isAllowed = ([kind, , , , , who]: string[]) =>
    kind === 'A' && (isOwn(who) || who === 'SY' || who === systemSid);
  const letsIn = ([, , rights, , , who]: string[]) =>
    isOwn(who) && (rights === 'FA' || rights === '0x1f01ff');
  return entries.every(isAllowed) && entries.some(letsIn);
}
