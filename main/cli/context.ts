import { stat } from 'node:fs/promises';
import type { Base } from '#main/app/base.ts';
import type { Services } from '#main/app/services.ts';
import { fingerprintsOf } from '#main/orders/connections/caFiles.ts';
import type { Connection } from '#main/orders/connections/connection.ts';
import {
  type CredentialTokens,
  type SecretFileProblem,
  tokenFileFor,
} from '#main/orders/connections/credentialTokens.ts';
import { isCaChosen } from '#main/orders/connections/sameService.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { unicodeEscape } from '#main/platform/plainJson.ts';
import { isWithoutKeychain, keychainErrorOf } from '#shared/domain/keychain.ts';
import { type AppError, isKeychainError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import type { Result } from '#shared/result.ts';
import { cleanText, escapeUnsafe, isCleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import type { AnswerOf, Zod } from './answer.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import type { Holder, PathFacts } from './protocol.ts';
import type { Paint } from './terminalText.ts';

/** The parts of the app that a command may need, which are not started for every command. */
export type CommandNeed = 'secrets' | 'polling' | 'probing' | 'receiving' | 'files';

/** Secrets in files that the system handed to this process. */
export interface CredentialFiles {
  readonly tokens: CredentialTokens;
  /** Whether there is a file with the signing secrets of a hook that is added under this name. */
  readonly isSigningThere: (name: string) => Promise<Result<boolean, SecretFileProblem>>;
}

/** The process that has the database, in which commands run. */
export interface CommandPlace {
  readonly base: Base;
  readonly services: Services;
  /** `command`: nothing goes on after the command. */
  readonly holder: Holder;
  /** Secrets in files; `null`: there are none, or this is the app with its window, which was started without them. */
  readonly credentials: CredentialFiles | null;
  /** Starts what a command needs, such as reading secrets, polling or receiving. */
  readonly prepare: (needs: ReadonlySet<CommandNeed>) => Promise<void>;
}

export interface CommandContext extends Omit<CommandPlace, 'prepare'> {
  /** Starts what the command needs of the app. */
  readonly prepare: () => Promise<void>;
  readonly t: Translate;
  readonly locale: Locale;
  readonly paint: Paint;
  /** Width of the terminal; `null`: the output is a file or another program. */
  readonly columns: number | null;
  /** Absolute folder that paths are relative to. */
  readonly cwd: string;
  /** The number of the command's process, whose descriptors some paths name. */
  readonly process: number;
  /** What the command's own process found of the path that its words name; `null`: they name none. */
  readonly path: PathFacts | null;
  /** A passphrase or an access token; `null`: the command needs none. */
  readonly secret: string | null;
  /** Whether this process was started for the command, and so has the terminal of the person who typed it. */
  readonly isOwnTerminal: boolean;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** Whether a program reads JSON. */
  readonly isJson: boolean;
  /** Writes one line to standard output, for people: nothing if a program reads JSON. */
  readonly say: (line: string) => void;
  /**
   * Writes one line to standard error: a problem or progress. @param kind of a problem: a word for programs that does not change
   */
  readonly tell: (line: string, kind?: string) => void;
  /** Reports in one line why there is no answer. @returns the exit code */
  readonly unknown: (text: string) => ExitCode;
  /** Writes the answer for programs, if one reads JSON. It has a schema, which is to be named. */
  readonly answer: <Schema extends (z: Zod) => z.ZodType = never>(value: AnswerOf<Schema>) => void;
  /** Writes to standard output as it is, for other programs. */
  readonly write: (text: string) => void;
}

/** Waits until a condition holds. Checks it now and after each event; returns early when the signal aborts. */
export async function waitUntil(
  holds: () => boolean,
  { signal }: Pick<CommandContext, 'signal'>,
  onDidChange: (listener: () => void) => Disposable,
): Promise<void> {
  if (signal.aborted || holds()) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      subscription.dispose();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const subscription = onDidChange(() => {
      if (holds()) end();
    });
    signal.addEventListener('abort', end);
  });
}

