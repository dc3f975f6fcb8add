import { styleText } from 'node:util';

const isTerminal = process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined;

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** The text in a style where standard output is a terminal, unchanged elsewhere. */
export function styled(style: Style, text: string): string {
  return isTerminal ? styleText(style, text, { validateStream: false }) : text;
}

/** Prints one line. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
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
