import { type FileProblem, type NamingFault, readFileFor } from '#main/credentials/files/credentialFile.ts';
import { fileNamedAfter } from '#main/credentials/files/fileNamedAfter.ts';
import { parseBaseUrl } from '#shared/domain/baseUrl.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { parseAccessToken } from './accessToken.ts';
import type { Connection } from './connection.ts';
import { isCaChosen, isSameOrigin, isSameService, serviceOf } from './sameService.ts';

/** Why a token file is not used. */
export type CredentialProblem = FileProblem<
  | NamingFault
  | 'noToken'
  /** Several words or lines, or characters that no token has. */
  | 'notAToken'
  /** It names another address. */
  | 'otherAddress'
  /** It names no address, and the user did not allow it for the one of the connection. */
  | 'notAllowed'
  /** The own CA of the connection came from a configuration file, and the user did not confirm it. */
  | 'ca'
>;

/** Why the file of any secret is not used. `malformed`: it does not have the form of its secret. */
export type SecretFileProblem = CredentialProblem | FileProblem<'malformed'>;

/** The content of a token file: the token, and the address that it may go to; `null`: the file names none. */
interface TokenFile {
  readonly name: string;
  readonly address: string | null;
  readonly token: string;
}

type Named = Pick<Connection, 'name' | 'baseUrl'>;

interface Connections {
  list(): readonly Pick<Connection, 'id' | 'name'>[];
  find(id: string): Connection | null;
}

const PREFIX = 'notafter-token-';

/**
 * Access tokens in files of a folder, one for each connection, as systemd hands them over (systemd.exec(5),
 * `LoadCredential`). A file goes to the origin that it names before its token, such as `https://certs.example.com token`.
 * Without an address it goes to the service that the user allowed it for.
 */
export class CredentialTokens {
  readonly #folder: string;
  readonly #connections: Connections;

  /** @param folder the value of `CREDENTIALS_DIRECTORY` */
  constructor(folder: string, connections: Connections) {
    this.#folder = folder;
    this.#connections = connections;
  }

  /** The token that may be sent to a connection; `null`: there is no file for it. */
  async find(id: string): Promise<Result<string | null, CredentialProblem>> {
    const connection = this.#connections.find(id);
    if (connection === null) return ok(null);
    const found = await this.#fileOf(connection);
    if (!found.ok) return found;
    if (found.value === null) return ok(null);
    const { name: file, address, token } = found.value;
    const refusal = refusalOf(address, connection);
    return refusal === null ? ok(token) : err({ file, reason: refusal, code: '' });
  }

  /**
   * Whether there is a token file for a connection that the user names, and that may be a new one. An address in it must
   * be of the same origin.
   */
  async isThere(named: Named, id: string | null): Promise<Result<boolean, CredentialProblem>> {
    const found = await this.#fileOf({ ...named, id });
    if (!found.ok) return found;
    if (found.value === null) return ok(false);
    const { name: file, address } = found.value;
    return isForOther(address, named) ? err({ file, reason: 'otherAddress', code: '' }) : ok(true);
  }

  /** @param id `null`: of a new connection */
  async #fileOf(
    named: Pick<Connection, 'name'> & { readonly id: string | null },
  ): Promise<Result<TokenFile | null, CredentialProblem>> {
    const read = await readFileFor(this.#folder, PREFIX, named, this.#connections.list());
    if (!read.ok || read.value === null) return read.ok ? ok(null) : read;
    const { file, text: content } = read.value;
    const { address, text } = splitContent(content);
    const token = parseAccessToken(text);
    if (token.ok) return ok({ name: file, address, token: token.value });
    return err({ file, reason: token.error === 'empty' ? 'noToken' : 'notAToken', code: '' });
  }
}

/** The address at the beginning of a token file, and the rest of it. */
function splitContent(content: string): { readonly address: string | null; readonly text: string } {
  const [, address = null, text = content] = /^\s*(https?:\/\/\S+)\s+(\S.*)$/isu.exec(content) ?? [];
  return { address, text };
}

/** Whether a token file names the address of another origin. */
function isForOther(address: string | null, { baseUrl }: Pick<Connection, 'baseUrl'>): boolean {
  if (address === null) return false;
  const [one, other] = [parseBaseUrl(address), parseBaseUrl(baseUrl)];
  return !one.ok || !other.ok || !isSameOrigin(one.value, other.value);
}

/** Why the token of a file may not be sent to a connection; `null`: it may. */
function refusalOf(
  address: string | null,
  connection: Connection,
): 'otherAddress' | 'notAllowed' | 'ca' | null {
  if (isForOther(address, connection)) return 'otherAddress';
  if (!isCaChosen(connection)) return 'ca';
  if (address !== null) return null;
  const { tokenFile, name } = connection;
  const isAllowed =
    tokenFile !== null &&
    isSameService(tokenFile, serviceOf(connection)) &&
    credentialName(tokenFile.name) === credentialName(name);
  return isAllowed ? null : 'notAllowed';
}

/** The file in which the token of a connection is looked for. @param all all connections: two may not share a file */
export function tokenFileFor(
  { id, name }: Pick<Connection, 'id' | 'name'>,
  all: readonly Pick<Connection, 'id' | 'name'>[],
): string {
  const byName = credentialName(name);
  const isShared = all.some((other) => other.id !== id && credentialName(other.name) === byName);
  return byName === null || isShared ? `${PREFIX}${id}` : byName;
}

/** The file for a connection of this name; `null`: nothing is left of the name. */
export function credentialName(name: string): string | null {
  return fileNamedAfter(PREFIX, name);
}
