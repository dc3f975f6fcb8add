import type { Result } from '#shared/result.ts';

/** What a token is bound to: the origin that it is sent to, and the own CA that is trusted there. */
export interface Service {
  /** As given by `parseBaseUrl`. */
  readonly baseUrl: string;
  /** PEM; `null`: no own CA. */
  readonly caPem: string | null;
}

/** A service to poll: base URL, optional extra CA, and an access token in the keychain (interface, section 5). */
export interface Connection {
  readonly id: string;
  readonly name: string;
  /** As given by `parseBaseUrl`. */
  readonly baseUrl: string;
  /** PEM certificates copied from a file that the user chose, and that file's name. */
  readonly ca: { readonly fileName: string; readonly pem: string } | null;
  /** Where the user opens the service's console, as given by `parseConsoleUrl`. An import never sets it. `null`: not entered. */
  readonly consoleUrl: string | null;
  readonly createdAt: number;
  /** The own CA that the user chose or confirmed for this origin on this computer, PEM. Only such a CA is trusted. An import never sets it. */
  readonly chosenCa: string | null;
  /** The service that the user allowed the token file for, and the name of the connection then. An import never sets it. */
  readonly tokenFile: (Service & { readonly name: string }) | null;
}

/** Keeps connections across restarts. Error of both writes: `storage`; nothing was written. */
export interface ConnectionRepository {
  /** Throws when the database does. */
  all(): Connection[];
  save(connection: Connection): Result<null>;
  remove(id: string): Result<null>;
}
