import type { ZodType, z as zod } from 'zod';
import { revocationReasons } from './authorityNews.ts';
import { endOf } from './chainEnd.ts';
import type { InventoryOrder } from './inventory.ts';
import { isPushOnly, type OrderRow, orderTitle, serviceKey } from './order.ts';
import {
  conditionSchema,
  copySchema,
  deploymentSchema,
  dueAt,
  endpointSchema,
  endpointValue,
  findingValue,
  instant,
  renewalSchema,
  seconds,
  spanSchema,
  text,
  textOrNull,
  texts,
  time,
  timeOrNull,
  type Zod,
} from './orderFieldParts.ts';
import { orderStatuses } from './status.ts';
import { DAY_MS } from './thresholds.ts';

export { instant, type Zod };

/** One cell of CSV; `null` is empty. */
export type CsvCell = string | number | boolean | null;

/** A public field of an order. Every surface for programs has it from here: JSON, its schema, CSV, events and documents. */
interface OrderField<Order, Schema extends ZodType> {
  /** What it is, for its schema and documents. */
  readonly about: string;
  readonly schema: (z: Zod) => Schema;
  /** Times in UTC (ISO 8601), durations in seconds. */
  readonly value: (order: Order) => Immutable<zod.input<Schema>>;
}

/** What a schema takes, whose arrays need not be writable. */
export type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

function field<Order, Schema extends ZodType>(
  about: string,
  schema: OrderField<Order, Schema>['schema'],
  value: OrderField<Order, Schema>['value'],
): OrderField<Order, Schema> {
  return { about, schema, value };
}

