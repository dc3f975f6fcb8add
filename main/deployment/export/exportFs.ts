/** What is known of a file, directory or link without following links. */
export interface FileFacts {
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  /** Permission bits with setuid, setgid and sticky: `mode & 0o7777`. */
  readonly mode: number;
  /** Device and inode: identifies the file. */
  readonly identity: string;
  /** Inode alone: stable as long as the file exists, while the device number may change. */
  readonly inode: string;
  /** Changes when the file is replaced or its content is written. */
  readonly version: string;
  /** Bytes. */
  readonly size: number;
  /** 0 on Windows, as `gid`. */
  readonly uid: number;
  readonly gid: number;
}

/** A file that was created by `ExportFs` and is still open. */
export interface ExportFile {
  /** Appends all of `content`. */
  write(content: Uint8Array): Promise<void>;
  setMode(mode: number): Promise<void>;
  facts(): Promise<FileFacts>;
  sync(): Promise<void>;
  /** Up to `length` bytes from `position`. */
  read(position: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * A directory that is held open. On Linux `path` leads to this very directory even after it was moved or replaced; on
 * other systems it is the path that was opened.
 */
export interface HeldDirectory extends AsyncDisposable {
  readonly path: string;
  /** As of the moment when the directory was opened. */
  readonly facts: FileFacts;
  setMode(mode: number): Promise<void>;
  /** May be called more than once. */
  close(): Promise<void>;
}

/** The file system used by exports. Each method is one step that can fail on its own, with Node's system errors. */
export interface ExportFs {
  /** Whether mode bits have a meaning on this platform. */
  readonly posix: boolean;
  facts(path: string): Promise<FileFacts>;
  /** Whether a group, by id, may have members other than the current user. */
  isSharedGroup(gid: number): Promise<boolean>;
  /** The path without links. Fails with EFOREIGNLINK for a link of another user. */
  realpath(path: string): Promise<string>;
  list(path: string): Promise<readonly string[]>;
  /** Opens a directory so that it can't be replaced; fails for a link. The caller closes it. */
  hold(path: string): Promise<HeldDirectory>;
  /** Creates a directory with at most 0700; the umask may remove bits. */
  makeDirectory(path: string): Promise<void>;
  /** Creates a file without a name, which is gone once closed. `null`: not supported here. */
  createUnnamed(directory: string): Promise<ExportFile | null>;
  /** Creates a file with at most 0600. Never opens an existing file and never follows a link. */
  createFile(path: string): Promise<ExportFile>;
  /** The content of a regular file; fails for links. */
  read(path: string): Promise<Uint8Array>;
  rename(from: string, to: string): Promise<void>;
  /** Creates a hard link; fails with EEXIST if `to` exists. */
  link(from: string, to: string): Promise<void>;
  readlink(path: string): Promise<string>;
  unlink(path: string): Promise<void>;
  removeDirectory(path: string): Promise<void>;
  /** Makes renames, links and removals in a directory durable, where the platform supports it. */
  syncDirectory(path: string): Promise<void>;
}
