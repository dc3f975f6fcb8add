/**
 * The file for something of this name: small Latin letters and digits, and a hyphen for all between them. systemd allows no
 * other scripts. `null`: nothing is left of the name.
 */
export function fileNamedAfter(prefix: string, name: string): string | null {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
  return slug === '' ? null : `${prefix}${slug}`;
}
