import type { Translate } from '#shared/i18n/types.ts';
import { cleanText } from '#shared/text.ts';
import {
  commandAt,
  commandNames,
  optionsOf,
  optionText,
  shapeOf,
  shells,
  synopsisOf,
} from './commandTable.ts';
import { exitCodes } from './exitCodes.ts';
import type { UsageProblem } from './readOptions.ts';
import { padText, textWidth } from './terminalText.ts';

type Row = readonly [what: string, about: string];

/** The text of `notafter --help`. */
export function helpText(t: Translate): string {
  // Commands with the same options share a section.
  const sections = Map.groupBy(
    commandNames.filter((name) => optionsOf(name).length > 0),
    (name) => JSON.stringify(optionsOf(name)),
  );
  const options = [...sections.values()].map((names) => {
    const rows = optionsOf(names[0] ?? 'status').map(
      (option): Row => [optionText(option), t(`cli.help.${option.about}`)],
    );
    return [names.join(', '), rows] as const;
  });
  const codes = (['fine', 'attention', 'critical', 'unknown', 'interrupted'] as const).map(
    (name): Row => [String(exitCodes[name]), t(`cli.help.exit.${name}`)],
  );
  return [
    ...wrap(t('cli.help.about'), WIDTH),
    '',
    t('cli.help.commands'),
    ...commandNames.flatMap((name) => [
      `  notafter ${synopsisOf(name)}`,
      `      ${t(`cli.help.${shapeOf(name).about}`)}`,
    ]),
    '',
    ...wrap(t('cli.help.orders'), WIDTH),
    '',
    ...options.flatMap(([command, rows]) => [
      t('cli.help.optionsOf', { command }),
      ...twoColumns(rows, 22),
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
  const command = commandAt(words);
  const said = () => {
    switch (problem.kind) {
      case 'unknownCommand':
        return t('cli.usage.unknownCommand', { word: cleanText(problem.word), commands: list(commandNames) });
      case 'unknownShell':
        return t('cli.usage.unknownShell', { word: cleanText(problem.word), shells: list(shells) });
      case 'badDuration':
      case 'badThreshold':
      case 'tooManyWords':
        return t(`cli.usage.${problem.kind}`, { word: cleanText(problem.word) });
      case 'unknownOption': {
        const known = command === null ? [] : optionsOf(command);
        const options = list([...known, { name: 'help' }].map(({ name }) => `--${name}`));
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
      case 'criticalAboveWarning':
      case 'tokenAsArgument':
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
