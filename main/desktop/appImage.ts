/**
 * The AppImage file that contains this program, or `null`. The program runs from a mount that ends with it, so login start
 * and updates use the file. A program started by an AppImage inherits the same variables, hence the check of the path.
 */
export function appImage({
  env: { APPIMAGE: file, APPDIR: folder },
  execPath,
}: Pick<NodeJS.Process, 'env' | 'execPath'> = process): string | null {
  if (file === undefined || folder === undefined) return null;
  return execPath.startsWith(`${folder}/`) ? file : null;
}
