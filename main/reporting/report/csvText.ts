import { stringify } from 'csv-stringify/sync';
import { cleanText } from '#shared/text.ts';

/** One cell; `null` is empty. */
export type CsvCell = string | number | boolean | null;

/**
 * Rows as CSV (RFC 4180). Text is cleaned (`cleanText`). Names come from outside, so text that a spreadsheet program
 * would run as a formula gets an apostrophe in front, which those programs do not show.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(rows as CsvCell[][], {
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { string: cleanText, boolean: String },
  });
}
