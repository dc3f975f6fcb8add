import { builtinPresets } from '#shared/domain/presets/presets.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { type Command, type CommandOption, type Shell, shells } from './command.ts';

/** The command has a second name in the package without Electron. */
const otherNames = ['notafter-server'] as const;
const names = ['notafter', ...otherNames] as const;

/**
 * A script that completes the command in a shell. It has only the words of the app: orders, custom presets and other
 * names from outside never become part of a script.
 */
export function completionScript(shell: Shell, commands: readonly Command[], t: Translate): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](shapesOf(commands), t);
}

const help = { name: 'help', short: 'h', about: 'help' } as const;

type NamedOption = CommandOption & { readonly name: string };

function completedOptions({ options }: Command): readonly NamedOption[] {
  return [...options, help];
}

const presetIds = builtinPresets.map(({ id }) => id);

/** All commands, and by their first words. */
interface Shapes {
  readonly all: readonly Command[];
  readonly byFirstWord: ReadonlyMap<string, readonly Command[]>;
  /** The first words of names with two words. */
  readonly groups: readonly (readonly [word: string, commands: readonly Command[]])[];
}

function shapesOf(all: readonly Command[]): Shapes {
  const byFirstWord = Map.groupBy(all, ({ name }) => name.split(' ')[0] ?? name);
  const groups = [...byFirstWord].filter(([word, commands]) => !commands.some(({ name }) => name === word));
  return { all, byFirstWord, groups };
}

const secondWord = ({ name }: Command) => name.split(' ')[1] ?? '';

/** Describes a first word: its command, or the second words. */
function firstWords(
  { byFirstWord }: Shapes,
  t: Translate,
): readonly (readonly [word: string, about: string])[] {
  return [...byFirstWord].map(([word, commands]) => {
    const [first] = commands;
    const isOne = commands.length === 1 && first?.name === word;
    return [word, isOne ? aboutOf(first, t) : commands.map(secondWord).join(', ')];
  });
}

/** The commands whose operands are completed with this. */
function withOperands({ all }: Shapes, completes: 'files' | 'shells'): readonly Command[] {
  return all.filter(({ operands }) => operands.completes === completes);
}

function aboutOf({ about }: Command, t: Translate): string {
  return t(`cli.help.${about}`);
}

/** A word in single quotes, for bash and zsh. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function bashScript(shapes: Shapes): string {
  const { all, byFirstWord, groups } = shapes;
  const wordsOnly = (words: readonly string[]) =>
    `mapfile -t COMPREPLY < <(compgen -W ${quoted(words.join(' '))} -- "$cur")`;
  const paths = (flag: 'd' | 'f') =>
    `compopt -o filenames; mapfile -t COMPREPLY < <(compgen -${flag} -- "$cur")`;
  const groupCase = ([word, commands]: Shapes['groups'][number]) => [
    `    ${word})`,
    `      if ((COMP_CWORD == 2)); then ${wordsOnly(commands.map(secondWord))}; return; fi`,
    `      command="$command \${COMP_WORDS[2]}" ;;`,
  ];
  const valueCase = ({ name }: Command, option: NamedOption) => {
    if (option.value === undefined) return [];
    const patterns = [`--${option.name}`, ...(option.short === undefined ? [] : [`-${option.short}`])];
    const values = {
      files: `${paths('f')}; return`,
      folders: `${paths('d')}; return`,
      presets: `${wordsOnly(presetIds)}; return`,
      nothing: 'return',
    }[option.completes ?? 'nothing'];
    return [`    ${patterns.map((pattern) => quoted(`${name} ${pattern}`)).join(' | ')}) ${values} ;;`];
  };
  const optionCase = (command: Command) => {
    const words = completedOptions(command).map((option) => `--${option.name}`);
    return `      ${quoted(command.name)}) ${wordsOnly(words)} ;;`;
  };
  const operandCase = ({ name }: Command, values: string) =>
    `  elif [[ $command == ${quoted(name)} ]]; then ${values}`;
  return [
    '# Completions of notafter for bash.',
    '_notafter() {',
    `  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" command="\${COMP_WORDS[1]}"`,
    '  COMPREPLY=()',
    '  # bash splits --to=DIR at the equals sign.',
    '  if [[ $cur == "=" ]]; then cur=""',
    `  elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD - 2]}"; fi`,
    `  if ((COMP_CWORD == 1)); then ${wordsOnly([...byFirstWord.keys(), '--help', '--version'])}; return; fi`,
    '  case "$command" in',
    ...groups.flatMap(groupCase),
    '  esac',
    '  case "$command $prev" in',
    ...all.flatMap((command) => command.options.flatMap((option) => valueCase(command, option))),
    '  esac',
    '  if [[ $cur == -* ]]; then',
    '    case "$command" in',
    ...all.map(optionCase),
    '    esac',
    ...withOperands(shapes, 'shells').map((command) => operandCase(command, wordsOnly(shells))),
    ...withOperands(shapes, 'files').map((command) => operandCase(command, paths('f'))),
    '  fi',
    '}',
    `complete -F _notafter ${names.join(' ')}`,
    '',
  ].join('\n');
}

function zshScript(shapes: Shapes, t: Translate): string {
  /** A description in a list: a colon would end the word before it. */
  const described = (words: readonly (readonly [string, string])[]) =>
    words.map(([word, about]) => `    ${quoted(`${word}:${about.replace(/[\\:]/gu, '\\$&')}`)}`);
  const list = (tag: string, words: readonly (readonly [string, string])[]) => [
    `  local -a ${tag}=(`,
    ...described(words),
    '  )',
  ];
  const spec = ({ name, short, about, value, completes }: NamedOption) => {
    const text = `[${t(`cli.help.${about}`).replace(/[\\[\]:]/gu, '\\$&')}]`;
    const values = {
      files: '_files',
      folders: '_files -/',
      presets: `(${presetIds.join(' ')})`,
      nothing: '',
    };
    const rest = value === undefined ? '' : `:value:${values[completes ?? 'nothing']}`;
    const long = `--${name}${value === undefined ? '' : '='}${text}${rest}`;
    const letter = short === undefined ? [] : [`-${short}${text}${rest}`];
    return [...letter, long].map((each) => ` \\\n        ${quoted(each)}`).join('');
  };
  const operand = ({ operands: { most, tag, completes } }: Command) => {
    if (most === 0) return '';
    // Without the parentheses zsh would show a message in place of the options.
    const values = { files: '_files', shells: `(${shells.join(' ')})`, nothing: '()' }[
      completes ?? 'nothing'
    ];
    return ` \\\n        ${quoted(`${most === 1 ? '1' : '*'}:${tag}:${values}`)}`;
  };
  return [
    `#compdef ${names.join(' ')}`,
    `compdef _notafter ${names.join(' ')}`,
    '',
    '_notafter() {',
    ...list('commands', firstWords(shapes, t)),
    '  if (( CURRENT == 2 )); then _describe -t commands command commands; return; fi',
    '  local command="$words[2]"',
    '  case "$command" in',
    ...shapes.groups.flatMap(([word, commands]) => [
      `    (${word})`,
      ...list(
        'subcommands',
        commands.map((command) => [secondWord(command), aboutOf(command, t)]),
      ),
      '  if (( CURRENT == 3 )); then _describe -t commands command subcommands; return; fi',
      '  command="$command $words[3]"; shift words; (( CURRENT-- )) ;;',
    ]),
    '  esac',
    '  shift words; (( CURRENT-- ))',
    '  case "$command" in',
    ...shapes.all.map(
      (command) =>
        `    (${quoted(command.name)})\n      _arguments -s${completedOptions(command).map(spec).join('')}${operand(command)} ;;`,
    ),
    '  esac',
    '}',
    '',
    '# Loaded by its name it completes at once; a script that is read only defines it.',
    'if [[ "$funcstack[1]" == "_notafter" ]]; then _notafter "$@"; fi',
    '',
  ].join('\n');
}

