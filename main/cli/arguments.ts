import { DAY_MS } from '#shared/domain/thresholds.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { type CommandName, commandAt, operandsOf, optionsOf, type Shell, shells } from './commandTable.ts';
import { parseDuration } from './durations.ts';
import { type Given, readOptions, type UsageProblem } from './readOptions.ts';
import { isLonger, parseThreshold, type Threshold } from './thresholds.ts';

/** A parsed command. `orders`: rids or aliases; empty means all orders. */
export type Command =
  /** `ofPlugin`: of `check`, whose guidelines have an exit code of their own for it. */
  | { readonly name: 'help' | 'version'; readonly ofPlugin: boolean }
  | {
      readonly name: 'status';
      readonly orders: readonly string[];
      readonly json: boolean;
      /** `null`: the orders are listed and not judged. */
      readonly within: Threshold | null;
      /** As it was typed. */
      readonly failWithin: string;
    }
  | CheckCommand
  | {
      readonly name: 'metrics';
      /** The file to write, relative to the current folder; `null`: standard output. */
      readonly out: string | null;
      /** The keys of tags that become labels, as they were typed; `null`: none. */
      readonly tagKeys: string | null;
      /** Only with a file. */
      readonly json: boolean;
    }
  | { readonly name: 'sync' | 'probe'; readonly orders: readonly string[]; readonly json: boolean }
  | ExportCommand
  | { readonly name: 'receive' | 'quick'; readonly json: boolean }
  | OrdersAddCommand
  | OrdersRemoveCommand
  | OrdersTagCommand
  | OrdersNoteCommand
  | ConnectionsAddCommand
  | ConnectionsRemoveCommand
  | EndpointsCommand
  | ConfigExportCommand
  | ConfigImportCommand
  | { readonly name: 'completion'; readonly shell: Shell };

export interface OrdersAddCommand {
  readonly name: 'orders add';
  readonly rids: readonly string[];
  /** Its name; `null`: the only one. */
  readonly connection: string | null;
  readonly json: boolean;
}

export interface OrdersRemoveCommand {
  readonly name: 'orders remove';
  readonly orders: readonly string[];
  /** Whether an order that does not exist is no error. */
  readonly ignoresMissing: boolean;
  readonly json: boolean;
}

/** At least one of both texts is not empty. They have commas between tags. */
export interface OrdersTagCommand {
  readonly name: 'orders tag';
  readonly order: string;
  readonly added: string;
  readonly removed: string;
  readonly json: boolean;
}

export interface OrdersNoteCommand {
  readonly name: 'orders note';
  readonly order: string;
  /** As it was typed; empty: no note any more; `null`: as it is. */
  readonly note: string | null;
  readonly json: boolean;
}

export interface ConnectionsAddCommand {
  readonly name: 'connections add';
  readonly baseUrl: string;
  readonly connectionName: string;
  /** Where its token is: on standard input, or in a file that the system hands to each command. */
  readonly token: 'stdin' | 'credential';
  /** The file of an extra CA, relative to the current folder; `null`: none. */
  readonly caFile: string | null;
  /** The SHA-256 fingerprints of the CA that a configuration file brought, with commas between them; `null`: none. */
  readonly caFingerprints: string | null;
  readonly json: boolean;
}

export interface ConnectionsRemoveCommand {
  readonly name: 'connections remove';
  readonly connectionName: string;
  readonly isConfirmed: boolean;
  readonly json: boolean;
}

export interface EndpointsCommand {
  readonly name: 'endpoints add' | 'endpoints remove';
  readonly order: string;
  readonly endpoints: readonly string[];
  /** As it was typed; empty: the host's. */
  readonly serverName: string;
  /** Whether removing an endpoint that does not exist is no error. */
  readonly ignoresMissing: boolean;
  readonly json: boolean;
}

export interface ConfigExportCommand {
  readonly name: 'config export';
  /** The file to write, relative to the current folder; `null`: standard output. */
  readonly out: string | null;
  readonly json: boolean;
}

export interface ConfigImportCommand {
  readonly name: 'config import';
  /** Relative to the current folder. */
  readonly file: string;
  readonly dryRun: boolean;
  /** Whether what is here may be changed and removed. */
  readonly yes: boolean;
  /** Whether private keys may become readable by others or go elsewhere, and alerts silent. */
  readonly acceptWarnings: boolean;
  readonly prune: boolean;
  readonly json: boolean;
}

export interface CheckCommand {
  readonly name: 'check';
  readonly orders: readonly string[];
  /** Time left; `null`: `usualThresholds`, but never less than the critical time or more than the warning time that is given. */
  readonly warning: Threshold | null;
  readonly critical: Threshold | null;
  readonly timeoutMs: number;
  /** Whether every order has a line. */
  readonly isVerbose: boolean;
  readonly json: boolean;
}

