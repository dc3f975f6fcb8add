import { stringify } from 'csv-stringify/sync';
import { endOf } from '#shared/domain/chainEnd.ts';
import type { Inventory, InventoryOrder } from '#shared/domain/inventory.ts';
import type { ValiditySpan } from '#shared/domain/renewal.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { cleanText } from '#shared/text.ts';
import { instant } from './inventoryJson.ts';

type Column = readonly [name: string, value: (order: InventoryOrder, takenAt: number) => CsvCell];

/** The order is fixed, as programs read columns by position. Add new ones at the end. */
const columns: readonly Column[] = [
  ['order', ({ title }) => title],
  ['rid', ({ rid }) => rid],
  ['connection', ({ connection }) => connection],
  ['pushOnly', ({ pushOnly }) => pushOnly],
  ['status', ({ status }) => status],
  ['failure', ({ failure }) => failure],
  ['notBefore', ({ notBefore }) => instant(notBefore)],
  ['notAfter', ({ notAfter }) => instant(notAfter)],
  ['daysLeft', daysLeft],
  ['lastConfirmed', ({ lastConfirmedAt }) => instant(lastConfirmedAt)],
  ['renewal', ({ renewal }) => renewal.kind],
  ['renewalDue', ({ renewal }) => (renewal.kind === 'unknown' ? null : instant(renewal.dueAt))],
  ['usualLeadDays', ({ lead }) => (lead === null ? null : Math.round((lead.leadMs / DAY_MS) * 10) / 10)],
  ['renewalsCounted', ({ lead }) => lead?.renewals ?? null],
  ['deployment', ({ deployment }) => deployment?.status ?? null],
  ['addresses', ({ deployment }) => deployment?.addresses ?? null],
  ['addressesAffected', ({ deployment }) => deployment?.affected ?? null],
  ['copies', ({ deployment }) => deployment?.copies ?? null],
  ['copiesAffected', ({ deployment }) => deployment?.copiesAffected ?? null],
  ['servedNotAfter', ({ deployment }) => instant(deployment?.servedNotAfter ?? null)],
  ['issuer', ({ issuerName }) => issuerName],
  ['domains', ({ domains }) => domains.join(' ')],
  ['fingerprint256', ({ fingerprint256 }) => fingerprint256],
  ['id', ({ id }) => id],
  ['waitsUntil', ({ waitsUntil }) => instant(waitsUntil)],
  // Tags have no commas.
  ['tags', ({ tags }) => tags.join(', ')],
  ['note', ({ note }) => note],
  ['conditions', ({ conditions }) => conditions.map(({ kind }) => kind).join(' ')],
  ['chainEnd', ({ chainEnd }) => instant(chainEnd?.at ?? null)],
  ['chainEndName', ({ chainEnd }) => chainEnd?.name ?? null],
];

function daysLeft(order: InventoryOrder, now: number): number | null {
  const end = endOf(order);
  return end === null ? null : Math.floor((end - now) / DAY_MS);
}

/** An inventory as CSV: a header, then one row per order. Times in UTC (ISO 8601). */
export function inventoryCsv({ orders, takenAt }: Inventory): string {
  const names = columns.map(([name]) => name);
  return csvText([names, ...orders.map((order) => columns.map(([, value]) => value(order, takenAt)))]);
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
