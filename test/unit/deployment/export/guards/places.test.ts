import { describe, expect, test } from 'vitest';
import { cloudWarning, createExportGuards } from '#main/deployment/export/guards.ts';
import { networkWarning } from '#main/deployment/export/networkFileSystem.ts';
import { fakeGuardFs, fakeRunner, missing } from './fakeGuardFs.ts';

const places = { home: '/home/me', env: {} };
const silent = fakeRunner(() => null);

async function serviceOf(directory: string, paths: readonly string[] = [], env = {}): Promise<string | null> {
  const warning = await cloudWarning({ directory }, { ...places, fs: fakeGuardFs(paths).fs, env });
  return warning?.kind === 'cloudSynced' ? warning.service : null;
}

describe('a synced folder', () => {
  test.each([
    ['/home/me/Dropbox', 'Dropbox'],
    ['/home/me/Dropbox (Example)/certs', 'Dropbox'],
    ['/home/me/OneDrive - Example/certs', 'OneDrive'],
    ['/home/me/OneDrive', 'OneDrive'],
    ['/home/me/Google Drive/x/y', 'Google Drive'],
    ['/home/me/iCloudDrive/x', 'iCloud'],
    ['/home/me/Nextcloud/x', 'Nextcloud'],
    ['/home/me/ownCloud', 'ownCloud'],
    ['/home/me/Library/Mobile Documents/com~apple~CloudDocs/certs', 'iCloud'],
    ['/home/me/Library/CloudStorage/GoogleDrive-me@example.com/My Drive', 'GoogleDrive'],
    ['/home/me/Library/CloudStorage/Dropbox/certs', 'Dropbox'],
  ])('is recognised by its location: %s', async (directory, service) => {
    expect(await serviceOf(directory)).toBe(service);
  });

  test.each([
    ['.dropbox.cache', 'Dropbox'],
    ['.dropbox', 'Dropbox'],
    ['.stfolder', 'Syncthing'],
    ['.sync_0a1b2c3d4e5f.db', 'Nextcloud / ownCloud'],
    ['._sync_0a1b2c3d4e5f.db', 'Nextcloud / ownCloud'],
    ['.nextcloudsync.log', 'Nextcloud'],
    ['.owncloudsync.log', 'ownCloud'],
    ['.tmp.drivedownload', 'Google Drive'],
    ['.shortcut-targets-by-id', 'Google Drive'],
  ])('is recognised by %s in it or above', async (marker, service) => {
    const paths = [`/srv/shared/${marker}`, '/srv/shared/certs/shop'];
    expect(await serviceOf('/srv/shared/certs/shop', paths)).toBe(service);
    expect(await serviceOf('/srv/shared', paths)).toBe(service);
    expect(await serviceOf('/srv', paths)).toBeNull();
  });

  test.each(['/data/work', '/data/work/'])(
    'is recognised by the variables of OneDrive: %s',
    async (value) => {
      expect(await serviceOf('/data/work/certs', [], { OneDriveCommercial: value })).toBe('OneDrive');
    },
  );

  test.each([
    '/home/me',
    '/home/me/certs',
    '/home/me/code/Dropbox',
    '/var/www/nextcloud',
    '/var/www/Nextcloud',
    '/home/me/Dropbox-old',
  ])('is not recognised in %s', async (directory) => {
    // In the home folder this contains the settings of Dropbox.
    const env = { OneDrive: '', OneDriveConsumer: undefined };
    expect(await serviceOf(directory, ['/home/me/.dropbox/info.json'], env)).toBeNull();
  });
});

