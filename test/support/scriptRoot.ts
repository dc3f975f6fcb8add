import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasOwnMounts, ownMounts } from './mounts.ts';

/** What a maintainer script finds in a system: whether AppArmor works, and what the kernel allows. */
export type ScriptSystem = {
  readonly hasAppArmor: boolean;
  /** Whether AppArmor understands the profile: not before Ubuntu 24.04. */
  readonly knowsProfile: boolean;
  /** Whether the kernel takes the profile. */
  readonly loadsProfile: boolean;
  /** Whether the system is an image that another kernel will run. */
  readonly isImage: boolean;
  /** Whether ordinary users may create user namespaces without a profile. */
  readonly hasNamespaces: boolean;
};

/** Ubuntu from 24.04. */
export const ubuntu: ScriptSystem = {
  hasAppArmor: true,
  knowsProfile: true,
  loadsProfile: true,
  isImage: false,
  hasNamespaces: false,
};

/** Debian or Fedora. */
export const withoutAppArmor: ScriptSystem = { ...ubuntu, hasAppArmor: false, hasNamespaces: true };

/** Whether `makeScriptRoot` works: `/bin` and `/lib` are links into `/usr`, and this process may mount. */
export const canMakeScriptRoot =
  hasOwnMounts && ['/bin', '/lib'].every((path) => lstatSync(path).isSymbolicLink());

/** AppArmor's cache of compiled profiles. */
export const profileCache = 'var/cache/apparmor/0.0';

/**
 * Makes a root folder for maintainer scripts. They read this system's programs, and write only below the folder. The
 * programs that ask or change the kernel are stand-ins.
 * @param folder empty
 * @returns the program and arguments that run a program beside the folder's mounts
 */
export function makeScriptRoot(folder: string, system: ScriptSystem): readonly string[] {
  const put = (path: string, text: string) => writeFileSync(join(folder, path), text, { mode: 0o755 });
  for (const path of ['system', 'dev', 'sbin', 'etc/apparmor.d', profileCache])
    mkdirSync(join(folder, path), { recursive: true });
  for (const path of ['bin', 'lib', 'lib64']) symlinkSync(`system/${path}`, join(folder, path));
  const exit = (isGood: boolean) => `exit ${isGood ? 0 : 1}`;
  const stand = (name: string, text: string) => put(`sbin/${name}`, `#!/bin/sh\n${text}\n`);
  stand('apparmor_status', exit(system.hasAppArmor));
  stand('ischroot', exit(system.isImage));
  // It would run `unshare` as an ordinary user.
  stand('setpriv', exit(system.hasNamespaces));
  stand(
    'apparmor_parser',
    `case $1 in
--print-cache-dir) echo /${profileCache} ;;
--skip-kernel-load) [ -f "$3" ] && ${exit(system.knowsProfile)} ;;
--replace) [ -f "$4" ] && ${system.loadsProfile} && cp "$4" /loaded && cp "$4" /${profileCache}/notafter ;;
--remove) rm /loaded ;;
*) exit 64 ;;
esac`,
  );
  // The first folder of RPM's path for scripts is /sbin.
  const mounted =
    'mount --rbind /usr "$0/system" && mount --rbind /dev "$0/dev" && exec env PATH=/sbin:/bin:/usr/sbin:/usr/bin "$@"';
  return ['unshare', ...ownMounts, 'sh', '-c', mounted, folder];
}

/** Runs a program beside the mounts of a root. @returns its exit code and output */
export function runBeside(launcher: readonly string[], ...words: readonly string[]) {
  const [program = '', ...first] = launcher;
  const { status, stdout, stderr } = spawnSync(program, [...first, ...words], { encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}