/** All public fields by their keys, in the order of the JSON. Those of an `OrderRow` alone can be in events. */
export const orderFields = {
  id: field('Stays the same on this computer.', text, ({ id }: OrderRow) => id),
  rid: field('The rid, or the name of a push-only order.', text, (row: OrderRow) => serviceKey(row)),
  title: field('The name in the list.', text, (row: OrderRow) => orderTitle(row)),
  alias: field('The name that the user gave it; null: none.', textOrNull, ({ alias }: OrderRow) => alias),
  tags: field('Those that the user gave it.', texts, ({ tags }: OrderRow) => tags),
  note: field(
    'What the user wrote about it, of several lines; empty: nothing.',
    text,
    ({ note }: OrderRow) => note,
  ),
  connection: field(
    'The name of its connection, or of the WebHook of a push-only order.',
    text,
    ({ connection }: InventoryOrder) => connection,
  ),
  pushOnly: field(
    'Whether it is known from deliveries alone.',
    (z) => z.boolean(),
    (row: OrderRow) => isPushOnly(row),
  ),
  status: field(
    'That of the worst condition; healthy: there is none.',
    (z) => z.enum(orderStatuses),
    ({ status }: InventoryOrder) => status,
  ),
  conditions: field(
    'What is wrong with the order, or may be, worst first.',
    (z) => z.array(conditionSchema(z)),
    ({ conditions }: InventoryOrder) =>
      conditions.map(({ kind, severity, since }) => ({ kind, severity, since: instant(since) })),
  ),
  failure: field(
    'Why the last check at the service failed: a word; null: it did not.',
    textOrNull,
    ({ failure }: OrderRow) => failure?.kind ?? null,
  ),
  findings: field(
    'What was found in the certificate and its chain.',
    (z) => z.array(z.looseObject({ kind: z.string() })),
    ({ findings }: OrderRow) => findings.map(findingValue),
  ),
  waitsUntil: field(
    'Until when the service asked to wait; null: it did not.',
    timeOrNull,
    ({ waitsUntil }: InventoryOrder) => instant(waitsUntil),
  ),
  fingerprint256: field(
    'SHA-256 of the server certificate; null: none is known.',
    textOrNull,
    ({ fingerprint256 }: OrderRow) => fingerprint256,
  ),
  commonName: field('That of its certificate.', textOrNull, ({ commonName }: OrderRow) => commonName),
  issuer: field('The name of its issuer.', textOrNull, ({ issuerName }: OrderRow) => issuerName),
  domains: field('The names that the certificate is for.', texts, ({ domains }: OrderRow) => domains),
  notBefore: field('When the server certificate becomes valid.', timeOrNull, ({ notBefore }: OrderRow) =>
    instant(notBefore),
  ),
  notAfter: field('When the server certificate expires.', timeOrNull, ({ notAfter }: OrderRow) =>
    instant(notAfter),
  ),
  chainEnd: field(
    'The certificate in the chain that expires before the leaf, and when; null: none.',
    (z) => z.strictObject({ name: z.string(), at: time(z) }).nullable(),
    ({ chainEnd }: OrderRow) => chainEnd && { name: chainEnd.name, at: instant(chainEnd.at) },
  ),
  lastConfirmedAt: field(
    'When the service last gave this certificate; null: never.',
    timeOrNull,
    ({ lastConfirmedAt }: OrderRow) => instant(lastConfirmedAt),
  ),
  usualLead: field(
    'How long before notAfter it is renewed, and after how many renewals that is said.',
    (z) => z.strictObject({ seconds: z.int(), renewals: z.int() }).nullable(),
    ({ lead }: OrderRow) => lead && { seconds: seconds(lead.leadMs), renewals: lead.renewals },
  ),
  renewal: field('Where it stands between two renewals.', renewalSchema, ({ renewal }: InventoryOrder) => ({
    state: renewal.kind,
    dueAt: dueAt(renewal),
    overdueSeconds: renewal.kind === 'overdue' ? seconds(renewal.byMs) : null,
  })),
  thresholds: field(
    'How long before it expires it is expiring, and critical, and whose thresholds these are: its own, of a tag, or general.',
    (z) =>
      z.strictObject({
        warningSeconds: z.int(),
        criticalSeconds: z.int(),
        from: z.enum(['order', 'tag', 'general']),
        tag: z.string().nullable(),
      }),
    ({ warns: { warningMs, criticalMs, from, tag } }: InventoryOrder) => ({
      warningSeconds: seconds(warningMs),
      criticalSeconds: seconds(criticalMs),
      from,
      tag,
    }),
  ),
  revocation: field(
    'What the revocation list of its authority says; null: it is not known to be revoked.',
    (z) => z.strictObject({ at: time(z), reason: z.enum(revocationReasons) }).nullable(),
    ({ authority }: OrderRow) => {
      const revoked = authority?.revoked ?? null;
      return revoked && { at: instant(revoked.at), reason: revoked.reason };
    },
  ),
  replacement: field(
    'From when on, and by when, its authority wants it replaced; null: it does not say so.',
    (z) => z.strictObject({ from: time(z), by: time(z) }).nullable(),
    ({ authority }: OrderRow) => {
      const replacement = authority?.replacement ?? null;
      return replacement && { from: instant(replacement.from), by: instant(replacement.by) };
    },
  ),
  deployment: field(
    'Its servers and exported files together; null: it has neither.',
    (z) => deploymentSchema(z).nullable(),
    ({ places }: InventoryOrder) =>
      places && {
        ...places,
        servedNotAfter: instant(places.servedNotAfter),
        uncheckedSince: instant(places.uncheckedSince),
      },
  ),
  copies: field(
    'Exported files, by folder.',
    (z) => z.array(copySchema(z)),
    ({ copies }: InventoryOrder) =>
      copies.map(({ notAfter, ...copy }) => ({ ...copy, notAfter: instant(notAfter) })),
  ),
  endpoints: field(
    'Its servers, with what their addresses serve.',
    (z) => z.array(endpointSchema(z)),
    ({ endpoints }: InventoryOrder) => endpoints.map(endpointValue),
  ),
  validity: field(
    'The current and previous certificates, newest first.',
    (z) => z.array(spanSchema(z)),
    ({ validity }: InventoryOrder) =>
      validity.map(({ fingerprint256, ...span }) => ({
        fingerprint256,
        notBefore: instant(span.notBefore),
        notAfter: instant(span.notAfter),
        firstSeenAt: instant(span.firstSeenAt),
      })),
  ),
};

type OrderFields = typeof orderFields;
type OrderKey = keyof OrderFields;

/** All keys, in the order of the JSON. */
export const orderKeys = Object.keys(orderFields) as OrderKey[];

/** Fields whose value is a cell. */
type CellKey = {
  [Key in OrderKey]: ReturnType<OrderFields[Key]['value']> extends CsvCell ? Key : never;
}[OrderKey];

/** A title, the field, and the cell where it is not the value of the field. `now` in Unix ms. */
type CsvColumn =
  | readonly [title: string, key: CellKey, cell?: undefined]
  | readonly [title: string, key: OrderKey, cell: (order: InventoryOrder, now: number) => CsvCell];

