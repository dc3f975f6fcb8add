import { optionText, synopsisOf } from '#main/cli/command.ts';
import { commandList } from '#main/cli/commandList.ts';
import { exitCodes } from '#main/cli/exitCodes.ts';
import type { Translate } from '#shared/i18n/types.ts';

/**
 * The manual page notafter(1), in the macros of man(7), from the table that the help is made of.
 * @param t of English
 * @param facts version of the app, and the day of its release as `YYYY-MM-DD`
 */
export function manualPage(
  t: Translate,
  { version, date }: { readonly version: string; readonly date: string },
): string {
  const described = (what: string, about: string) => ['.TP', `.B ${literal(what)}`, prose(about)];
  const codes = (['fine', 'attention', 'critical', 'unknown', 'interrupted'] as const).flatMap((name) =>
    described(String(exitCodes[name]), t(`cli.help.exit.${name}`)),
  );
  return [
    `.TH NOTAFTER 1 ${date} "NotAfter ${version}" "User Commands"`,
    '.SH NAME',
    'notafter \\- watch TLS certificate orders of a hosted service',
    '.SH SYNOPSIS',
    '.B notafter',
    ...commandList.flatMap((command) => ['.br', `.B notafter ${literal(synopsisOf(command))}`]),
    '.SH DESCRIPTION',
    prose(t('cli.help.about')),
    prose('Without a command, the app is started. A package without the app shows the help.'),
    '.PP',
    prose(t('cli.help.orders')),
    '.SH COMMANDS',
    ...commandList.flatMap((command) => [
      `.SS notafter ${literal(synopsisOf(command))}`,
      prose(t(`cli.help.${command.about}`)),
      ...command.options.flatMap((option) => described(optionText(option), t(`cli.help.${option.about}`))),
    ]),
    '.SH OPTIONS',
    'Every command has',
    ...described('-h, --help', t('cli.help.help')),
    '.P',
    'Without a command:',
    ...described('--version', t('cli.help.version')),
    '.SH EXIT STATUS',
    ...codes,
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, about]) => described(name, about)),
    '.SH FILES',
    ...files.flatMap(([path, about]) => described(path, about)),
    '',
  ].join('\n');
}

const environment = [
  [
    'CREDENTIALS_DIRECTORY',
    'The folder of files with access tokens, where there is no keychain. systemd sets it (LoadCredential=). A file is named notafter-token- and the name of the connection in small letters, with hyphens.',
  ],
  ['LC_ALL, LC_MESSAGES, LANG, LANGUAGE', 'The language, unless one is chosen in the app.'],
  ['LC_ALL, LC_TIME, LANG', 'The region of dates.'],
  ['NO_COLOR', 'If it is not empty, the output has no colours.'],
  ['XDG_CONFIG_HOME', 'The folder that has the folder of the app; ~/.config without it.'],
] as const;

const files = [
  [
    '~/.config/NotAfter/notafter.db',
    'Connections, orders, certificates and settings. Access tokens are in the keychain.',
  ],
  [
    '~/.config/NotAfter/command-address.json',
    'Where the running app takes commands. Only the user can read it.',
  ],
] as const;

/** Text that is typed as it is: its hyphens are those of ASCII. */
function literal(text: string): string {
  return prose(text).replaceAll('-', '\\-');
}

/** Text in which nothing is a request or an escape, in lines as long as a reader of the source wants them. */
function prose(text: string): string {
  return text
    .replace(/(.{1,70})(?: |$)/gu, '$1\n')
    .trimEnd()
    .replaceAll('\\', '\\e')
    .replace(/^[.']/gmu, '\\&$&')
    .replace(/[^\n -~]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    });
}
