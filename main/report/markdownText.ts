import { shorten } from '../lib/shorten.ts';

/** The longest text of one cell, in characters. */
const CELL_LENGTH = 400;

/** What means something in Markdown, or in the HTML that it may hold. */
const special = /[\\`*_{}[\]<>#|~!&]/gu;

/** Text from outside as text of Markdown, on one line: it is shown as it is. */
export function markdownText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(special, '\\$&');
}

/** A table of GitHub Flavored Markdown. Cells are text from outside; long ones are cut. */
export function markdownTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cell = (text: string) => markdownText(shorten(text, CELL_LENGTH));
  return [
    line(names.map(cell)),
    line(names.map(() => '---')),
    ...rows.map((row) => line(row.map(cell))),
  ].join('\n');
}
