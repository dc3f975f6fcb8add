import type { MessageKey } from '#shared/i18n/types.ts';

/** What a text of the help is about: its key below `cli.help`. */
type HelpKey = Exclude<
  MessageKey extends infer Key ? (Key extends `cli.help.${infer Rest}` ? Rest : never) : never,
  'optionsOf'
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
}

/** A command, as the help, the completions of shells and the manual page show it, and as it is parsed. */
export interface CommandShape {
  readonly about: HelpKey;
  /** The words after its name, and how many of them there are. */
  readonly operands: keyof typeof operandShapes | 'none';
  /** By their long names, besides `--help`. */
  readonly options: Readonly<Record<string, CommandOption>>;
}

/** The operands as the help shows them, how many words they have, and what a shell completes them with. */
const operandShapes = {
  order: { text: '<rid|alias>', least: 1, most: 1 },
  orderAndText: { text: '<rid|alias> [text]', least: 1, most: 2 },
  orders: { text: '[rid|alias ...]', least: 0, most: Number.POSITIVE_INFINITY },
  someOrders: { text: '<rid|alias> ...', least: 1, most: Number.POSITIVE_INFINITY },
  rids: { text: '<rid> ...', least: 1, most: Number.POSITIVE_INFINITY },
  address: { text: '<https://...>', least: 1, most: 1 },
  connection: { text: '<name>', least: 1, most: 1 },
  endpoints: { text: '<rid|alias> <host[:port]> ...', least: 2, most: Number.POSITIVE_INFINITY },
  file: { text: '<file>', least: 1, most: 1, completes: 'files' },
  shell: { text: '<bash|zsh|fish>', least: 1, most: 1, completes: 'shells' },
} as const satisfies Readonly<Record<string, Operands>>;

interface Operands {
  readonly text: string;
  readonly least: number;
  readonly most: number;
  readonly completes?: 'files' | 'shells';
}

/** The operands of a command as `operandShapes` has them. */
export function operandsOf(name: CommandName): Operands {
  const { operands } = shapeOf(name);
  return operands === 'none' ? { text: '', least: 0, most: 0 } : operandShapes[operands];
}

