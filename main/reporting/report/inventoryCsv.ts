import { stringify } from 'csv-stringify/sync';
import type { Inventory, InventoryOrder } from '#shared/domain/inventory.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { cleanText } from '#shared/text.ts';
import { instant, wireStatuses } from './inventoryJson.ts';

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
  ['daysLeft', ({ notAfter }, now) => (notAfter === null ? null : Math.floor((notAfter - now) / DAY_MS))],
  ['lastConfirmed', ({ lastConfirmedAt }) => instant(lastConfirmedAt)],
  ['renewal', ({ renewal }) => renewal.kind],
  ['renewalDue', ({ renewal }) => (renewal.kind === 'unknown' ? null : instant(renewal.dueAt))],
  ['usualLeadDays', ({ lead }) => (lead === null ? null : Math.round((lead.leadMs / DAY_MS) * 10) / 10)],
  ['renewalsCounted', ({ lead }) => lead?.renewals ?? null],
  ['verdict', ({ deployment }) => (deployment === null ? null : wireStatuses[deployment.status])],
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
];

/** An inventory as CSV: a header, then one row per order. Times in UTC (ISO 8601). */
export function inventoryCsv({ orders, takenAt }: Inventory): string {
  const names = columns.map(([name]) => name);
  return csvText([names, ...orders.map((order) => columns.map(([, value]) => value(order, takenAt)))]);
}

/**
 * Current and previous certificates of all orders as CSV: a header, then one row per certificate, newest first per
 * order.
 */
export function timelineCsv({ orders }: Inventory): string {
  const rows = orders.flatMap(({ id, rid, title, connection, fingerprint256, validity }) =>
    validity.map((span): CsvCell[] => [
      title,
      rid,
      connection,
      instant(span.notBefore),
      instant(span.notAfter),
      instant(span.firstSeenAt),
      span.fingerprint256 === fingerprint256,
      span.fingerprint256,
      id,
    ]),
  );
  const names = [
    'order',
    'rid',
    'connection',
    'notBefore',
    'notAfter',
    'firstSeen',
    'present',
    'fingerprint256',
    'id',
  ];
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
