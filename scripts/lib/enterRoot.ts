/** Makes the folder the root of a name space, whose mounts end with it. In a root by chroot(1), no program can create the user namespaces of a sandbox. */
const changeRoot = 'pivot_root . . && umount -l . && exec "$@"';

/**
 * The program and arguments that start a program in a folder that holds a Linux system, with this computer's devices and
 * processes. By root only.
 * @param shared folders of this computer, each with the existing folder of the system where it appears
 */
export function enterRoot(folder: string, shared: Readonly<Record<string, string>>): readonly string[] {
  const binds = Object.entries(shared).map(([from, to]) => `mount --bind '${from}' '${to}'`);
  const mounts = ['mount --bind "$0" "$0"', 'cd "$0"', 'mount --rbind /dev dev', 'mount -t proc proc proc'];
  const enter = [...mounts, ...binds, changeRoot].join(' && ');
  return ['unshare', '--mount', 'sh', '-c', enter, folder];
}
