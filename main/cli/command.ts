import type { MessageKey } from '#shared/i18n/types.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { z } from '#shared/zod.ts';
import type { Zod } from './answer.ts';
import type { CommandContext, CommandNeed } from './context.ts';
import type { ExitCode } from './exitCodes.ts';

type ZodType = z.ZodType;

/** What a text of the help is about: its key below `cli.help`. */
type HelpKey = Exclude<
  MessageKey extends infer Key ? (Key extends `cli.help.${infer Rest}` ? Rest : never) : never,
  'options' | 'optionsOf'
>;

/** An option of a command. `short`: its letter. */
export interface CommandOption {
  readonly about: HelpKey;
  readonly short?: string;
  /** An example or the kind of its value; without one, it takes none. */
  readonly value?: string;
  /** What a shell completes the value with. */
  readonly completes?: 'files' | 'folders' | 'presets';
  readonly isRequired?: true;
  /** It may be given several times, which means the same as once. */
  readonly mayRepeat?: true;
  /** Reads its value, a threshold. @returns `null`: it is none */
  readonly reads?: (word: string) => unknown;
  /** Its command’s own process acts on it: it reads a secret, opens a file, ends in time, or says its version. */
  readonly ofProcess?: true;
}

/** The words after the name of a command: how the help shows them, and how many there are. */
export interface Operands {
  readonly text: string;
  readonly least: number;
  readonly most: number;
  /** What zsh calls them. */
  readonly tag?: string;
  /** What a shell completes them with. */
  readonly completes?: 'files' | 'shells';
}

/** What options are called, and what they are. */
export type Options = Readonly<Record<string, CommandOption>>;

/** What an option gives: whether it is there, or its value; `null`: it is not there. */
type OptionValue<Option extends CommandOption> = Option extends { reads: (word: string) => infer Value }
  ? Value
  : Option extends { value: string }
    ? Option extends { isRequired: true }
      ? string
      : string | null
    : boolean;

/** The words and options of a command line, as the definition of its command types them. */
export interface GivenTo<Defined extends Options> {
  readonly words: readonly string[];
  readonly options: { readonly [Name in keyof Defined]: OptionValue<Defined[Name]> };
}

/** What a command takes of a command line: its words, options with values, those without, and those that are required. */
export interface Given<
  Valued extends string = never,
  Plain extends string = never,
  Required extends string = never,
> {
  readonly words: readonly string[];
  readonly options: Readonly<
    Record<Valued, string | null> & Record<Plain, boolean> & Record<Required, string>
  >;
}

/** What is wrong with a command line. */
export type UsageProblem =
  | {
      readonly kind: 'unknownCommand' | 'unknownShell' | 'badDuration' | 'badThreshold' | 'tooManyWords';
      readonly word: string;
    }
  | {
      readonly kind: 'unknownOption' | 'valueMissing' | 'valueNotExpected' | 'optionMissing' | 'twice';
      readonly option: string;
    }
  | { readonly kind: 'criticalAboveWarning' | 'tokenAsArgument' }
  | { readonly kind: 'notBoth'; readonly one: string; readonly other: string };

/** Where a passphrase or an access token is read from. Never from an argument, which other programs can see. */
export type SecretSource = { readonly kind: 'stdin' } | { readonly kind: 'file'; readonly path: string };

/** The secret that a command line asks for. */
export interface AskedSecret {
  readonly source: SecretSource;
  /** The field that errors name. */
  readonly field: 'passphrase' | 'token' | 'secret';
  /** The text about a source that cannot be read. */
  readonly unread: 'cli.export.passphraseUnread' | 'cli.connections.tokenUnread' | 'cli.hooks.secretUnread';
  /** How long it may be, in characters. */
  readonly limit: number;
}

/**
 * What the words of a command name: a file that it reads or writes, or a folder in which the process
 * that holds the database writes. Files are opened by the command's own process, with its rights and as it sees them.
 */
export type NamedPath =
  | { readonly kind: 'reads'; readonly path: string }
  | { readonly kind: 'writes'; readonly path: string; readonly readers: 'owner' | 'everyone' }
  | { readonly kind: 'folder'; readonly path: string };

/** How the app without a window is to run. */
export interface ServiceWishes {
  /** The configuration file, relative to the current folder, that is applied at the start and at each reload; `null`: none. */
  readonly configurationFile: string | null;
  /** Whether it may give private keys to others and silence alerts. */
  readonly acceptsWarnings: boolean;
}

/** What is loaded when a command runs. */
export interface CommandRun<Taken> {
  /** Runs it in the process that holds the database. */
  readonly run: (given: Taken, context: CommandContext) => ExitCode | Promise<ExitCode>;
  /** The schema of its JSON, a strict one for the tests; readers should ignore unknown keys. */
  readonly result?: (z: Zod) => ZodType;
}

interface CommandDefinition<Defined extends Options>
  extends Pick<Command, 'operands'>,
    Partial<Pick<Command, 'givesWay' | 'startsApp'>> {
  /** By their long names, besides `--help`, in the order of the help. */
  readonly options: Defined;
  /** What is wrong with words and options that are right each by itself; `null`: nothing. */
  readonly refuse?: (given: GivenTo<Defined>) => UsageProblem | null;
  /** `null`: it needs none. */
  readonly secret?: (given: GivenTo<Defined>) => AskedSecret | null;
  /** The path that this command line names; `null`: none. */
  readonly path?: (given: GivenTo<Defined>) => NamedPath | null;
  /** After how many ms the command has to end. */
  readonly timeoutMs?: (given: GivenTo<Defined>) => number | null;
  /** What it wants, if its process is the app without a window. */
  readonly service?: (given: GivenTo<Defined>) => ServiceWishes;
  readonly needs?: readonly CommandNeed[];
  /** Its text, for a command that needs nothing of the app. */
  readonly print?: (given: GivenTo<Defined>) => Promise<Print>;
  readonly load?: () => Promise<CommandRun<GivenTo<Defined>>>;
}

