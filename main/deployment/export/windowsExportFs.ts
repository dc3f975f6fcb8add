import type { ExportFile, ExportFs } from './exportFs.ts';
import type { WindowsAcl } from './windowsAcl.ts';

const everybody = 0o004;

/**
 * The file system of Windows, where a mode that keeps everybody out becomes an access list for the current user and
 * SYSTEM. Groups have no meaning there: what a group may read is the user's alone. A list that cannot be put, or is
 * another one when it is read back, fails as a mode would on a file system that keeps none.
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
        setMode: (mode) => ((mode & everybody) !== 0 ? held.setMode(mode) : restrict(held.path, 'directory')),
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
    write: (content) => file.write(content),
    async setMode(mode) {
      if ((mode & everybody) !== 0) return file.setMode(mode);
      kept = null;
      await restrict();
      kept = mode;
    },
    // What Windows says of a mode is only whether the file may be written.
    facts: async () => {
      const facts = await file.facts();
      return kept === null ? facts : { ...facts, mode: kept };
    },
    sync: () => file.sync(),
    read: (position, length) => file.read(position, length),
    close: () => file.close(),
  };
}

/** As the system itself says it: the exporter then knows, and asks or refuses. */
function notKept(path: string): Error {
  const error = new Error('ENOTSUP: the access list was not kept');
  return Object.assign(error, { code: 'ENOTSUP', errno: -4049, syscall: 'icacls', path });
}