const mountInfo = `22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
80 22 0:60 / /home/me/server rw,nosuid shared:9 - fuse.sshfs me@example.com:/ rw,user_id=1000
81 22 0:61 / /home/me/my\\040disk rw,nosuid shared:9 - fuse.ntfs-3g /dev/sdb1 rw
82 80 0:62 / /home/me/server/own rw,nosuid shared:9 - fuse.gocryptfs x rw
`;
const macMounts = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
//me@nas.example/share on /Volumes/share (smbfs, nodev, nosuid, mounted by me)
nas.example:/export on /Volumes/my files (nfs, nodev)
`;

describe('a network file system', () => {
  const on = async (type: number, directory = '/t') => {
    const { fs, texts } = fakeGuardFs([], { [directory]: type });
    texts.set('/proc/self/mountinfo', mountInfo);
    return await networkWarning({ directory }, { fs, run: silent.run, platform: 'linux' });
  };

  test.each([
    [0x6969, 'NFS'],
    [0xff534d42, 'SMB'],
    [0xfe534d42, 'SMB'],
    [0x517b, 'SMB'],
    [0x00c36400, 'Ceph'],
    [0x01021997, '9P'],
  ])('is recognised by its number: 0x%s', async (type, protocol) => {
    expect(await on(type)).toEqual({ kind: 'networkFileSystem', protocol });
  });

  test.each([
    ['ext4', 0xef53],
    ['tmpfs', 0x01021994],
    ['btrfs', 0x9123683e],
    ['overlayfs', 0x794c7630],
  ])('is not %s', async (_name, type) => {
    expect(await on(type)).toBeNull();
  });

  test('is recognised by its name if the number only means FUSE', async () => {
    const fuse = 0x65735546;
    expect(await on(fuse, '/home/me/server/certs')).toEqual({ kind: 'networkFileSystem', protocol: 'SSH' });
    expect(await on(fuse, '/home/me/my disk/certs')).toBeNull();
    expect(await on(fuse, '/home/me/server/own/certs')).toBeNull();
    expect(await on(fuse, '/home/me/servers')).toBeNull();
  });

  test('is recognised by its name on macOS', async () => {
    const { fs } = fakeGuardFs([]);
    const mounts = fakeRunner(() => ({ exitCode: 0, stdout: macMounts }));
    const at = (directory: string) => networkWarning({ directory }, { fs, run: mounts.run, platform: 'darwin' });
    expect(await at('/Volumes/share/certs')).toMatchObject({ protocol: 'SMB' });
    expect(await at('/Volumes/my files')).toMatchObject({ protocol: 'NFS' });
    expect(await at('/Users/me')).toBeNull();
    expect(mounts.asked[0]).toMatchObject({ program: '/sbin/mount', args: [] });
    expect(await networkWarning({ directory: '/Volumes/share' }, { fs, run: silent.run, platform: 'darwin' })).toBeNull();
  });

  test('is recognised by its path on Windows', async () => {
    const { fs } = fakeGuardFs([]);
    const at = (directory: string) => networkWarning({ directory }, { fs, run: silent.run, platform: 'win32' });
    expect(await at('\\\\nas\\share\\certs')).toMatchObject({ protocol: 'SMB' });
    expect(await at('\\\\?\\UNC\\nas\\share')).toMatchObject({ protocol: 'SMB' });
    expect(await at('\\\\?\\C:\\certs')).toBeNull();
    expect(await at('C:\\certs')).toBeNull();
  });

  test('that cannot be determined causes no warning', async () => {
    expect(await networkWarning({ directory: '/gone' }, { fs: fakeGuardFs([]).fs, run: silent.run, platform: 'linux' })).toBeNull();
  });
});

describe('all guards', () => {
  const { fs } = fakeGuardFs(['/home/me/Nextcloud/project/.git/HEAD'], {
    '/home/me/Nextcloud/project': 0x6969,
  });
  const guards = createExportGuards({ fs, run: silent.run, ...places, platform: 'linux' });
  const directory = '/home/me/Nextcloud/project';

  test('report everything at once', async () => {
    const warnings = await guards({ directory, secrets: ['k'], keepsPrevious: true });
    expect(warnings.map(({ kind }) => kind)).toEqual(['gitWorktree', 'cloudSynced', 'networkFileSystem']);
  });

  test('report nothing if no private key is written', async () => {
    expect(await guards({ directory, secrets: [], keepsPrevious: true })).toEqual([]);
  });

  test('ignore what the system refuses', async () => {
    const refusing = { ...fs, facts: () => Promise.reject(denied()), list: () => Promise.reject(denied()) };
    const careful = createExportGuards({ fs: refusing, run: silent.run, ...places, platform: 'linux' });
    const warnings = await careful({ directory, secrets: ['k'], keepsPrevious: true });
    expect(warnings.map(({ kind }) => kind)).toEqual(['cloudSynced', 'networkFileSystem']);
    const gone = { ...fs, realpath: () => Promise.reject(missing()) };
    const lost = createExportGuards({ fs: gone, run: silent.run, ...places, platform: 'linux' });
    expect(await lost({ directory, secrets: ['k'], keepsPrevious: true })).toEqual([]);
  });
});

function denied(): Error {
  return Object.assign(new Error('EACCES'), { code: 'EACCES', errno: -13 });
}
