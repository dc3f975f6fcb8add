import type { ExportWarning } from '#shared/domain/export.ts';
import { systemCode } from '../fileErrors.ts';
import type { GuardFs, RunCommand } from './guardPorts.ts';

/** Types of statfs(2), from linux/magic.h. */
const linuxTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x564c, 'NCP'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x01021997, '9P'],
  [0x0bd00bd0, 'Lustre'],
  [0x013661366, 'OCFS2'],
  [0x01161970, 'GFS2'],
]);
const fuse = 0x65735546;
/** Types as listed by Linux (also after `fuse.`) and macOS. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['sshfs', 'SSH'],
  ['rclone', 'rclone'],
  ['davfs', 'WebDAV'],
  ['davfs2', 'WebDAV'],
  ['webdav', 'WebDAV'],
  ['s3fs', 'S3'],
  ['gvfsd-fuse', 'GVfs'],
  ['glusterfs', 'GlusterFS'],
  ['ceph-fuse', 'Ceph'],
  ['curlftpfs', 'FTP'],
  ['vmhgfs-fuse', 'VMware'],
  ['nfs', 'NFS'],
  ['smbfs', 'SMB'],
  ['afpfs', 'AFP'],
]);
const mountTimeoutMs = 3_000;

/** Warns if the directory is on another computer. Unknown file systems aren't warned of. */
export async function networkWarning(
  directory: string,
  fs: Pick<GuardFs, 'fileSystemType' | 'readText'>,
  run: RunCommand,
  platform: NodeJS.Platform,
): Promise<ExportWarning | null> {
  const protocol = await protocolOf(directory, fs, run, platform);
  return protocol === null ? null : { kind: 'networkFileSystem', protocol };
}

async function protocolOf(
  directory: string,
  fs: Pick<GuardFs, 'fileSystemType' | 'readText'>,
  run: RunCommand,
  platform: NodeJS.Platform,
): Promise<string | null> {
  // A share's drive letter resolves to a UNC path.
  if (platform === 'win32') return /^[\\/]{2}(?![?.][\\/])|^\\\\\?\\UNC\\/iu.test(directory) ? 'SMB' : null;
  if (platform === 'darwin') {
    const mounts = await run('/sbin/mount', [], { timeoutMs: mountTimeoutMs });
    return kinds.get(kindByMacMounts(mounts?.stdout ?? '', directory) ?? '') ?? null;
  }
  try {
    const type = await fs.fileSystemType(directory);
    if (type !== fuse) return linuxTypes.get(type) ?? null;
    const kind = kindByMountInfo(await fs.readText('/proc/self/mountinfo'), directory);
    return kinds.get(kind?.replace(/^fuse\./u, '') ?? '') ?? null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

interface Mount {
  readonly point: string;
  readonly kind: string;
}

/** The file system type of a path, from `/proc/self/mountinfo` (proc(5)); `null`: not listed. */
function kindByMountInfo(text: string, path: string): string | null {
  const mounts = text.split('\n').flatMap((line): Mount[] => {
    const [before = '', after = ''] = line.split(' - ');
    const point = before.split(' ')[4];
    const [kind] = after.split(' ');
    return point === undefined || kind === undefined || kind === ''
      ? []
      : [{ point: unescaped(point), kind }];
  });
  return kindAt(mounts, path);
}

/** The same from the output of `mount` on macOS: `//me@host/share on /Volumes/share (smbfs, nodev)`. */
function kindByMacMounts(text: string, path: string): string | null {
  const mounts = text.split('\n').flatMap((line): Mount[] => {
    const [, point, kind] = /^.+? on (\/.*) \(([^,)]+)/u.exec(line) ?? [];
    return point === undefined || kind === undefined ? [] : [{ point, kind }];
  });
  return kindAt(mounts, path);
}

/** The mount with the longest matching path; the last one if several are stacked. */
function kindAt(mounts: readonly Mount[], path: string): string | null {
  let best: Mount | null = null;
  for (const mount of mounts) {
    const isAbove = mount.point === '/' || path === mount.point || path.startsWith(`${mount.point}/`);
    if (isAbove && mount.point.length >= (best?.point.length ?? 0)) best = mount;
  }
  return best?.kind ?? null;
}

/** Spaces, tabs, line feeds and backslashes are octal escapes there. */
function unescaped(point: string): string {
  return point.replace(/\\([0-7]{3})/gu, (_all, octal: string) =>
    String.fromCodePoint(Number.parseInt(octal, 8)),
  );
}