/** The columns of CSV with their fields. The order is fixed, as programs read columns by position: add new ones at the end. */
export const csvColumns: readonly CsvColumn[] = [
  ['order', 'title'],
  ['rid', 'rid'],
  ['connection', 'connection'],
  ['pushOnly', 'pushOnly'],
  ['status', 'status'],
  ['failure', 'failure'],
  ['notBefore', 'notBefore'],
  ['notAfter', 'notAfter'],
  ['daysLeft', 'notAfter', daysLeft],
  ['lastConfirmed', 'lastConfirmedAt'],
  ['renewal', 'renewal', ({ renewal }) => renewal.kind],
  ['renewalDue', 'renewal', ({ renewal }) => dueAt(renewal)],
  ['usualLeadDays', 'usualLead', ({ lead }) => lead && daysOf(lead.leadMs)],
  ['renewalsCounted', 'usualLead', ({ lead }) => lead?.renewals ?? null],
  ['deployment', 'deployment', ({ places }) => places?.status ?? null],
  ['addresses', 'deployment', ({ places }) => places?.addresses ?? null],
  ['addressesAffected', 'deployment', ({ places }) => places?.affected ?? null],
  ['copies', 'deployment', ({ places }) => places?.copies ?? null],
  ['copiesAffected', 'deployment', ({ places }) => places?.copiesAffected ?? null],
  ['servedNotAfter', 'deployment', ({ places }) => instant(places?.servedNotAfter ?? null)],
  ['issuer', 'issuer'],
  ['domains', 'domains', ({ domains }) => domains.join(' ')],
  ['fingerprint256', 'fingerprint256'],
  ['id', 'id'],
  ['waitsUntil', 'waitsUntil'],
  // Tags have no commas.
  ['tags', 'tags', ({ tags }) => tags.join(', ')],
  ['note', 'note'],
  ['conditions', 'conditions', ({ conditions }) => conditions.map(({ kind }) => kind).join(' ')],
  ['chainEnd', 'chainEnd', ({ chainEnd }) => instant(chainEnd?.at ?? null)],
  ['chainEndName', 'chainEnd', ({ chainEnd }) => chainEnd?.name ?? null],
  ['warningDays', 'thresholds', ({ warns }) => daysOf(warns.warningMs)],
  ['criticalDays', 'thresholds', ({ warns }) => daysOf(warns.criticalMs)],
  ['thresholdsFrom', 'thresholds', ({ warns }) => (warns.tag === null ? warns.from : `tag:${warns.tag}`)],
];

/**
 * The columns of the Markdown report, whose titles are `report.column`, and the fields that each shows. Notes are below the
 * tables. The cells depend on the language: `main/reporting/report/inventoryMarkdown.ts` has them.
 */
export const reportColumns = {
  order: ['title'],
  connection: ['connection'],
  status: ['status', 'findings', 'waitsUntil'],
  notAfter: ['notAfter', 'chainEnd'],
  left: ['notAfter', 'chainEnd'],
  renewal: ['renewal'],
  places: ['deployment', 'endpoints', 'copies'],
  tags: ['tags'],
} as const satisfies Record<string, readonly OrderKey[]>;

export type ReportColumn = keyof typeof reportColumns;

/** Days with one decimal. */
function daysOf(ms: number): number {
  return Math.round((ms / DAY_MS) * 10) / 10;
}

/** Whole days that are left, or that have passed since: 4.8 are 4, and -4.2 are -4. */
function daysLeft(order: InventoryOrder, now: number): number | null {
  const end = endOf(order);
  return end === null ? null : Math.trunc((end - now) / DAY_MS);
}

/** What every order in the answer of a command has. */
export const aboutKeys = ['id', 'rid', 'title'] as const satisfies readonly OrderKey[];

/** What an event says of an order. More would leave this computer. */
export const eventOrderKeys = [
  ...(['id', 'rid', 'title', 'pushOnly', 'commonName', 'domains', 'issuer', 'notAfter'] as const),
  ...(['chainEnd', 'fingerprint256', 'tags'] as const),
] as const satisfies readonly OrderKey[];

export type OrderValues<Key extends OrderKey> = {
  readonly [K in Key]: ReturnType<OrderFields[K]['value']>;
};

/** The values of these fields, in their order. */
export function orderValues<Key extends OrderKey>(
  keys: readonly Key[],
  order: Parameters<OrderFields[Key]['value']>[0],
): OrderValues<Key> {
  const values = keys.map((key) => [key, (orderFields[key].value as (of: typeof order) => unknown)(order)]);
  return Object.fromEntries(values) as OrderValues<Key>;
}

/** The schemas of these fields, in their order. */
export function orderSchemas<Key extends OrderKey>(keys: readonly Key[], z: Zod) {
  const schemas = keys.map((key) => [key, schemaOf(orderFields[key], z)]);
  return Object.fromEntries(schemas) as { readonly [K in Key]: ReturnType<OrderFields[K]['schema']> };
}

function schemaOf({ about, schema }: OrderField<never, ZodType>, z: Zod): ZodType {
  return schema(z).describe(about);
}
