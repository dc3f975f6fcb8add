import type {
  AddressOutline,
  AddressSight,
  EndpointOutline,
  EndpointRecord,
  EndpointRepository,
} from '#main/monitoring/endpoints/endpointRecord.ts';
import type { Logger } from '#main/platform/logger.ts';
import { type Endpoint, PROBE_INTERVAL_MINUTES, probeIntervalBounds } from '#shared/domain/endpoint.ts';
import { endpointProtocols } from '#shared/domain/endpointProtocol.ts';
import { isInstant } from '#shared/domain/instant.ts';
import type { z } from '#shared/zod.ts';
import type { Database, RowOf } from './database.ts';
import { JsonColumns, jsonOrNull } from './json.ts';
import { chainEndSchema, probeErrorSchema, servedFindingsSchema, servedSchema } from './rowSchemas.ts';
import { instant, instantOrNull, oneOf, or, RowCheck, whole } from './rows.ts';

type EndpointRow = Endpoint &
  RowOf<Omit<EndpointRecord, 'endpoint' | 'addresses'>, { readonly error: string | null }>;

type AddressRow = RowOf<
  AddressSight,
  { readonly endpointId: string; readonly served: string | null; readonly error: string | null }
>;

/** Arrays are read in half the time of objects. */
type EndpointOutlineRow = readonly [
  id: string,
  orderId: string,
  intervalMinutes: number,
  addedAt: number,
  probedAt: number | null,
  error: string | null,
];

type AddressOutlineRow = readonly [
  endpointId: string,
  probedAt: number,
  servedSince: number | null,
  servedAt: number | null,
  error: string | null,
  fingerprint256: string | null,
  notAfter: number | null,
  chainEnd: string | null,
  findings: string | null,
];

const ENDPOINTS = `
  SELECT id, order_id AS orderId, host, port, protocol, server_name AS serverName,
    interval_minutes AS intervalMinutes, added_at AS addedAt, probed_at AS probedAt,
    next_probe_at AS nextProbeAt, error, omitted
  FROM endpoints`;
const ADDRESSES = `
  SELECT endpoint_id AS endpointId, address, probed_at AS probedAt, served, served_since AS servedSince,
    served_at AS servedAt, error, error_since AS errorSince
  FROM endpoint_addresses`;
const OF_ORDERS = 'order_id IN (SELECT value FROM json_each(?))';
const OLDEST_FIRST = 'ORDER BY added_at, rowid';
const BY_ENDPOINT = 'ORDER BY endpoint_id, position';

