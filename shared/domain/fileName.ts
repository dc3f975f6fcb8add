/** Maximum characters of a file name; leaves room for folders on every system. */
export const FILE_NAME_MAX = 100;

/** Device names on Windows, with any extension and in any case. */
const reservedName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/;

export function isReservedName(name: string): boolean {
  return reservedName.test(name);
}

/**
 * Whether a name is a valid path component on every system: `[a-z0-9._-]`, at most `FILE_NAME_MAX` characters, no
 * Windows device, not hidden, no dot at the end.
 */
export function isSafeName(name: string): boolean {
  return (
    name.length <= FILE_NAME_MAX &&
    /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?$/.test(name) &&
    !isReservedName(name)
  );
}
