import type { Translate } from '#shared/i18n/types.ts';
import { cleanText } from '#shared/text.ts';
import { type CommandName, commandNames, commandOptions, type UsageProblem } from './arguments.ts';
import { exitCodes } from './exitCodes.ts';
import { padText, textWidth } from './terminalText.ts';

type Row = readonly [what: string, about: string];

/** The text of `notafter --help`. */
export function helpText(t: Translate): string {
  const synopsis: Readonly<Record<CommandName, string>> = {
    status: 'status [--json] [--fail-within 14d] [rid|alias ...]',
    check: 'check [-w 14d] [-c 7d] [-t 10] [rid|alias ...]',
    metrics: 'metrics [--out FILE]',
    sync: 'sync [--json] [rid|alias ...]',
    export: 'export [--json] <rid|alias> --preset nginx --to DIR',
    probe: 'probe [--json] [rid|alias ...]',
    receive: 'receive [--json]',
    quick: 'quick [--json]',
  };
  const options: readonly (readonly [string, readonly Row[]])[] = [
    [
      'status',
      [
        ['--json', t('cli.help.json')],
        ['--fail-within 14d', t('cli.help.failWithin')],
      ],
    ],
    ['sync, probe, export, quick', [['--json', t('cli.help.jsonResults')]]],
    ['receive', [['--json', t('cli.help.jsonDeliveries')]]],
    [
      'check',
      [
        ['-w, --warning 14d', t('cli.help.warning')],
        ['-c, --critical 7d', t('cli.help.critical')],
        ['-t, --timeout 10', t('cli.help.timeout')],
        ['-V, --version', t('cli.help.version')],
      ],
    ],
    ['metrics', [['--out FILE', t('cli.help.out')]]],
    [
      'export',
      [
        ['--preset nginx', t('cli.help.preset')],
        ['--to DIR', t('cli.help.to')],
        ['--replace | --keep', t('cli.help.conflicts')],
        ['--accept-warnings', t('cli.help.acceptWarnings')],
        ['--passphrase-file F', t('cli.help.passphraseFile')],
        ['--passphrase-stdin', t('cli.help.passphraseStdin')],
      ],
    ],
  ];
  const codes = (['fine', 'attention', 'critical', 'unknown', 'interrupted'] as const).map(
    (name): Row => [String(exitCodes[name]), t(`cli.help.exit.${name}`)],
  );
  return [
    ...wrap(t('cli.help.about'), WIDTH),
    '',
    t('cli.help.commands'),
    ...commandNames.flatMap((name) => [`  notafter ${synopsis[name]}`, `      ${t(`cli.help.${name}`)}`]),
    '',
    ...wrap(t('cli.help.orders'), WIDTH),
    '',
    ...options.flatMap(([command, rows]) => [
      t('cli.help.optionsOf', { command }),
      ...twoColumns(rows, 21),
      '',
    ]),
    t('cli.help.exitCodes'),
    ...twoColumns(codes, 3),
    '',
  ].join('\n');
}

/** Explains in one line why a command line is invalid, and what is possible. */
export function usageText(problem: UsageProblem, words: readonly string[], t: Translate): string {
  const list = (items: readonly string[]) => items.join(t('common.listSeparator'));
  const command = commandNames.find((name) => name === words[0]);
  const said = () => {
    switch (problem.kind) {
      case 'unknownCommand':
        return t('cli.usage.unknownCommand', { word: cleanText(problem.word), commands: list(commandNames) });
      case 'badDuration':
      case 'tooManyWords':
        return t(`cli.usage.${problem.kind}`, { word: cleanText(problem.word) });
      case 'unknownOption': {
        const known = command === undefined ? [] : Object.keys(commandOptions[command]);
        const options = list(known.map((name) => `--${name}`));
        return t('cli.usage.unknownOption', {
          option: cleanText(problem.option),
          command: command ?? '',
          options,
        });
      }
      case 'optionMissing':
        return t('cli.usage.optionMissing', { command: command ?? '', option: problem.option });
      case 'valueMissing':
      case 'valueNotExpected':
      case 'twice':
        return t(`cli.usage.${problem.kind}`, { option: cleanText(problem.option) });
      case 'orderMissing':
      case 'criticalAboveWarning':
        return t(`cli.usage.${problem.kind}`);
      case 'notBoth':
        return t('cli.usage.notBoth', { one: problem.one, other: problem.other });
    }
  };
  return `notafter: ${said()}`;
}

/** Default width of a terminal. */
const WIDTH = 80;

function twoColumns(rows: readonly Row[], first: number): readonly string[] {
  return rows.flatMap(([what, about]) =>
    wrap(about, WIDTH - first - 4).map(
      (line, index) => `  ${padText(index === 0 ? what : '', first)}  ${line}`,
    ),
  );
}

/** Wraps a text at spaces, or between Chinese characters but not before punctuation. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of text.match(
    /[\u2e80-\uffef][，。、；：）”]*|[^\s\u2e80-\uffef]+[，。、；：）”]*|\s+/gu,
  ) ?? []) {
    if (textWidth(line + part) > width && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = part.trimStart();
    } else line += part;
  }
  return [...lines, line.trimEnd()];
}
