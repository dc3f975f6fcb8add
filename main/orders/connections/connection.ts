import type { Result } from '#shared/result.ts';

/** A service to poll: base URL, an optional extra CA, and, in the keychain, an access token (interface, section 5). */
export interface Connection {
  readonly id: string;
  readonly name: string;
  /** As `parseBaseUrl` gives it. */
  readonly baseUrl: string;
  /** PEM certificates copied from a file that the person chose, and that file's name. */
  readonly ca: { readonly fileName: string; readonly pem: string } | null;
  readonly createdAt: number;
}

/** Keeps connections across restarts. Error of both writes: `storage`; nothing of the write was done then. */
export interface ConnectionRepository {
  /** Throws when the database does. */
  all(): Connection[];
  save(connection: Connection): Result<null>;
  /** Removes the connection and every order under it. */
  remove(id: string): Result<null>;
}
