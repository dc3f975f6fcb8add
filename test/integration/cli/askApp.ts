import { join } from 'node:path';
import type { AppEnvironment } from '#main/app/base.ts';
import { createCliApp } from '#main/app/windowlessApp.ts';
import { askHolder } from '#main/cli/client.ts';
import type { ParsedCommand } from '#main/cli/command.ts';
import { exitCodes } from '#main/cli/exitCodes.ts';
import { sayUnknown } from '#main/cli/noAnswer.ts';
import { openOwnPath } from '#main/cli/ownPath.ts';
import { parseCommand } from '#main/cli/parseCommand.ts';
import type { CommandOutput, RunRequest } from '#main/cli/protocol.ts';
import { Language } from '#main/platform/language.ts';
import type { TestApp } from '#test/integration/app/testApp.ts';
import type { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

/** The exit of a command, and its output. */
export interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command through the running app.
 * @param line its arguments, or their text with single spaces
 * @param texts what it has written so far
 */
export async function notafter(
  test: { readonly desktop: Pick<TestApp['desktop'], 'userData'> },
  line: string | readonly string[],
  given: Partial<RunRequest> = {},
  texts = { out: '', err: '' },
): Promise<Answer> {
  const output = {
    out: (text: string) => {
      texts.out += text;
    },
    err: (text: string) => {
      texts.err += text;
    },
  };
  const words = typeof line === 'string' ? line.split(' ') : [...line];
  const { request, own } = await ownPathOf(words, given, output);
  if (own === null) return { code: exitCodes.unknown, ...texts };
  const client = { userData: test.desktop.userData, platform: process.platform, output: own.output };
  const asked = await askHolder(client, request);
  return { code: asked.kind === 'exit' ? await own.finish(asked.code) : null, ...texts };
}

/** A request as the client makes it, and its path; `null`: it can't be used, as was said. */
export async function ownPathOf(words: string[], given: Partial<RunRequest>, output: CommandOutput) {
  const request: RunRequest = {
    kind: 'run',
    words,
    cwd: '/',
    process: process.pid,
    credentials: null,
    secret: null,
    path: null,
    terminal: { columns: null, hasColour: false, locales: ['en'], region: '', timeZone: '' },
    ...given,
  };
  const { t } = await Language.load(request.terminal.locales, 'system');
  const line = parseCommand(words);
  const parsed = line.ok && line.value.kind === 'run' ? line.value.parsed : { path: null, isJson: false };
  const opened = await openOwnPath(parsed, request, output, t);
  if (opened.ok) return { request: { ...request, path: opened.value.facts }, own: opened.value };
  sayUnknown(opened.error, words, output);
  return { request, own: null };
}

/** A command line as the client has parsed it. Throws if it is not the one of a command. */
export function parsedOf(words: readonly string[]): ParsedCommand {
  const line = parseCommand(words);
  if (!line.ok || line.value.kind !== 'run') throw new Error(`No command: ${words.join(' ')}`);
  return line.value.parsed;
}

/** How a process runs a command with `commandOnce.ts`: the program with its arguments, and its environment. */
export function processOf(userData: string, credentials: string, words: readonly string[]) {
  const args = [join(import.meta.dirname, 'commandOnce.ts'), userData, credentials, ...words];
  return { program: process.execPath, args, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } };
}

/** The answer that such a process printed. Throws if there is none. */
export function answerIn(printed: string): Answer {
  const [, answer] = /^ANSWER (.+)$/mu.exec(printed) ?? [];
  if (answer === undefined) throw new Error(`No answer: ${printed}`);
  return JSON.parse(answer.trim());
}

/** Runs a command in a process that opens the database itself. @returns also what it logged */
export async function alone(
  desktop: FakeDesktop,
  line: string | readonly string[],
  secret: string | null = null,
  environment: Readonly<Record<string, string>> = {},
  overrides: Partial<AppEnvironment> = {},
) {
  const { logger, lines } = createRecordingLogger();
  const surroundings = { ...process.env, ...environment };
  const opened = await createCliApp(
    desktop,
    { logger, environment: surroundings, ...overrides },
    () => undefined,
  );
  if (!opened.ok) return { problem: opened.error.kind, code: null, out: '', err: '', lines };
  const texts = { out: '', err: '' };
  const output = {
    out: (text: string) => {
      texts.out += text;
    },
    err: (text: string) => {
      texts.err += text;
    },
  };
  const words = typeof line === 'string' ? line.split(' ') : [...line];
  const { request, own } = await ownPathOf(words, { secret }, output);
  const { signal } = new AbortController();
  const code =
    own === null
      ? exitCodes.unknown
      : await own.finish(await opened.value.run(parsedOf(words), request, own.output, signal));
  await opened.value.dispose();
  return { problem: null, code, ...texts, lines };
}
