import type { ExportWarning } from '#shared/domain/export.ts';
import { systemCode } from '../fileErrors.ts';
import type { GuardFs, RunCommand } from './guardPorts.ts';
import { kindByMacMounts, kindByMountInfo } from './mounts.ts';

/** By the numbers of statfs(2) and linux/magic.h. */
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
/** File systems by name, as Linux (also behind `fuse.`) and macOS list their mounts. */
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

/** Whether another machine keeps what is in the directory. What cannot be found out is not warned of. */
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
  // A drive letter of a share becomes such a path when links are resolved.
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
