import { cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lacksSandbox } from '#scripts/demo/electronApp.ts';
import { hasOwnMounts, ownMounts } from '#test/support/mounts.ts';
import { temporaryFolder, testElectron } from './notAfterApp.ts';

/** The computer of one app, whose time zone the test changes as the system's settings do. */
export interface OwnZone {
  /** The folder of the Electron that runs there, see `LaunchOptions`. */
  readonly electronFolder: string;
  /** Replaces `/etc/localtime` (localtime(5)). @param zone an IANA name */
  move(zone: string): Promise<void>;
}

/** Whether an app can have a time zone of its own: its `/etc` is mounted, which Chromium's sandbox does not survive. */
export const canHaveZone = lacksSandbox() && hasOwnMounts;

/** An Electron whose `/etc` is a copy of this computer's, in this time zone. It is removed after the last test of the file. */
export async function ownZone(zone: string): Promise<OwnZone> {
  const folder = await temporaryFolder();
  const [etc, electronFolder] = [join(folder, 'etc'), join(folder, 'electron')];
  await cp('/etc', etc, { recursive: true, verbatimSymlinks: true });
  await mkdir(electronFolder);
  const { folder: real } = testElectron();
  const mounted = 'mount --bind "$0" /etc && exec "$@"';
  const words = [
    'exec',
    'unshare',
    ...ownMounts,
    'sh',
    '-c',
    `'${mounted}'`,
    etc,
    join(real, 'electron'),
    '"$@"',
  ];
  await writeFile(join(electronFolder, 'electron'), `#!/bin/sh\n${words.join(' ')}\n`, { mode: 0o755 });
  const move = async (name: string) => {
    const next = join(etc, 'localtime.next');
    await symlink(join('/usr/share/zoneinfo', name), next);
    await rename(next, join(etc, 'localtime'));
  };
  await move(zone);
  return { electronFolder, move };
}
