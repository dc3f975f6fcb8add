import type { ExportWarning } from '#shared/domain/export.ts';
import { unlessRefused } from './fileErrors.ts';
import type { RunCommand } from './runCommand.ts';

export interface MountPorts {
  readonly fs: {
    /** The file system type of Linux, see statfs(2). */
    fileSystemType(path: string): Promise<number>;
    readText(path: string): Promise<string>;
  };
  readonly run: RunCommand;
  readonly platform: NodeJS.Platform;
}

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

/** A line of `/proc/self/mountinfo` (proc(5)): the mount point and the file system type. */
const linuxMount = /^(?:\S+ ){4}(\S+) .*? - (?:fuse\.)?(\S+)/gmu;
/** A line of `mount` on macOS: `//me@host/share on /Volumes/share (smbfs, nodev)`. */
const macMount = /^.+? on (\/.*) \(([^,)\n]+)/gmu;

/** Warns if the directory is on another computer. Unknown file systems aren't warned of. */
export async function networkWarning(
  { directory }: { readonly directory: string },
  { fs, run, platform }: MountPorts,
): Promise<ExportWarning | null> {
  let protocol: string | null;
  // A share's drive letter resolves to a UNC path.
  if (platform === 'win32')
    protocol = /^[\\/]{2}(?![?.][\\/])|^\\\\\?\\UNC\\/iu.test(directory) ? 'SMB' : null;
  else if (platform === 'darwin') {
    const mounts = await run('/sbin/mount', [], { timeoutMs: mountTimeoutMs });
    protocol = kindOfMount(mounts?.stdout ?? '', macMount, directory);
  } else protocol = await unlessRefused(linuxProtocol(directory, fs));
  return protocol === null ? null : { kind: 'networkFileSystem', protocol };
}

async function linuxProtocol(directory: string, fs: MountPorts['fs']): Promise<string | null> {
  const type = await fs.fileSystemType(directory);
  if (type !== fuse) return linuxTypes.get(type) ?? null;
  // Spaces, tabs, line feeds and backslashes are octal escapes there.
  const escaped = directory.replace(
    /[ \t\n\\]/gu,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return kindOfMount(await fs.readText('/proc/self/mountinfo'), linuxMount, escaped);
}

/** What is known of the mount with the longest matching path; of the last one if several are stacked. */
function kindOfMount(mounts: string, line: RegExp, path: string): string | null {
  let best = { point: '', kind: '' };
  for (const [, point = '', kind = ''] of mounts.matchAll(line)) {
    const isAbove = point === '/' || path === point || path.startsWith(`${point}/`);
    if (isAbove && point.length >= best.point.length) best = { point, kind };
  }
  return kinds.get(best.kind) ?? null;
}
