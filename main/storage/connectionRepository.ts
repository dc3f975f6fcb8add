import type { Connection, ConnectionRepository } from '#main/orders/connections/connection.ts';
import type { Database } from './database.ts';
import { PURGE_CERTIFICATES } from './orderStatements.ts';

/** Connections in the `connections` table. `all` throws `StorageError`. */
export function createConnectionRepository(database: Database): ConnectionRepository {
  const select = database.query<ConnectionColumns>('SELECT * FROM connections ORDER BY created_at, id');
  const upsert = database.prepare(`
    INSERT INTO connections (id, name, base_url, ca_file_name, ca_pem, created_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url,
      ca_file_name = excluded.ca_file_name, ca_pem = excluded.ca_pem`);
  const remove = database.prepare('DELETE FROM connections WHERE id = ?');
  const purgeCertificates = database.prepare(PURGE_CERTIFICATES);
  return {
    all: () => database.read(() => select.all().map(fromColumns)),
    save: ({ id, name, baseUrl, ca, createdAt }) =>
      database.tryWrite(() => {
        upsert.run(id, name, baseUrl, ca?.fileName ?? null, ca?.pem ?? null, Math.round(createdAt));
      }),
    remove: (id) =>
      database.tryWrite(() => {
        remove.run(id);
        purgeCertificates.run();
      }),
  };
}

interface ConnectionColumns {
  readonly id: string;
  readonly name: string;
  readonly base_url: string;
  readonly ca_file_name: string | null;
  readonly ca_pem: string | null;
  readonly created_at: number;
}

function fromColumns(columns: ConnectionColumns): Connection {
  const { ca_file_name: fileName, ca_pem: pem } = columns;
  return {
    id: columns.id,
    name: columns.name,
    baseUrl: columns.base_url,
    ca: fileName === null || pem === null ? null : { fileName, pem },
    createdAt: columns.created_at,
  };
}