/** A path quoted for a shell; as `$'...'` (bash, zsh, ksh) if it has characters that could control the terminal. */
export function shellWord(word: string): string {
  // On Windows a backslash is the path separator. A leading tilde would mean the home folder.
  if (/^(?!~)[\w@%+=:,./~\\-]+$/u.test(word) && (process.platform === 'win32' || !word.includes('\\')))
    return word;
  if (isCleanText(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `$'${escapeUnsafe(word.replace(/[\\']/gu, '\\$&'), unicodeEscape)}'`;
}

/** Why files cannot be written into a folder, and what to do; `null`: it is a folder. */
export async function folderProblem(folder: string, t: Translate): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  if (found === null) return t('cli.export.noFolder', { folder: shellWord(folder) });
  return found.isDirectory() ? null : t('cli.export.notAFolder', { folder: shellWord(folder) });
}

/** Reports an error with its cause and what to do. @param title what it is about, if that is to be named. @returns the exit code */
export function tellError(
  error: AppError,
  { base, t, tell, unknown }: CommandContext,
  title: string | null = null,
): ExitCode {
  const said = errorText(error, t, base.desktop.platform);
  const text = title === null ? said : t('cli.about', { title: cleanText(title), text: said });
  if (isKeychainError(error) || error.kind === 'storage') return unknown(text);
  tell(text, error.kind);
  return exitCodes.attention;
}

/** An error in one line, with its cause and what to do. @param platform Node's name of the operating system */
export function errorText(error: AppError, t: Translate, platform: string): string {
  const { title, why, next } = describeError(error, t, { platform });
  // The unit of a service lets it write to few folders.
  const isReadOnly = error.kind === 'fileSystem' && error.reason === 'readOnly' && platform === 'linux';
  return cleanText(t('cli.problem', { title, why, next: isReadOnly ? t('cli.export.readOnlyNext') : next }));
}

/** Why the file of a secret isn't used. */
export function credentialText({ file, reason, code }: SecretFileProblem, t: Translate): string {
  return t(`cli.credentials.${reason}`, { file: cleanText(file), code });
}

/**
 * Why a secret can't stay in a file that the system hands over; `null`: it is there.
 * @param found whether this process has the file
 * @param instead the option that the running app can take
 */
export function credentialProblem(
  file: string,
  found: Result<boolean, SecretFileProblem> | undefined,
  instead: string,
  { holder, credentials, t }: Pick<CommandContext, 'holder' | 'credentials' | 't'>,
): string | null {
  if (holder !== 'command' && credentials === null) return t('cli.credentials.ofApp', { option: instead });
  if (found?.ok === false) return credentialText(found.error, t);
  return found?.value === true ? null : t('cli.credentials.missing', { file });
}

/** The fingerprints of the own CA of a connection that a file brought and the user did not confirm; none: there is none. */
export function openFingerprints(connection: Connection): readonly string[] {
  return connection.ca === null || isCaChosen(connection) ? [] : fingerprintsOf(connection.ca.pem);
}

/** Fingerprints that fit a line; the CA of more is named by its file. */
const FINGERPRINTS_SHOWN = 5;

/** The command by which the user gives a connection its token and confirms what a file brought. */
export function addCommand(connection: Connection, token: 'stdin' | 'credential'): string {
  const open = openFingerprints(connection);
  const confirms = open.length > FINGERPRINTS_SHOWN ? '--ca-file FILE' : `--ca-sha256 ${open.join(',')}`;
  const { baseUrl, name } = connection;
  const words = `notafter connections add ${shellWord(baseUrl)} --name ${shellWord(name)} --token-${token}`;
  return open.length === 0 ? words : `${words} ${confirms}`;
}

/** Whether a token file waits for the user, who allows it with `addCommand`. */
export function waitsForUser({ reason }: SecretFileProblem): boolean {
  return reason === 'notAllowed' || reason === 'ca';
}

/** Whether secrets come from files only, as on a server. */
export function hasNoKeychain(services: CommandContext['services']): boolean {
  const error = keychainError(services);
  return error !== null && isWithoutKeychain(error);
}

/** Says what to do about the access token of a connection, whose file it names, and the line that belongs into it. */
export function tellFile(
  about: 'cli.credentials.absent' | 'cli.credentials.refused' | 'cli.config.tokenFile',
  connection: Connection,
  { services, t, tell }: Pick<CommandContext, 'services' | 't' | 'tell'>,
): void {
  const file = tokenFileFor(connection, services.connections.list());
  tell(t(about, { name: cleanText(connection.name), file }));
  tell(`  ${cleanText(connection.baseUrl)} TOKEN`);
}

/** Why secrets cannot be read; `null`: they can, or were not needed. */
export function keychainError({ secrets }: Pick<CommandContext['services'], 'secrets'>): AppError | null {
  const { state, memoryConsent } = secrets.monitor.view();
  return memoryConsent ? null : keychainErrorOf(state);
}

/** Reports that the keychain cannot be used. @returns the exit code, or `null` if it can */
export function tellKeychain(context: CommandContext): ExitCode | null {
  const error = keychainError(context.services);
  return error === null ? null : tellError(error, context);
}
