/** In characters; room for a path of some depth on every system. */
export const FILE_NAME_MAX = 100;

/** Windows takes these for devices, with any extension and in any case. */
const reservedName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/;

/** Whether Windows takes a name in lower case for a device. */
export function isReservedName(name: string): boolean {
  return reservedName.test(name);
}

/**
 * Whether a name may be one component of a path on every system: `[a-z0-9._-]`, at most `FILE_NAME_MAX`, no device of
 * Windows, neither hidden nor ending in a dot.
 */
export function isSafeName(name: string): boolean {
  return (
    name.length <= FILE_NAME_MAX &&
    /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?$/.test(name) &&
    !isReservedName(name)
  );
}
