import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { isatty, ReadStream } from 'node:tty';

/** The terminal of this process, whatever its standard streams are. */
const TERMINAL = '/dev/tty';

/** The word that agrees, in every language. */
const AGREES = 'yes';

/** Longest line that is read, in characters. */
const LINE_MAX = 100;

/**
 * Asks a question at the terminal that this process was started in, and waits for a line that is typed there: never from a
 * pipe or a file. What was typed before the question does not answer it.
 * @param question with line ends, clean of control characters
 * @param place of the terminal; others for tests
 * @returns whether the line is the word that agrees; `null`: there is no terminal
 */
export async function askAtTerminal(
  question: string,
  signal: AbortSignal,
  place = TERMINAL,
): Promise<boolean | null> {
  if (process.platform === 'win32' || signal.aborted) return null;
  let fd: number;
  try {
    dropTyped(place);
    fd = openSync(place, constants.O_RDWR | constants.O_NOCTTY);
  } catch {
    return null;
  }
  if (!isatty(fd)) {
    closeSync(fd);
    return null;
  }
  writeSync(fd, question);
  return (await readLine(new ReadStream(fd), signal)) === AGREES;
}

/** Reads the lines that wait at a terminal. Throws if it can't be opened. */
function dropTyped(place: string): void {
  const fd = openSync(place, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  try {
    if (!isatty(fd)) return;
    const buffer = Buffer.alloc(4096);
    while (readSync(fd, buffer) > 0);
  } catch {
    // Nothing waits.
  } finally {
    closeSync(fd);
  }
}

/** The first line of a terminal; `null`: it was closed, the line is too long, or the signal aborted. Closes the terminal. */
async function readLine(terminal: ReadStream, signal: AbortSignal): Promise<string | null> {
  let typed = '';
  const { promise: ended, resolve } = Promise.withResolvers<string | null>();
  const abort = () => resolve(null);
  signal.addEventListener('abort', abort);
  terminal.setEncoding('utf8');
  terminal.on('data', (text: string) => {
    typed += text;
    const end = typed.indexOf('\n');
    if (end !== -1) resolve(typed.slice(0, end).trim());
    else if (typed.length > LINE_MAX) resolve(null);
  });
  terminal.on('error', abort);
  terminal.on('close', abort);
  try {
    return await ended;
  } finally {
    signal.removeEventListener('abort', abort);
    terminal.destroy();
  }
}
