import type { Translate } from '#shared/i18n/types.ts';
import { type Command, operands, optionText, shells, synopsisOf, type UsageProblem } from './command.ts';
import { commandList } from './commandList.ts';
import { exitCodes } from './exitCodes.ts';
import { commandAt, commandsOfGroup } from './parseCommand.ts';
import { padText, textWidth } from './textWidth.ts';
import { wordText } from './wordText.ts';

type Row = readonly [what: string, about: string];

/** The text of `notafter --help`; of some commands only what is about them. @param of empty: all */
export function helpText(of: readonly Command[], t: Translate): string {
  const isAll = of.length === 0;
  const commands = isAll ? commandList : of;
  // Commands with the same options share a section.
  const sections = Map.groupBy(
    commands.filter(({ options }) => options.length > 0),
    ({ options }) => JSON.stringify(options),
  );
  const options = [...sections.values()].flatMap((sharing) => [
    ...(commands.length === 1
      ? [t('cli.help.options')]
      : wrap(t('cli.help.optionsOf', { command: sharing.map(({ name }) => name).join(', ') }), WIDTH)),
    ...twoColumns(optionRows(sharing[0]?.options ?? [], t), 22),
    '',
  ]);
  const codes = (['fine', 'attention', 'critical', 'unknown', 'interrupted'] as const).map(
    (name): Row => [String(exitCodes[name]), t(`cli.help.exit.${name}`)],
  );
  const takesOrders = commands.some(({ operands: each }) => each === operands.orders);
  return [
    ...(isAll ? [...wrap(t('cli.help.about'), WIDTH), '', t('cli.help.commands')] : []),
    ...commands.flatMap((command) => [
      `  notafter ${synopsisOf(command)}`,
      ...wrap(t(`cli.help.${command.about}`), WIDTH - 6).map((line) => `      ${line}`),
    ]),
    '',
    ...(takesOrders ? [...wrap(t('cli.help.orders'), WIDTH), ''] : []),
    ...options,
    ...(commands.length > 1 && !isAll ? [] : [t('cli.help.exitCodes'), ...twoColumns(codes, 3), '']),
  ].join('\n');
}

function optionRows(options: Command['options'], t: Translate): readonly Row[] {
  return options.map((option) => [optionText(option), t(`cli.help.${option.about}`)]);
}

/** Explains in one line why a command line is invalid, and what is possible. */
export function usageText(problem: UsageProblem, words: readonly string[], t: Translate): string {
  const list = (items: readonly string[]) => items.join(t('common.listSeparator'));
  const command = commandAt(words);
  const said = () => {
    switch (problem.kind) {
      case 'unknownCommand':
        return t('cli.usage.unknownCommand', {
          word: wordText(problem.word),
          commands: list(namesNear(words)),
        });
      case 'unknownShell':
        return t('cli.usage.unknownShell', { word: wordText(problem.word), shells: list(shells) });
      case 'badDuration':
      case 'badThreshold':
      case 'tooManyWords':
        return t(`cli.usage.${problem.kind}`, { word: wordText(problem.word) });
      case 'unknownOption': {
        const known = command?.options ?? [];
        const options = list([...known, { name: 'help' }].map(({ name }) => `--${name}`));
        return t('cli.usage.unknownOption', {
          option: wordText(problem.option),
          command: command?.name ?? '',
          options,
        });
      }
      case 'optionMissing':
        return t('cli.usage.optionMissing', { command: command?.name ?? '', option: problem.option });
      case 'valueMissing':
      case 'valueNotExpected':
      case 'twice':
        return t(`cli.usage.${problem.kind}`, { option: wordText(problem.option) });
      case 'criticalAboveWarning':
      case 'tokenAsArgument':
        return t(`cli.usage.${problem.kind}`);
      case 'notBoth':
        return t('cli.usage.notBoth', { one: problem.one, other: problem.other });
    }
  };
  return `notafter: ${said()}`;
}

/** The commands that a command line may mean: those of its group, or all. */
function namesNear([first = '']: readonly string[]): readonly string[] {
  const group = commandsOfGroup(first);
  return (group.length === 0 ? commandList : group).map(({ name }) => name);
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
