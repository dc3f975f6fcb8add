import { readFileSync, statSync } from 'node:fs';
import { arch, release, type } from 'node:os';

type Environment = Readonly<Record<string, string | undefined>>;

/** The operating system, such as `Linux 6.1.0 x64, Debian GNU/Linux 12 (bookworm)`. */
export function systemText(): string {
  const kernel = `${type()} ${release()} ${arch()}`;
  const distribution = distributionName();
  return distribution === null ? kernel : `${kernel}, ${distribution}`;
}

/** The desktop that the person is in, as it calls itself. */
export function sessionText(environment: Environment): string {
  const known = ['XDG_CURRENT_DESKTOP', 'XDG_SESSION_TYPE'].flatMap((name) => environment[name] ?? []);
  return known.length === 0 ? 'unknown' : known.join(', ');
}

/** The bytes of a database with what is not yet written into it, or `null`. */
export function databaseBytes(file: string): number | null {
  const sizes = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? null);
  return sizes[0] === null ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** By os-release(5); `null` elsewhere. */
function distributionName(): string | null {
  try {
    const text = readFileSync('/etc/os-release', 'utf8');
    return /^PRETTY_NAME="?([^"\n]*)/mu.exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}