/** @param all all commands. @returns the text, and what is said beside it on standard error */
type Print = (
  t: CommandContext['t'],
  all: readonly Command[],
) => { readonly text: string; readonly hint?: string };

/** A command: its words, and what it does. Help, completions, the manual page and the schemas follow from it. */
export interface Command {
  /** One word, or two: a group and a verb. */
  readonly name: string;
  /** The key of its text. */
  readonly about: HelpKey;
  readonly operands: Operands;
  readonly options: readonly (CommandOption & { readonly name: string })[];
  readonly needs: ReadonlySet<CommandNeed>;
  /** Whether it ends when the app starts, which then runs it again: it takes long, and may start twice. */
  readonly givesWay: boolean;
  /** Whether the app runs it, which is started for it. */
  readonly startsApp: boolean;
  /** Whether its process is the app without a window, until it is ended. */
  readonly isApp: boolean;
  /** @param words that are as many as it takes. @param found the options that are there, with their values or empty */
  readonly parse: (
    words: readonly string[],
    found: ReadonlyMap<string, string>,
  ) => Result<ParsedCommand, UsageProblem>;
  /** The schema of its JSON; `null`: it has none. */
  readonly result: (z: Zod) => Promise<ZodType | null>;
}

/** A command with what its words mean. */
export interface ParsedCommand extends GivenTo<Options> {
  readonly command: Command;
  /** Whether a program reads JSON. */
  readonly isJson: boolean;
  readonly secret: AskedSecret | null;
  /** `null`: it names none. */
  readonly path: NamedPath | null;
  /** `null`: as long as it takes. */
  readonly timeoutMs: number | null;
  /** `null`: its process is not the app. */
  readonly service: ServiceWishes | null;
  /** `null`: it runs in the process that holds the database. */
  readonly print: (() => Promise<Print>) | null;
  readonly run: (context: CommandContext) => Promise<ExitCode>;
}

/** Makes a command of its definition, which alone knows the types of its options. @param about the key of its text */
export function defineCommand<const Defined extends Options>(
  about: HelpKey,
  name: string,
  definition: CommandDefinition<Defined>,
): Command {
  const { operands, givesWay = false, startsApp = false } = definition;
  const { needs, refuse, secret, path, timeoutMs, service, print, load } = definition;
  const options = Object.entries(definition.options).map(([option, shape]) => ({ ...shape, name: option }));
  const command: Command = {
    name,
    about,
    operands,
    options,
    givesWay,
    startsApp,
    isApp: service !== undefined,
    needs: new Set(needs),
    result: async (zod) => (await load?.())?.result?.(zod) ?? null,
    parse: (words, found) => {
      const values = readValues(options, found);
      if (!values.ok) return values;
      // `readValues` gives each name the value of its own option, which its type does not say.
      const given = { words, options: values.value } as GivenTo<Defined>;
      const problem = refuse?.(given) ?? null;
      if (problem !== null) return err(problem);
      return ok({
        command,
        ...given,
        isJson: found.has('json'),
        secret: secret?.(given) ?? null,
        path: path?.(given) ?? null,
        timeoutMs: timeoutMs?.(given) ?? null,
        service: service?.(given) ?? null,
        print: print === undefined ? null : () => print(given),
        run: async (context) => {
          if (load === undefined) throw new Error(`${name} runs in the client`);
          return (await load()).run(given, context);
        },
      });
    },
  };
  return command;
}

function readValues(
  options: Command['options'],
  found: ReadonlyMap<string, string>,
): Result<Readonly<Record<string, unknown>>, UsageProblem> {
  const values: Record<string, unknown> = {};
  for (const { name, value, reads } of options) {
    const word = found.get(name);
    const read = word === undefined || reads === undefined ? word : reads(word);
    if (word !== undefined && read === null) return err({ kind: 'badThreshold', word });
    values[name] = value === undefined ? found.has(name) : (read ?? null);
  }
  return ok(values);
}

/** There is no limit. */
export const MANY = Number.POSITIVE_INFINITY;

/** The operands that several commands have. */
export const operands = {
  none: { text: '', least: 0, most: 0 },
  order: { text: '<rid|alias>', tag: 'order', least: 1, most: 1 },
  /** Or `--all`. */
  someOrders: { text: '<rid|alias> ...', tag: 'orders', least: 0, most: MANY },
  orders: { text: '[rid|alias ...]', tag: 'orders', least: 0, most: MANY },
  endpoints: { text: '<rid|alias> <host[:port]> ...', tag: 'endpoints', least: 2, most: MANY },
} as const satisfies Readonly<Record<string, Operands>>;

/** The shells that completions are made for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** `--json` of most commands. */
export const json = { about: 'jsonResults' } as const;

/** An option as it is written, such as `-w, --warning 14d`. */
export function optionText({ name, short, value }: Command['options'][number]): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** How a command is called: all options if they fit into a line of a terminal, otherwise the required ones. */
export function synopsisOf({ name, options, operands: { text } }: Command): string {
  const line = (isShort: boolean) => {
    const written = options.map(({ name: long, short, value, isRequired }) => {
      const option = `${short === undefined ? `--${long}` : `-${short}`}${value === undefined ? '' : ` ${value}`}`;
      return isRequired ? option : isShort ? [] : `[${option}]`;
    });
    const words = [name, ...written.flat(), ...(isShort ? ['[options]'] : [])];
    return [...words, ...(text === '' ? [] : [text])].join(' ');
  };
  const whole = line(false);
  return whole.length <= 66 ? whole : line(true);
}
