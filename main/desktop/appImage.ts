/**
 * The file of the AppImage that this program is in, or `null`. It runs from a folder that is gone after it, so the file
 * itself is what to start and to replace. A program that an AppImage starts inherits the same variables without being
 * in it.
 */
export function appImage({
  env: { APPIMAGE: file, APPDIR: folder },
  execPath,
}: Pick<NodeJS.Process, 'env' | 'execPath'> = process): string | null {
  if (file === undefined || folder === undefined) return null;
  return execPath.startsWith(`${folder}/`) ? file : null;
}
