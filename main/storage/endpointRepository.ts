import type {
  AddressSight,
  EndpointRecord,
  EndpointRepository,
} from '#main/monitoring/endpoints/endpointRecord.ts';
import type { Endpoint, EndpointProtocol } from '#shared/domain/endpoint.ts';
import type { Database } from './database.ts';
import { jsonOrNull, parsedJson } from './json.ts';

interface EndpointColumns {
  readonly id: string;
  readonly order_id: string;
  readonly host: string;
  readonly port: number;
  readonly protocol: string;
  readonly server_name: string | null;
  readonly interval_minutes: number;
  readonly added_at: number;
  readonly probed_at: number | null;
  readonly next_probe_at: number | null;
  readonly error: string | null;
  readonly omitted: number;
}

interface AddressColumns {
  readonly endpoint_id: string;
  readonly address: string;
  readonly probed_at: number;
  readonly served: string | null;
  readonly served_since: number | null;
  readonly served_at: number | null;
  readonly error: string | null;
  readonly error_since: number | null;
}

/** Endpoints in the tables `endpoints` and `endpoint_addresses`. Deleted with their orders. */
export function createEndpointRepository(database: Database): EndpointRepository {
  const selectEndpoints = database.query<EndpointColumns>('SELECT * FROM endpoints ORDER BY added_at, rowid');
  const selectAddresses = database.query<AddressColumns>(
    'SELECT * FROM endpoint_addresses ORDER BY endpoint_id, position',
  );
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
    const { changes } = setSights.run(probedAt, nextProbeAt, jsonOrNull(error), omitted, id);
    // It may have been deleted with its order.
    if (Number(changes) === 0) return;
    removeAddresses.run(id);
    for (const [position, sight] of addresses.entries()) {
      const { address, served, servedSince, servedAt, errorSince } = sight;
      const seen = [jsonOrNull(served), servedSince, servedAt, jsonOrNull(sight.error), errorSince];
      insertAddress.run(id, position, address, sight.probedAt, ...seen);
    }
  };

  return {
    all: () =>
      database.read(() => {
        const addresses = new Map<string, AddressSight[]>();
        for (const row of selectAddresses.all()) {
          const own = addresses.get(row.endpoint_id) ?? [];
          own.push(toSight(row));
          addresses.set(row.endpoint_id, own);
        }
        const rows = selectEndpoints.all();
        return rows.map((row) => toRecord(row, addresses.get(row.id) ?? []));
      }),
    save: (records) =>
      database.tryWrite(() => {
        for (const record of records) {
          const { id, orderId, host, port, protocol, serverName, intervalMinutes } = record.endpoint;
          upsert.run(id, orderId, host, port, protocol, serverName, intervalMinutes, record.addedAt);
          writeSights(record);
        }
      }),
    saveSights: (records) =>
      database.tryWrite(() => {
        for (const record of records) writeSights(record);
      }),
    remove: (ids) =>
      database.tryWrite(() => {
        for (const id of ids) remove.run(id);
      }),
  };
}

function toRecord(row: EndpointColumns, addresses: readonly AddressSight[]): EndpointRecord {
  const endpoint: Endpoint = {
    id: row.id,
    orderId: row.order_id,
    host: row.host,
    port: row.port,
    protocol: row.protocol as EndpointProtocol,
    serverName: row.server_name,
    intervalMinutes: row.interval_minutes,
  };
  return {
    endpoint,
    addedAt: row.added_at,
    probedAt: row.probed_at,
    nextProbeAt: row.next_probe_at,
    error: parsed(row.error),
    addresses,
    omitted: row.omitted,
  };
}

function toSight(row: AddressColumns): AddressSight {
  return {
    address: row.address,
    probedAt: row.probed_at,
    served: parsed(row.served),
    servedSince: row.served_since,
    servedAt: row.served_at,
    error: parsed(row.error),
    errorSince: row.error_since,
  };
}

/** The stored value, or `null` for invalid JSON: the next probe replaces it. */
function parsed<Value>(text: string | null): Value | null {
  return text === null ? null : ((parsedJson(text) ?? null) as Value | null);
}
