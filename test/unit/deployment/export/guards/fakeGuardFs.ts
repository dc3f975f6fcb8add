import { posix } from 'node:path';
import type { GuardPorts } from '#main/deployment/export/guards.ts';
import type { CommandOptions, ProgramOutput, RunCommand } from '#main/deployment/export/runCommand.ts';

/** The name of a path in memory, the same on each system. */
function keyOf(path: string): string {
  return /^[/\\](?![/\\])/u.test(path) ? path.replaceAll('\\', '/') : path;
}

export function missing(): Error {
  return Object.assign(new Error('ENOENT'), { code: 'ENOENT', errno: -2 });
}

/** A file system of names only: each path exists, with all its parent directories. A path without a drive may have `\\`, too. */
export function fakeGuardFs(paths: readonly string[], types: Readonly<Record<string, number>> = {}) {
  const texts = new Map<string, string>();
  const fs: GuardPorts['fs'] = {
    async facts(given) {
      const path = keyOf(given);
      if (!paths.some((known) => known === path || known.startsWith(`${path}/`))) throw missing();
      return {
        kind: 'directory',
        mode: 0o755,
        identity: path,
        version: path,
        size: 0,
        uid: 0,
        gid: 0,
        inode: '1',
      };
    },
    async list(directory) {
      const above = directory === '/' ? '/' : `${directory}/`;
      const below = paths.filter((path) => path.startsWith(above));
      return [...new Set(below.map((path) => path.slice(above.length).split('/')[0] ?? ''))];
    },
    realpath: async (path) => posix.normalize(keyOf(path)),
    async fileSystemType(path) {
      const type = types[path];
      if (type === undefined) throw missing();
      return type;
    },
    async readText(path) {
      const text = texts.get(keyOf(path));
      if (text === undefined) throw missing();
      return text;
    },
  };
  return { fs, texts };
}

/** Returns what a test sets, and records its calls. */
export function fakeRunner(
  answer: (program: string, args: readonly string[], input: string) => ProgramOutput | null,
) {
  const asked: { program: string; args: readonly string[]; options: CommandOptions }[] = [];
  const run: RunCommand = async (program, args, options) => {
    asked.push({ program, args, options });
    return answer(program, args, options.input ?? '');
  };
  return { run, asked };
}
