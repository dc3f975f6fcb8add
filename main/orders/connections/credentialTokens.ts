import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { decodeText } from '#main/platform/decodeText.ts';
import { codeOf } from '#main/platform/errors.ts';
import { parseBaseUrl } from '#shared/domain/baseUrl.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { parseAccessToken } from './accessToken.ts';
import type { Connection } from './connection.ts';
import { isCaChosen, isSameOrigin, isSameService, serviceOf } from './sameService.ts';

/** Why a file is not used, by the file's name. It never has anything of the content. */
export interface CredentialProblem {
  readonly file: string;
  readonly reason:
    | 'outside'
    | 'notRegular'
    | 'tooLarge'
    | 'otherOwner'
    | 'writableByAll'
    | 'noToken'
    /** Several words or lines, or characters that no token has. */
    | 'notAToken'
    /** Not text in UTF-8 or UTF-16. */
    | 'notUtf8'
    | 'ambiguous'
    /** It names another address. */
    | 'otherAddress'
    /** It names no address, and the user did not allow it for the one of the connection. */
    | 'notAllowed'
    /** The own CA of the connection came from a configuration file, and the user did not confirm it. */
    | 'ca'
    | 'unread';
  /** Code of the system's error; empty: none. */
  readonly code: string;
}

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

/** An address of 2,048 and a token of 4,096 characters. */
const MAX_BYTES = 8192;

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
  async #fileOf({
    id,
    name,
  }: Pick<Connection, 'name'> & { readonly id: string | null }): Promise<
    Result<TokenFile | null, CredentialProblem>
  > {
    const byId = id === null ? ok(null) : await this.#read(`${PREFIX}${id}`);
    if (!byId.ok || byId.value !== null) return byId;
    const file = credentialName(name);
    if (file === null) return ok(null);
    const byName = await this.#read(file);
    const isShared = this.#connections
      .list()
      .some((other) => other.id !== id && credentialName(other.name) === file);
    return byName.ok && byName.value !== null && isShared
      ? err({ file, reason: 'ambiguous', code: '' })
      : byName;
  }

  async #read(file: string): Promise<Result<TokenFile | null, CredentialProblem>> {
    const refuse = (reason: CredentialProblem['reason'], code = '') => err({ file, reason, code });
    try {
      const folder = await realpath(this.#folder);
      const path = await realpath(join(folder, file));
      // Kubernetes makes each name a link into a hidden folder beside it. Other links could lead to files of somebody else.
      if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return refuse('outside');
      // The opening of a pipe would wait.
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
      await using handle = await open(path, flags);
      const facts = await handle.stat();
      if (!facts.isFile()) return refuse('notRegular');
      // A bind mount keeps the owner that the file has on the host, in a folder of root.
      if (!isTrusted(facts) && !(await isClosed(folder))) return refuse('otherOwner');
      if (isPosix && (facts.mode & 0o002) !== 0) return refuse('writableByAll');
      const content = await readAtMost(handle, MAX_BYTES);
      if (content === null) return refuse('tooLarge');
      const decoded = decodeText(content);
      if (decoded === null) return refuse('notUtf8');
      const { address, text } = splitContent(decoded.replace(/\0+$/u, ''));
      const token = parseAccessToken(text);
      if (!token.ok) return refuse(token.error === 'empty' ? 'noToken' : 'notAToken');
      return ok({ name: file, address, token: token.value });
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT') return ok(null);
      return code === 'ELOOP' ? refuse('notRegular') : refuse('unread', code);
    }
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

const isPosix = process.geteuid !== undefined;

/** Whether something belongs to this user or root. */
function isTrusted({ uid }: Pick<Stats, 'uid'>): boolean {
  return uid === 0 || uid === process.geteuid?.();
}

/** Whether only this user and root can add files to a folder. */
async function isClosed(folder: string): Promise<boolean> {
  const facts = await stat(folder);
  return isTrusted(facts) && (facts.mode & 0o022) === 0;
}

/** `null`: there is more. */
async function readAtMost(file: FileHandle, limit: number): Promise<Buffer | null> {
  const buffer = Buffer.alloc(limit + 1);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  return bytesRead > limit ? null : buffer.subarray(0, bytesRead);
}

/**
 * The file for a connection of this name: small Latin letters and digits, and a hyphen for all between them. systemd
 * allows no other scripts. `null`: nothing is left of the name.
 */
export function credentialName(name: string): string | null {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
  return slug === '' ? null : `${PREFIX}${slug}`;
}
