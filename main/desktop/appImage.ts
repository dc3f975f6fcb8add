/**
 * The AppImage that contains this program, or `null`. Programs started by it inherit its variables, hence the check.
 */
export function appImage({
  env: { APPIMAGE: file, APPDIR: folder },
  execPath,
}: Pick<NodeJS.Process, 'env' | 'execPath'> = process): string | null {
  if (file === undefined || folder === undefined) return null;
  return execPath.startsWith(`${folder}/`) ? file : null;
}
