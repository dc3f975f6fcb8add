/** What `lstat` or `fstat` says of one file: links are not followed. */
export interface FileFacts {
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  /** Permission bits with setuid, setgid and sticky: `mode & 0o7777`. */
  readonly mode: number;
  /** Names the file itself: device and inode. */
  readonly identity: string;
  /** Its number in the file system, which other than that of the device stays the same as long as the file is there. */
  readonly inode: string;
  /** Changes when the file is another one or its content was written again. */
  readonly version: string;
  readonly size: number;
  /** Number of the user that owns it; 0 on Windows. */
  readonly uid: number;
  /** Number of the group that owns it; 0 on Windows. */
  readonly gid: number;
}

interface BigStats {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  readonly mode: bigint;
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly uid: bigint;
  readonly gid: bigint;
  readonly mtimeNs: bigint;
}

function kindOf(stats: BigStats): FileFacts['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}

/** The facts out of Node's answer to `lstat` or `fstat` with `bigint`. */
export function factsOf(stats: BigStats): FileFacts {
  const identity = `${stats.dev}:${stats.ino}`;
  return {
    kind: kindOf(stats),
    mode: Number(stats.mode) & 0o7777,
    identity,
    inode: `${stats.ino}`,
    version: `${identity}:${stats.size}:${stats.mtimeNs}`,
    size: Number(stats.size),
    uid: Number(stats.uid),
    gid: Number(stats.gid),
  };
}
