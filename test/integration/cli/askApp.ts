import { askHolder } from '#main/cli/commandClient.ts';
import type { RunRequest } from '#main/cli/protocol.ts';
import type { TestApp } from '#test/integration/app/testApp.ts';

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
  test: Pick<TestApp, 'desktop'>,
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
      passphrase: null,
      terminal: { columns: null, hasColour: false, locales: ['en'], region: '' },
      ...given,
    },
  );
  return { code: asked.kind === 'exit' ? asked.code : null, ...texts };
}
