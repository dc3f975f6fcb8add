/** Of macOS: a region for the formats beside that of the language, as in `en_US@rg=dezzzz` or `en-US-u-rg-dezzzz`. */
const otherRegion = /\brg[=-]([a-z]{2})zzzz\b/iu;

/**
 * The region of a locale of the system (BCP 47 or POSIX such as `de_AT.UTF-8`): two letters or three digits. Empty for a
 * locale without one, and for anything that is no locale.
 */
export function regionOf(systemLocale: string): string {
  const [, region] = otherRegion.exec(systemLocale) ?? [];
  const tag = systemLocale.replace(/[.@].*$/su, '').replaceAll('_', '-');
  try {
    return region?.toUpperCase() ?? new Intl.Locale(tag).region ?? '';
  } catch {
    return '';
  }
}

/** The region whose dates programs in this environment (POSIX) show: of `LC_ALL`, `LC_TIME`, or `LANG`. */
export function regionOfEnvironment(env: Readonly<Record<string, string | undefined>>): string {
  return regionOf(env['LC_ALL'] || env['LC_TIME'] || env['LANG'] || '');
}
