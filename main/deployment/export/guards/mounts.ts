/** A place in the tree of directories, and the kind of file system that is there. */
interface Mount {
  readonly point: string;
  readonly kind: string;
}

/** The kind of file system of a path, from `/proc/self/mountinfo` (proc(5)); `null` where it is not listed. */
export function kindByMountInfo(text: string, path: string): string | null {
  const mounts = text.split('\n').flatMap((line): Mount[] => {
    const [before = '', after = ''] = line.split(' - ');
    const point = before.split(' ')[4];
    const [kind] = after.split(' ');
    return point === undefined || kind === undefined || kind === ''
      ? []
      : [{ point: unescaped(point), kind }];
  });
  return kindAt(mounts, path);
}

/** As `kindByMountInfo`, from what `mount` says on macOS: `//me@host/share on /Volumes/share (smbfs, nodev)`. */
export function kindByMacMounts(text: string, path: string): string | null {
  const mounts = text.split('\n').flatMap((line): Mount[] => {
    const [, point, kind] = /^.+? on (\/.*) \(([^,)]+)/u.exec(line) ?? [];
    return point === undefined || kind === undefined ? [] : [{ point, kind }];
  });
  return kindAt(mounts, path);
}

/** Of the longest point that leads to the path; of several the last, which lies over the others. */
function kindAt(mounts: readonly Mount[], path: string): string | null {
  let best: Mount | null = null;
  for (const mount of mounts) {
    const isAbove = mount.point === '/' || path === mount.point || path.startsWith(`${mount.point}/`);
    if (isAbove && mount.point.length >= (best?.point.length ?? 0)) best = mount;
  }
  return best?.kind ?? null;
}

/** Blanks, tabs, line feeds and backslashes stand there as octal numbers. */
function unescaped(point: string): string {
  return point.replace(/\\([0-7]{3})/gu, (_all, octal: string) =>
    String.fromCodePoint(Number.parseInt(octal, 8)),
  );
}