/** The shells that completions are made for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const json: CommandOption = { about: 'jsonResults' };

/** All commands, in the order of the help. */
export const commandTable = {
  status: {
    about: 'status',
    operands: 'orders',
    options: { json: { about: 'json' }, 'fail-within': { about: 'failWithin', value: '14d' } },
  },
  check: {
    about: 'check',
    operands: 'orders',
    // The short names are those of all monitoring plugins.
    options: {
      warning: { about: 'warning', short: 'w', value: '14d' },
      critical: { about: 'critical', short: 'c', value: '7d' },
      timeout: { about: 'timeout', short: 't', value: '10' },
      verbose: { about: 'verbose', short: 'v', mayRepeat: true },
      json,
      version: { about: 'version', short: 'V' },
    },
  },
  metrics: {
    about: 'metrics',
    operands: 'none',
    options: {
      out: { about: 'out', value: 'FILE', completes: 'files' },
      'tag-label': { about: 'tagLabel', value: 'KEY' },
      json: { about: 'jsonOfFile' },
    },
  },
  sync: { about: 'sync', operands: 'orders', options: { json } },
  export: {
    about: 'export',
    operands: 'order',
    options: {
      preset: { about: 'preset', value: 'nginx', completes: 'presets', isRequired: true },
      to: { about: 'to', value: 'DIR', completes: 'folders', isRequired: true },
      replace: { about: 'replace' },
      keep: { about: 'keep' },
      'accept-warnings': { about: 'acceptWarnings' },
      'passphrase-file': { about: 'passphraseFile', value: 'FILE', completes: 'files' },
      'passphrase-stdin': { about: 'passphraseStdin' },
      json,
    },
  },
  probe: { about: 'probe', operands: 'orders', options: { json } },
  receive: { about: 'receive', operands: 'none', options: { json: { about: 'jsonDeliveries' } } },
  quick: { about: 'quick', operands: 'none', options: { json } },
  'orders add': {
    about: 'ordersAdd',
    operands: 'rids',
    options: { connection: { about: 'connection', value: 'NAME' }, json },
  },
  'orders remove': {
    about: 'ordersRemove',
    operands: 'someOrders',
    options: { 'ignore-missing': { about: 'ignoreMissing' }, json },
  },
  'orders tag': {
    about: 'ordersTag',
    operands: 'order',
    options: {
      add: { about: 'addTags', value: 'TAG,TAG' },
      remove: { about: 'removeTags', value: 'TAG,TAG' },
      json,
    },
  },
  'orders note': { about: 'ordersNote', operands: 'orderAndText', options: { json } },
  'connections add': {
    about: 'connectionsAdd',
    operands: 'address',
    options: {
      name: { about: 'connectionName', value: 'NAME', isRequired: true },
      'token-stdin': { about: 'tokenStdin' },
      'token-credential': { about: 'tokenCredential' },
      'ca-file': { about: 'caFile', value: 'FILE', completes: 'files' },
      'ca-sha256': { about: 'caSha256', value: 'FINGERPRINT' },
      json,
    },
  },
  'connections remove': {
    about: 'connectionsRemove',
    operands: 'connection',
    options: { yes: { about: 'yes' }, json },
  },
  'endpoints add': {
    about: 'endpointsAdd',
    operands: 'endpoints',
    options: { 'server-name': { about: 'serverName', value: 'NAME' }, json },
  },
  'endpoints remove': {
    about: 'endpointsRemove',
    operands: 'endpoints',
    options: { 'ignore-missing': { about: 'ignoreMissing' }, json },
  },
  'config export': {
    about: 'configExport',
    operands: 'none',
    options: {
      out: { about: 'configOut', value: 'FILE', completes: 'files' },
      json: { about: 'jsonOfFile' },
    },
  },
  'config import': {
    about: 'configImport',
    operands: 'file',
    options: {
      'dry-run': { about: 'dryRun' },
      yes: { about: 'importYes' },
      'accept-warnings': { about: 'importWarnings' },
      prune: { about: 'prune' },
      json,
    },
  },
  completion: { about: 'completion', operands: 'shell', options: {} },
} as const satisfies Readonly<Record<string, CommandShape>>;

export type CommandName = keyof typeof commandTable;

export const commandNames = Object.keys(commandTable) as readonly CommandName[];

/** A command by its name. */
export function shapeOf(name: CommandName): CommandShape {
  return commandTable[name];
}

/** The options of a command with their names, in the order of the help. */
export function optionsOf(name: CommandName): readonly (CommandOption & { readonly name: string })[] {
  return Object.entries(shapeOf(name).options).map(([option, shape]) => ({ ...shape, name: option }));
}

/** The command that a command line begins with. A name can have two words. @returns `null` if there is none */
export function commandAt(words: readonly string[]): CommandName | null {
  return commandNames.find((name) => name.split(' ').every((word, index) => word === words[index])) ?? null;
}

/** An option as it is written, such as `-w, --warning 14d`. */
export function optionText({ name, short, value }: CommandOption & { readonly name: string }): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** How a command is called: all options if they fit into a line of a terminal, otherwise the required ones. */
export function synopsisOf(name: CommandName): string {
  const { text: operands } = operandsOf(name);
  const line = (isShort: boolean) => {
    const options = optionsOf(name).map(({ name: long, short, value, isRequired }) => {
      const text = `${short === undefined ? `--${long}` : `-${short}`}${value === undefined ? '' : ` ${value}`}`;
      return isRequired ? text : isShort ? [] : `[${text}]`;
    });
    const words = [name, ...options.flat(), ...(isShort ? ['[options]'] : [])];
    return [...words, ...(operands === '' ? [] : [operands])].join(' ');
  };
  const whole = line(false);
  return whole.length <= 66 ? whole : line(true);
}
