import { cleanText } from '#shared/text.ts';

/** One cell; `null` is an empty one. */
export type CsvCell = string | number | boolean | null;

/** What a spreadsheet program takes for the beginning of a formula, in the wide forms of Chinese keyboards too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u;
const quoted = /[",\r\n]/u;

/**
 * Rows as CSV (RFC 4180): CRLF, quotes where they are needed. Text is cleaned (`cleanText`), and text that a spreadsheet program would run as a formula has
 * an apostrophe before it, which those programs do not show; names are from outside, and a report is opened by others.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  const clean = typeof cell === 'string' ? cleanText(cell) : cell;
  const text = typeof clean === 'string' && formula.test(clean) ? `'${clean}` : `${clean}`;
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
