/** How a package of a Linux distribution is installed: by electron-builder's name of its kind. */
export type PackageType = 'deb' | 'rpm';

/** Processors as the names of the packages have them, which electron-builder chooses. */
const processors: Readonly<Record<PackageType, Readonly<Record<string, string>>>> = {
  deb: { x64: 'amd64', arm64: 'arm64' },
  rpm: { x64: 'x86_64', arm64: 'aarch64' },
};

const commands: Readonly<Record<PackageType, string>> = { deb: 'sudo apt install', rpm: 'sudo dnf install' };

/**
 * The command that updates an installed package with the downloaded one of a version.
 * @param version as the feed says it; one that the shell could misread gives no command
 * @param processor by Node's name
 * @returns the line, or `null` if it is not known
 */
export function updateCommand(type: PackageType, version: string, processor: string): string | null {
  const name = processors[type][processor];
  if (name === undefined || !/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/u.test(version)) return null;
  return `${commands[type]} ./NotAfter-${version}-linux-${name}.${type}`;
}
