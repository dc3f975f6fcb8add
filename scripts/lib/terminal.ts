import { styleText } from 'node:util';

const isTerminal = process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined;

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** The text in a style where standard output is a terminal, unchanged elsewhere. */
export function styled(style: Style, text: string): string {
  return isTerminal ? styleText(style, text, { validateStream: false }) : text;
}

/** Takes back a status line, so that the next text begins at the left. */
const eraseLine = '\r\u001b[2K';
let status = '';

/** Prints one line, above the status where there is one. */
export function say(line = ''): void {
  process.stdout.write(status === '' ? `${line}\n` : `${eraseLine}${line}\n${status}`);
}

/**
 * Shows how far a long command is in the last line of a terminal, in place of the one before. An empty text removes it.
 * @returns whether standard output is a terminal; elsewhere nothing is shown
 */
export function showStatus(text: string): boolean {
  if (isTerminal) {
    status = text.slice(0, (process.stdout.columns ?? 80) - 1);
    process.stdout.write(`${eraseLine}${status}`);
  }
  return isTerminal;
}

/** A duration for people. @param milliseconds not negative */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
}

/** Text with every line moved in by two spaces, for details below a step. */
export function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Something cannot be done, and the message says in plain words why and what to do: printed without a stack. */
export class StopError extends Error {
  override readonly name = 'StopError';
}
