import { fstatSync, writeSync } from 'node:fs';
import { codeOf } from '#main/platform/errors.ts';
import { Language } from '#main/platform/language.ts';
import { exitCodes } from './exitCodes.ts';
import type { CommandOutput } from './protocol.ts';
import { terminalFacts } from './terminalFacts.ts';

/** Why not all of the standard output was written: the system's error code of the first write that failed. */
let failure: string | null = null;

/** Writes to the terminal of this process. Without its standard output it goes on: `outputFinished` says what was lost. */
export const terminalOutput: CommandOutput = {
  out: (text) => {
    write(process.stdout, text, (error) => {
      failure ??= codeOf(error);
    });
  },
  // There is no other place to say that this is lost.
  err: (text) => write(process.stderr, text, () => undefined),
};

function write(
  stream: NodeJS.WriteStream & { readonly fd: number },
  text: string,
  failed: (error: unknown) => void,
): void {
  try {
    // An error that nothing listens to would end the process.
    if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);
    if (fstatSync(stream.fd).isFile()) writeAll(stream.fd, text);
    else stream.write(text, (error) => error && failed(error));
  } catch (error) {
    failed(error);
  }
}

/** Node's stream of a file takes a part for the whole, where the disk had room only for that. Throws system errors. */
function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
}

/**
 * Waits until all output is written, so that the process may exit. Says on standard error why standard output is not
 * complete, unless its reader ended: that is how `head` has enough.
 * @param code that the command ends with
 * @returns the code that the process ends with
 */
export async function outputFinished(code: number): Promise<number> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => void stream.write('', () => resolve()));
  if (failure === null) return code;
  return failure === 'EPIPE' ? exitCodes.closedPipe : await sayLost(failure);
}

/** Says that standard output is not complete. @param failure the system's error code. @returns the exit code */
export async function sayLost(failure: string): Promise<number> {
  const { t } = await Language.load(terminalFacts().locales, 'system');
  terminalOutput.err(`${t('cli.reach.outputLost', { code: failure })}\n`);
  return exitCodes.unknown;
}
