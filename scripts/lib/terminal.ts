import { styleText } from 'node:util';

const isTerminal = process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined;

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** The text in a style if standard output is a terminal, otherwise unchanged. */
export function styled(style: Style, text: string): string {
  return isTerminal ? styleText(style, text, { validateStream: false }) : text;
}

/** Erases the status line, so that the next text starts at the left. */
const eraseLine = '\r\u001b[2K';
let status = '';

/** Prints one line, above the status line if there is one. */
export function say(line = ''): void {
  process.stdout.write(status === '' ? `${line}\n` : `${eraseLine}${line}\n${status}`);
}

/**
 * Shows the progress of a long command in the last line of a terminal, and replaces the previous one. An empty text
 * removes it.
 * @returns whether standard output is a terminal; otherwise nothing is shown
 */
export function showStatus(text: string): boolean {
  if (isTerminal) {
    status = text.slice(0, (process.stdout.columns ?? 80) - 1);
    process.stdout.write(`${eraseLine}${status}`);
  }
  return isTerminal;
}

/** A readable duration. @param milliseconds not negative */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
}

/** Text with every line indented by two spaces, for details below a step. */
export function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

/** An expected failure. Its message says why and what to do, and is printed without a stack trace. */
export class StopError extends Error {
  override readonly name = 'StopError';
}