function fishScript(shapes: Shapes, t: Translate): string {
  const word = (text: string) => `'${text.replace(/[\\']/gu, '\\$&')}'`;
  const line = (condition: string, rest: string) => `complete -c notafter -n ${word(condition)} ${rest}`;
  const optionLine = (command: Command, { name: long, short, about, value, completes }: NamedOption) => {
    const values = {
      files: '-r -F',
      folders: `-x -a ${word('(__fish_complete_directories)')}`,
      presets: `-x -a ${word(presetIds.join(' '))}`,
      nothing: '-x',
    }[completes ?? 'nothing'];
    const parts = [
      ...(short === undefined ? [] : [`-s ${short}`]),
      `-l ${long}`,
      ...(value === undefined ? [] : [values]),
      `-d ${word(t(`cli.help.${about}`))}`,
    ];
    return line(`__notafter_at ${command.name}`, parts.join(' '));
  };
  return [
    '# Completions of notafter for fish.',
    '# Whether the command line begins with these words.',
    'function __notafter_at',
    '    set -l words (commandline -opc)',
    '    for index in (seq 1 (count $argv))',
    '        test "$words[$(math $index + 1)]" = "$argv[$index]"; or return 1',
    '    end',
    'end',
    '# Whether only these words are before the one to complete.',
    'function __notafter_after',
    '    test (count (commandline -opc)) -eq (math (count $argv) + 1); and __notafter_at $argv',
    'end',
    'complete -c notafter -f',
    ...otherNames.map((other) => `complete -c ${other} -w notafter`),
    ...firstWords(shapes, t).map(([first, about]) =>
      line('__notafter_after', `-a ${word(first)} -d ${word(about)}`),
    ),
    ...shapes.groups.flatMap(([first, commands]) =>
      commands.map((command) =>
        line(`__notafter_after ${first}`, `-a ${word(secondWord(command))} -d ${word(aboutOf(command, t))}`),
      ),
    ),
    ...shapes.all.flatMap((command) =>
      completedOptions(command).map((option) => optionLine(command, option)),
    ),
    ...withOperands(shapes, 'shells').map(({ name }) =>
      line(`__notafter_after ${name}`, `-a ${word(shells.join(' '))}`),
    ),
    ...withOperands(shapes, 'files').map(({ name }) => line(`__notafter_at ${name}`, '-F')),
    '',
  ].join('\n');
}
