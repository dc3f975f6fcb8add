import { zoneOf } from '#main/platform/timeZone.ts';
import { regionOf, regionOfEnvironment } from '#shared/i18n/regionOf.ts';
import { COLUMNS_MAX, LOCALES_MAX, type TerminalFacts } from './protocol.ts';

/** What the process of a command knows of its terminal and its user. */
export function terminalFacts(): TerminalFacts {
  const { env, stdout, platform } = process;
  const isTty = stdout.isTTY === true;
  const formats = Intl.DateTimeFormat().resolvedOptions();
  const ofWindows = platform === 'win32' ? formats.locale : null;
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return {
    columns: isTty ? Math.min(COLUMNS_MAX, Math.max(1, stdout.columns || 80)) : null,
    hasColour: isTty && !isPlain,
    locales: ofWindows === null ? terminalLocales(env) : [ofWindows],
    region: ofWindows === null ? regionOfEnvironment(env) : regionOf(ofWindows),
    timeZone: zoneOf(formats),
  };
}

/** POSIX locales such as `zh_CN.UTF-8`, of which the first one set counts; GNU's list `LANGUAGE` comes before them. */
function terminalLocales(env: NodeJS.ProcessEnv): string[] {
  const named = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return [...(env['LANGUAGE'] ?? '').split(':'), named]
    .map((locale) =>
      locale
        .replace(/[.@].*$/u, '')
        .replaceAll('_', '-')
        .slice(0, 100),
    )
    .filter((locale) => locale !== '' && locale !== 'C' && locale !== 'POSIX')
    .slice(0, LOCALES_MAX);
}
