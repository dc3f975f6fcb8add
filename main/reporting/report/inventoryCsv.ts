import { stringify } from 'csv-stringify/sync';
import type { Inventory, InventoryOrder } from '#shared/domain/inventory.ts';
import { type CsvCell, csvColumns, instant, orderValues } from '#shared/domain/orderFields.ts';
import type { ValiditySpan } from '#shared/domain/renewal.ts';
import { cleanText } from '#shared/text.ts';

/** An inventory as CSV: a header, then one row per order. Times in UTC (ISO 8601). */
export function inventoryCsv({ orders, takenAt }: Inventory): string {
  const rows = orders.map((order) =>
    csvColumns.map(([, key, cell]) =>
      cell === undefined ? orderValues([key], order)[key] : cell(order, takenAt),
    ),
  );
  return csvText([csvColumns.map(([title]) => title), ...rows]);
}

const timelineColumns: readonly (readonly [
  name: string,
  value: (order: InventoryOrder, span: ValiditySpan) => CsvCell,
])[] = [
  ['order', ({ title }) => title],
  ['rid', ({ rid }) => rid],
  ['connection', ({ connection }) => connection],
  ['notBefore', (_, { notBefore }) => instant(notBefore)],
  ['notAfter', (_, { notAfter }) => instant(notAfter)],
  ['firstSeen', (_, { firstSeenAt }) => instant(firstSeenAt)],
  ['present', (order, { fingerprint256 }) => fingerprint256 === order.fingerprint256],
  ['fingerprint256', (_, { fingerprint256 }) => fingerprint256],
  ['id', ({ id }) => id],
];

/** Current and previous certificates as CSV: a header, then one row per certificate, newest first per order. */
export function timelineCsv({ orders }: Inventory): string {
  const names = timelineColumns.map(([name]) => name);
  const rows = orders.flatMap((order) =>
    order.validity.map((span) => timelineColumns.map(([, value]) => value(order, span))),
  );
  return csvText([names, ...rows]);
}

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
