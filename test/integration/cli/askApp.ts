import { join } from 'node:path';
import type { AppEnvironment } from '#main/app/base.ts';
import { createCliApp } from '#main/app/windowlessApp.ts';
import { askHolder } from '#main/cli/client.ts';
import type { ParsedCommand } from '#main/cli/command.ts';
import { parseCommand } from '#main/cli/parseCommand.ts';
import type { RunRequest } from '#main/cli/protocol.ts';
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
  const asked = await askHolder(
    { userData: test.desktop.userData, platform: process.platform, output },
    {
      kind: 'run',
      words: typeof line === 'string' ? line.split(' ') : [...line],
      cwd: '/',
      process: process.pid,
      credentials: null,
      secret: null,
      terminal: { columns: null, hasColour: false, locales: ['en'], region: '', timeZone: '' },
      ...given,
    },
  );
  return { code: asked.kind === 'exit' ? asked.code : null, ...texts };
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
  const request: RunRequest = {
    kind: 'run',
    words: typeof line === 'string' ? line.split(' ') : [...line],
    cwd: '/',
    process: process.pid,
    credentials: null,
    secret,
    terminal: { columns: null, hasColour: false, locales: ['en'], region: '', timeZone: '' },
  };
  const output = {
    out: (text: string) => {
      texts.out += text;
    },
    err: (text: string) => {
      texts.err += text;
    },
  };
  const code = await opened.value.run(parsedOf(request.words), request, output, new AbortController().signal);
  await opened.value.dispose();
  return { problem: null, code, ...texts, lines };
}
