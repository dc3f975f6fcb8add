import { spawnSync } from 'node:child_process';
import { chmod, chown, copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './notAfterApp.ts';
import type { Installation, PackagedStart } from './packagedApp.ts';

/** The user `nobody`, which every Linux has. */
export const NOBODY = 65_534;

export const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];

/** Whether ordinary users can create user namespaces, which Chromium's sandbox needs. */
export function hasNamespaces(): boolean {
  const [program = '', ...args] = [...(process.getuid?.() === 0 ? asNobody : []), 'unshare', '-Ur', 'true'];
  return spawnSync(program, args).status === 0;
}

/** The command that starts an installed app as an ordinary user on the display of this test. Unchanged if the test is not root. */
export interface OrdinaryUser extends Required<Pick<PackagedStart, 'env' | 'launcher'>> {
  readonly configHome: string;
}

/** Creates a home for that user, and lets the user run the app. */
export async function ordinaryUser({ folder }: Installation): Promise<OrdinaryUser> {
  const home = await temporaryFolder();
  const configHome = join(home, 'config');
  const runtime = join(home, 'runtime');
  const authority = join(home, 'xauthority');
  for (const each of [configHome, runtime]) await mkdir(each, { mode: 0o700 });
  await copyFile(process.env['XAUTHORITY'] ?? '', authority);
  // Another user has no access to this session bus.
  const env = {
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XAUTHORITY: authority,
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  };
  if (process.getuid?.() !== 0) return { env, launcher: [], configHome };
  for (const each of [home, configHome, runtime, authority]) await chown(each, NOBODY, NOBODY);
  await chmod(dirname(folder), 0o755);
  return { env, launcher: asNobody, configHome };
}
