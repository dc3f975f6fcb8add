import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import type { ExportFile, ExportFs } from './exportFs.ts';
import { type RunCommand, runCommand } from './runCommand.ts';
import { stageNameOf } from './hiddenFolder.ts';
import { newHiddenId } from './hiddenNames.ts';
import { nodeExportFs } from './nodeExportFs.ts';

/** Sets access lists on Windows, which has no modes. Never run on real Windows yet. */
export interface WindowsAcl {
  /**
   * Gives a file or directory to the current user and SYSTEM alone, ignoring inherited entries, and reads the list back.
   * @returns whether that succeeded; if not, no secret may be written there
   */
  restrict(path: string, kind: 'file' | 'directory'): Promise<boolean>;
}

export interface WindowsAclPorts {
  readonly run: RunCommand;
  /** The Windows folder, such as `C:\Windows`, so that only its own tools are run. */
  readonly systemRoot: string;
  /** Reads and removes a file that `icacls` created. */
  readonly takeFile: (path: string) => Promise<Buffer>;
  readonly newFilePath: () => string;
}

const nodeAclFiles: Pick<WindowsAclPorts, 'takeFile' | 'newFilePath'> = {
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
const othersRead = 0o004;

export function exportFsFor(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): ExportFs {
  if (platform !== 'win32') return nodeExportFs;
  const systemRoot = environment['SystemRoot'] ?? 'C:\\Windows';
  return withWindowsAcl(nodeExportFs, createWindowsAcl({ run: runCommand, systemRoot, ...nodeAclFiles }));
}

/**
 * Windows: a mode that denies access to others becomes an access list for the current user and SYSTEM; group bits are
 * ignored. If the list is not kept, setting the mode fails with ENOTSUP, as on a file system without modes.
 */
export function withWindowsAcl(fs: ExportFs, acl: WindowsAcl): ExportFs {
  const restrict = async (path: string, kind: 'file' | 'directory') => {
    if (!(await acl.restrict(path, kind))) throw notKept(path);
  };
  return {
    ...fs,
    async hold(path) {
      const held = await fs.hold(path);
      return {
        ...held,
        setMode: (mode) =>
          (mode & othersRead) !== 0 ? held.setMode(mode) : restrict(held.path, 'directory'),
      };
    },
    async createFile(path) {
      return withAcl(await fs.createFile(path), () => restrict(path, 'file'));
    },
  };
}

function withAcl(file: ExportFile, restrict: () => Promise<void>): ExportFile {
  let kept: number | null = null;
  return {
    ...file,
    async setMode(mode) {
      if ((mode & othersRead) !== 0) return file.setMode(mode);
      kept = null;
      await restrict();
      kept = mode;
    },
    // A mode on Windows only says whether the file is read-only.
    facts: async () => {
      const facts = await file.facts();
      return kept === null ? facts : { ...facts, mode: kept };
    },
  };
}

function notKept(path: string): Error {
  const error = new Error('ENOTSUP: the access list was not kept');
  return Object.assign(error, { code: 'ENOTSUP', errno: -4049, syscall: 'icacls', path });
}

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
      // A directory's entries are inherited by files created in it.
      const rights = kind === 'directory' ? ':(OI)(CI)F' : ':F';
      const granted = await icacls(path, '/grant:r', `*${sid}${rights}`, `*${systemSid}${rights}`, '/q');
      // Inherited entries are removed last: the other order would leave a moment without access.
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
 * Whether a list of `icacls /save` (a name, then SDDL) inherits nothing, grants the user full access and lets in no one but
 * the user and SYSTEM.
 */
export function isPrivate(saved: string, sid: string): boolean {
  const sddl = saved
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .at(-1);
  const [, flags = '', list = ''] = /^D:([A-Z]*)((?:\([^()]*\))+)/u.exec(sddl ?? '') ?? [];
  // P: protected, nothing is inherited.
  if (!flags.includes('P')) return false;
  const entries = [...list.matchAll(/\(([^()]*)\)/gu)].map(([, entry = '']) => entry.split(';'));
  const isOwn = (who: string | undefined) =>
    // SDDL abbreviates the built-in administrator (RID 500) to LA.
    who === sid || (who === 'LA' && sid.endsWith('-500')) || (who === 'SY' && sid === systemSid);
  const isAllowed = ([kind, , , , , who]: string[]) =>
    kind === 'A' && (isOwn(who) || who === 'SY' || who === systemSid);
  const letsIn = ([, , rights, , , who]: string[]) =>
    isOwn(who) && (rights === 'FA' || rights === '0x1f01ff');
  return entries.every(isAllowed) && entries.some(letsIn);
}
