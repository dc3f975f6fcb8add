import type { Connection, ConnectionRepository } from '#main/orders/connections/connection.ts';
import type { Database } from './database.ts';
import { PURGE_CERTIFICATES } from './orderRepository.ts';

interface ConnectionRow extends Omit<Connection, 'ca'> {
  readonly fileName: string | null;
  readonly pem: string | null;
}

/** Connections in the `connections` table. `all` throws `StorageError`. */
export function createConnectionRepository(database: Database): ConnectionRepository {
  const select = database.query<ConnectionRow>(`
    SELECT id, name, base_url AS baseUrl, ca_file_name AS fileName, ca_pem AS pem, created_at AS createdAt
    FROM connections ORDER BY created_at, id`);
  const upsert = database.prepare(`
    INSERT INTO connections (id, name, base_url, ca_file_name, ca_pem, created_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url,
      ca_file_name = excluded.ca_file_name, ca_pem = excluded.ca_pem`);
  const remove = database.prepare('DELETE FROM connections WHERE id = ?');
  const purgeCertificates = database.prepare(PURGE_CERTIFICATES);
  return {
    all: () =>
      select.all().map(({ fileName, pem, ...row }) => ({
        ...row,
        ca: fileName === null || pem === null ? null : { fileName, pem },
      })),
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