/** The timeout of `check` without the option, as the guidelines want. */
const TIMEOUT_MS = 10_000;

export interface ExportCommand {
  readonly name: 'export';
  readonly order: string;
  /** The id or the name of a preset. */
  readonly preset: string;
  readonly to: string;
  /** What to do with existing files; `null`: stop and list them. */
  readonly conflicts: 'replace' | 'keep' | null;
  readonly acceptWarnings: boolean;
  readonly passphrase: SecretSource;
  readonly json: boolean;
}

/** Where a passphrase or an access token is read from. Never from an argument, which other programs can see. */
export type SecretSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'stdin' }
  | { readonly kind: 'file'; readonly path: string };

/** Parses a command line, starting at the command's name. */
export function parseCommand(words: readonly string[]): Result<Command, UsageProblem> {
  const [first = ''] = words;
  if (first === '--version') return ok({ name: 'version', ofPlugin: false });
  if (first === '--help' || first === '-h' || first === 'help') return ok({ name: 'help', ofPlugin: false });
  const name = commandAt(words);
  if (name === null) return err({ kind: 'unknownCommand', word: first });
  const given = readOptions(words.slice(name.split(' ').length), name);
  if (!given.ok) return given;
  const ofPlugin = name === 'check';
  if (given.value.options.has('help')) return ok({ name: 'help', ofPlugin });
  if (given.value.options.has('version')) return ok({ name: 'version', ofPlugin });
  const problem = operandProblem(name, given.value);
  return problem === null ? commandOf(name, given.value) : err(problem);
}

/** What is missing of a command, or too much. */
function operandProblem(name: CommandName, { words, options }: Given): UsageProblem | null {
  const { text, least, most } = operandsOf(name);
  if (words.length < least) return { kind: 'optionMissing', option: text };
  const extra = words[most];
  // It may be the token, which no message may contain.
  if (extra !== undefined && name === 'connections add') return { kind: 'tokenAsArgument' };
  if (extra !== undefined) return { kind: 'tooManyWords', word: extra };
  const missing = optionsOf(name).find((option) => option.isRequired && !options.has(option.name));
  return missing === undefined ? null : { kind: 'optionMissing', option: `--${missing.name}` };
}

/** Whether a monitoring system reads the first line of standard output. The words need not parse. */
export function isForMonitoring(words: readonly string[]): boolean {
  if (words[0] === 'check') return true;
  return optionWords(words).some((word) => /^--fail-within(?:=|$)/u.test(word)) && !isJsonAsked(words);
}

/** Whether a program reads JSON. The words need not parse. */
export function isJsonAsked(words: readonly string[]): boolean {
  return optionWords(words).includes('--json');
}

function optionWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}

function commandOf(name: CommandName, given: Given): Result<Command, UsageProblem> {
  const { words, options } = given;
  switch (name) {
    case 'status': {
      const failWithin = options.get('fail-within') ?? null;
      const within = failWithin === null ? null : parseThreshold(failWithin);
      if (failWithin !== null && within === null) return err({ kind: 'badThreshold', word: failWithin });
      const json = options.has('json');
      return ok({ name, orders: words, json, within, failWithin: failWithin ?? '' });
    }
    case 'check':
      return checkOf(given);
    case 'sync':
    case 'probe':
      return ok({ name, orders: words, json: options.has('json') });
    case 'export':
      return exportOf(given);
    case 'metrics':
      return metricsOf(given);
    case 'receive':
    case 'quick':
      return ok({ name, json: options.has('json') });
    case 'orders add': {
      const connection = options.get('connection') ?? null;
      return ok({ name, rids: words, connection, json: options.has('json') });
    }
    case 'orders remove': {
      const ignoresMissing = options.has('ignore-missing');
      return ok({ name, orders: words, ignoresMissing, json: options.has('json') });
    }
    case 'orders tag': {
      const [order = ''] = words;
      const { add: added = '', remove: removed = '' } = Object.fromEntries(options);
      if (added === '' && removed === '') return err({ kind: 'optionMissing', option: '--add|--remove' });
      return ok({ name, order, added, removed, json: options.has('json') });
    }
    case 'orders note': {
      const [order = '', note = null] = words;
      return ok({ name, order, note, json: options.has('json') });
    }
    case 'connections add':
      return connectionsAddOf(given);
    case 'connections remove': {
      const [connectionName = ''] = words;
      return ok({ name, connectionName, isConfirmed: options.has('yes'), json: options.has('json') });
    }
    case 'endpoints add':
    case 'endpoints remove': {
      const [order = '', ...endpoints] = words;
      const serverName = options.get('server-name') ?? '';
      const ignoresMissing = options.has('ignore-missing');
      return ok({ name, order, endpoints, serverName, ignoresMissing, json: options.has('json') });
    }
    case 'config export':
      return ok({ name, out: options.get('out') ?? null, json: options.has('json') });
    case 'config import': {
      const [file = ''] = words;
      const [dryRun, yes] = [options.has('dry-run'), options.has('yes')];
      if (dryRun && yes) return err({ kind: 'notBoth', one: '--dry-run', other: '--yes' });
      const [acceptWarnings, prune] = [options.has('accept-warnings'), options.has('prune')];
      return ok({ name, file, dryRun, yes, acceptWarnings, prune, json: options.has('json') });
    }
    case 'completion': {
      const shell = shells.find((known) => known === words[0]);
      return shell === undefined ? err({ kind: 'unknownShell', word: words[0] ?? '' }) : ok({ name, shell });
    }
  }
}

