import type { Result } from '#shared/result.ts';

/** A service to poll: base URL, optional extra CA, and an access token in the keychain (interface, section 5). */
export interface Connection {
  readonly id: string;
  readonly name: string;
  /** As given by `parseBaseUrl`. */
  readonly baseUrl: string;
  /** PEM certificates copied from a file that the user chose, and that file's name. */
  readonly ca: { readonly fileName: string; readonly pem: string } | null;
  readonly createdAt: number;
}

/** Keeps connections across restarts. Error of both writes: `storage`; nothing was written. */
export interface ConnectionRepository {
  /** Throws when the database does. */
  all(): Connection[];
  save(connection: Connection): Result<null>;
  remove(id: string): Result<null>;
}
