/** The programs that install a package of a Linux distribution. */
export type PackageManager = 'apt' | 'dnf' | 'zypper';

type Format = 'deb' | 'rpm';

/** Processors as the names of the packages have them, which electron-builder chooses. */
const processors: Readonly<Record<Format, Readonly<Record<string, string>>>> = {
  deb: { x64: 'amd64', arm64: 'arm64' },
  rpm: { x64: 'x86_64', arm64: 'aarch64' },
};

/** The rpm has no signature. dnf demands none of a local file; zypper would ask. */
const commands: Readonly<Record<PackageManager, readonly [command: string, format: Format]>> = {
  apt: ['sudo apt install', 'deb'],
  dnf: ['sudo dnf install', 'rpm'],
  zypper: ['sudo zypper install --allow-unsigned-rpm', 'rpm'],
};

/**
 * The package manager of an installed package.
 * @param type the kind of package by electron-builder's name
 * @param osRelease the content of os-release(5), empty if there is none
 * @returns `null` for a kind that is not known
 */
export function packageManagerOf(type: string, osRelease: string): PackageManager | null {
  if (type === 'deb') return 'apt';
  if (type !== 'rpm') return null;
  const isSuse = /^ID(?:_LIKE)?=["']?(?:[\w.-]+ )*suse\b/mu.test(osRelease);
  return isSuse ? 'zypper' : 'dnf';
}

/**
 * The command that updates an installed package with the downloaded one of a version.
 * @param version as the feed says it; one that the shell could misread gives no command
 * @param processor by Node's name
 * @returns the line, or `null` if it is not known
 */
export function updateCommand(manager: PackageManager, version: string, processor: string): string | null {
  const [command, format] = commands[manager];
  const name = processors[format][processor];
  if (name === undefined || !/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/u.test(version)) return null;
  return `${command} ./NotAfter-${version}-linux-${name}.${format}`;
}