function metricsOf({ options }: Given): Result<Command, UsageProblem> {
  const { out = null, 'tag-label': tagKeys = null } = Object.fromEntries(options);
  const json = options.has('json');
  // Metrics have a format of their own; only the file is described.
  if (json && out === null) return err({ kind: 'optionMissing', option: '--out' });
  return ok({ name: 'metrics', out, tagKeys, json });
}

function checkOf({ words, options }: Given): Result<Command, UsageProblem> {
  const times: { warning: Threshold | null; critical: Threshold | null } = { warning: null, critical: null };
  for (const name of ['warning', 'critical'] as const) {
    const word = options.get(name);
    if (word === undefined) continue;
    // A number alone is in days, as with other plugins for certificates. There are no ranges such as `14:`.
    times[name] = parseThreshold(word.replace(/(?<=^|,)\d+(?=,|$)/gu, '$&d'));
    if (times[name] === null) return err({ kind: 'badThreshold', word });
  }
  const { warning, critical } = times;
  // A default gives way to the other time, where it would not fit.
  if (critical !== null && warning !== null && isLonger(critical, warning))
    return err({ kind: 'criticalAboveWarning' });
  const timeout = options.get('timeout');
  // A number alone is in seconds, as with every plugin.
  const timeoutMs = timeout === undefined ? TIMEOUT_MS : parseDuration(timeout.replace(/^\d+$/u, '$&s'));
  if (timeoutMs === null || timeoutMs === 0) return err({ kind: 'badDuration', word: timeout ?? '' });
  return ok({
    name: 'check',
    orders: words,
    warning,
    critical,
    timeoutMs: Math.min(timeoutMs, DAY_MS),
    isVerbose: options.has('verbose'),
    json: options.has('json'),
  });
}

function connectionsAddOf({ words, options }: Given): Result<Command, UsageProblem> {
  const [baseUrl = ''] = words;
  const [fromStdin, fromCredential] = [options.has('token-stdin'), options.has('token-credential')];
  if (fromStdin && fromCredential)
    return err({ kind: 'notBoth', one: '--token-stdin', other: '--token-credential' });
  if (options.has('ca-file') && options.has('ca-sha256'))
    return err({ kind: 'notBoth', one: '--ca-file', other: '--ca-sha256' });
  if (!fromStdin && !fromCredential)
    return err({ kind: 'optionMissing', option: '--token-stdin|--token-credential' });
  return ok({
    name: 'connections add',
    baseUrl,
    connectionName: options.get('name') ?? '',
    token: fromStdin ? 'stdin' : 'credential',
    caFile: options.get('ca-file') ?? null,
    caFingerprints: options.get('ca-sha256') ?? null,
    json: options.has('json'),
  });
}

function exportOf({ words, options }: Given): Result<Command, UsageProblem> {
  const [order = ''] = words;
  const file = options.get('passphrase-file');
  const both = [
    ['replace', 'keep'],
    ['passphrase-file', 'passphrase-stdin'],
  ].find((pair) => pair.every((option) => options.has(option)));
  if (both !== undefined) return err({ kind: 'notBoth', one: `--${both[0]}`, other: `--${both[1]}` });
  const fromStdin: SecretSource = { kind: options.has('passphrase-stdin') ? 'stdin' : 'none' };
  return ok({
    name: 'export',
    order,
    preset: options.get('preset') ?? '',
    to: options.get('to') ?? '',
    conflicts: options.has('replace') ? 'replace' : options.has('keep') ? 'keep' : null,
    acceptWarnings: options.has('accept-warnings'),
    passphrase: file === undefined ? fromStdin : { kind: 'file', path: file },
    json: options.has('json'),
  });
}