/** Endpoints in the tables `endpoints` and `endpoint_addresses`. Deleted with their orders. */
export function createEndpointRepository(
  database: Database,
  logger: Logger | null = null,
): EndpointRepository {
  const columns = new JsonColumns('endpoints', logger);
  const check = new RowCheck<EndpointRow>('endpoints', logger, {
    port: whole(1, 65_535),
    protocol: oneOf(endpointProtocols),
    intervalMinutes: or(whole(probeIntervalBounds.min, probeIntervalBounds.max), PROBE_INTERVAL_MINUTES),
    addedAt: or(instant, 0),
    probedAt: or(instantOrNull, null),
    nextProbeAt: or(instantOrNull, null),
    omitted: or(whole(), 0),
  });
  // The next probe brings them again.
  const sights = new RowCheck<AddressRow>('endpoint_addresses', logger, {
    probedAt: instant,
    servedSince: instantOrNull,
    servedAt: instantOrNull,
    errorSince: instantOrNull,
  });
  const selectEndpoints = database.query<EndpointRow>(`${ENDPOINTS} ${OLDEST_FIRST}`);
  const selectAddresses = database.query<AddressRow>(`${ADDRESSES} ${BY_ENDPOINT}`);
  const endpointsOf = database.query<EndpointRow>(`${ENDPOINTS} WHERE ${OF_ORDERS} ${OLDEST_FIRST}`);
  const addressesOf = database.query<AddressRow>(
    `${ADDRESSES} WHERE endpoint_id IN (SELECT id FROM endpoints WHERE ${OF_ORDERS}) ${BY_ENDPOINT}`,
  );
  const outlineEndpoints = database.queryArrays<EndpointOutlineRow>(
    'SELECT id, order_id, interval_minutes, added_at, probed_at, error FROM endpoints',
  );
  const outlineAddresses = database.queryArrays<AddressOutlineRow>(`
    SELECT endpoint_id, probed_at, served_since, served_at, error, leaf ->> '$.fingerprint256', leaf ->> '$.notAfter',
      leaf -> '$.chainEnd', leaf -> '$.findings'
    FROM (
      SELECT *, iif(json_valid(served), served, NULL) AS leaf FROM endpoint_addresses ORDER BY endpoint_id, position
    )`);
  const upsert = database.prepare(`
    INSERT INTO endpoints (id, order_id, host, port, protocol, server_name, interval_minutes, added_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET host = excluded.host, port = excluded.port, protocol = excluded.protocol,
      server_name = excluded.server_name, interval_minutes = excluded.interval_minutes`);
  const setSights = database.prepare(
    'UPDATE endpoints SET probed_at = ?, next_probe_at = ?, error = ?, omitted = ? WHERE id = ?',
  );
  const removeAddresses = database.prepare('DELETE FROM endpoint_addresses WHERE endpoint_id = ?');
  const insertAddress = database.prepare(`
    INSERT INTO endpoint_addresses (endpoint_id, position, address, probed_at, served, served_since, served_at, error,
      error_since)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const remove = database.prepare('DELETE FROM endpoints WHERE id = ?');

  const writeSights = (record: EndpointRecord) => {
    const { probedAt, nextProbeAt, error, addresses, omitted } = record;
    const { id } = record.endpoint;
    // It may have been deleted with its order.
    if (setSights.run(probedAt, nextProbeAt, jsonOrNull(error), omitted, id) === 0) return;
    removeAddresses.run(id);
    for (const [position, sight] of addresses.entries()) {
      const { address, served, servedSince, servedAt, errorSince } = sight;
      const seen = [jsonOrNull(served), servedSince, servedAt, jsonOrNull(sight.error), errorSince];
      insertAddress.run(id, position, address, sight.probedAt, ...seen);
    }
  };

  const read = (endpointRows: readonly EndpointRow[], addressRows: readonly AddressRow[]) => {
    const addresses = Map.groupBy(sights.usable(addressRows), ({ endpointId }) => endpointId);
    // The addresses of an endpoint mostly have the same certificate, and to check it takes long.
    const readers = {
      served: columns.reader('served', servedSchema),
      error: columns.reader('error', probeErrorSchema),
    };
    return check.usable(endpointRows).map((row) => toRecord(row, addresses.get(row.id) ?? [], readers));
  };

  return {
    all: () => read(selectEndpoints.all(), selectAddresses.all()),
    ofOrders: (orderIds) => {
      const wanted = JSON.stringify(orderIds);
      return read(endpointsOf.all(wanted), addressesOf.all(wanted));
    },
    outlines: () => readOutlines(outlineEndpoints.all(), outlineAddresses.all()),
    save: (records) =>
      database.tryWriteEach(records, (record) => {
        const { id, orderId, host, port, protocol, serverName, intervalMinutes } = record.endpoint;
        upsert.run(id, orderId, host, port, protocol, serverName, intervalMinutes, record.addedAt);
        writeSights(record);
      }),
    saveSights: (records) => database.tryWriteEach(records, writeSights),
    remove: (ids) => database.tryWriteEach(ids, (id) => remove.run(id)),
  };
}

/** Nothing is logged: all rows are read whole later. */
function readOutlines(
  endpoints: readonly EndpointOutlineRow[],
  addresses: readonly AddressOutlineRow[],
): EndpointOutline[] {
  const columns = new JsonColumns('endpoints', null);
  const errorOf = columns.reader('error', probeErrorSchema);
  const chainEndOf = columns.reader('served', chainEndSchema.nullable());
  const findingsOf = columns.reader('served', servedFindingsSchema);
  const sights = new Map<string, AddressOutline[]>();
  let own: AddressOutline[] = [];
  let before = '';
  for (const [
    id,
    probedAt,
    servedSince,
    servedAt,
    error,
    fingerprint256,
    notAfter,
    end,
    found,
  ] of addresses) {
    if (id !== before) {
      own = [];
      sights.set(id, own);
      before = id;
    }
    const findings = found === null ? undefined : findingsOf(found);
    const chainEnd = end === null ? null : chainEndOf(end);
    const isRead = findings !== undefined && chainEnd !== undefined && isInstant(notAfter);
    own.push({
      probedAt,
      servedSince,
      servedAt,
      error: error === null ? null : (errorOf(error) ?? null),
      served: isRead && fingerprint256 !== null ? { fingerprint256, notAfter, chainEnd, findings } : null,
    });
  }
  return endpoints.map(([id, orderId, intervalMinutes, addedAt, probedAt, error]) => ({
    id,
    orderId,
    intervalMinutes,
    addedAt,
    probedAt,
    error: error === null ? null : (errorOf(error) ?? null),
    addresses: sights.get(id) ?? [],
  }));
}

type Reader<Value> = (text: string) => Value | undefined;

interface Readers {
  readonly served: Reader<z.output<typeof servedSchema>>;
  readonly error: Reader<z.output<typeof probeErrorSchema>>;
}

function toRecord(row: EndpointRow, addresses: readonly AddressRow[], readers: Readers): EndpointRecord {
  const { addedAt, probedAt, nextProbeAt, error, omitted, ...endpoint } = row;
  /** `null` also for what cannot be read: the next probe replaces it. */
  const read = <Value>(reader: Reader<Value>, text: string | null): Value | null =>
    text === null ? null : (reader(text) ?? null);
  return {
    endpoint,
    addedAt,
    probedAt,
    nextProbeAt,
    error: read(readers.error, error),
    addresses: addresses.map(({ endpointId: _, ...sight }) => ({
      ...sight,
      served: read(readers.served, sight.served),
      error: read(readers.error, sight.error),
    })),
    omitted,
  };
}
