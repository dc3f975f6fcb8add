import type { Connection, ConnectionRepository } from '#main/orders/connections/connection.ts';
import type { Logger } from '#main/platform/logger.ts';
import { parseBaseUrl, parseConsoleUrl } from '#shared/domain/baseUrl.ts';
import type { Database } from './database.ts';
import { JsonColumns } from './json.ts';
import { PURGE_CERTIFICATES } from './orderRepository.ts';
import { tokenFileSchema } from './rowSchemas.ts';
import { instant, or, RowCheck, such } from './rows.ts';

interface ConnectionRow extends Omit<Connection, 'ca' | 'tokenFile'> {
  readonly fileName: string | null;
  readonly pem: string | null;
  /** JSON */
  readonly tokenFile: string | null;
}

const isAddress = (text: string) => {
  const parsed = parseBaseUrl(text);
  return parsed.ok && parsed.value === text;
};

/** Takes the place of an address that is of no use. No server has it (RFC 2606), and no token is bound to it. */
const LOST_ADDRESS = 'https://address-lost.invalid';

/**
 * Connections in the `connections` table. `all` throws `StorageError`. One without a usable address has another that leads
 * nowhere, so that the user can change or remove it.
 */
export function createConnectionRepository(
  database: Database,
  logger: Logger | null = null,
): ConnectionRepository {
  const columns = new JsonColumns('connections', logger);
  const check = new RowCheck<ConnectionRow>('connections', logger, {
    baseUrl: or(such(isAddress), LOST_ADDRESS),
    createdAt: or(instant, 0),
    consoleUrl: or(
      such((text: string | null) => text === null || parseConsoleUrl(text).ok),
      null,
    ),
  });
  const select = database.query<ConnectionRow>(`
    SELECT id, name, base_url AS baseUrl, ca_file_name AS fileName, ca_pem AS pem, created_at AS createdAt,
      chosen_ca AS chosenCa, token_file AS tokenFile, console_url AS consoleUrl
    FROM connections ORDER BY created_at, id`);
  const upsert = database.prepare(`
    INSERT INTO connections (id, name, base_url, ca_file_name, ca_pem, created_at, chosen_ca, token_file, console_url)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url,
      ca_file_name = excluded.ca_file_name, ca_pem = excluded.ca_pem, chosen_ca = excluded.chosen_ca,
      token_file = excluded.token_file, console_url = excluded.console_url`);
  const remove = database.prepare('DELETE FROM connections WHERE id = ?');
  const purgeCertificates = database.prepare(PURGE_CERTIFICATES);
  return {
    all: () =>
      check.usable(select.all()).map(({ fileName, pem, tokenFile, ...row }) => ({
        ...row,
        ca: fileName === null || pem === null ? null : { fileName, pem },
        tokenFile:
          tokenFile === null ? null : (columns.read('token_file', tokenFileSchema, tokenFile) ?? null),
      })),
    save: ({ id, name, baseUrl, ca, consoleUrl, createdAt, chosenCa, tokenFile }) =>
      database.tryWrite(() => {
        const file = tokenFile === null ? null : JSON.stringify(tokenFile);
        const [fileName, pem] = [ca?.fileName ?? null, ca?.pem ?? null];
        const service = [id, name, baseUrl, fileName, pem] as const;
        upsert.run(...service, createdAt, chosenCa, file, consoleUrl);
      }),
    remove: (id) =>
      database.tryWrite(() => {
        remove.run(id);
        purgeCertificates.run();
      }),
  };
}
