import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { codeOf } from '#main/platform/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { parseAccessToken } from './accessToken.ts';

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
    | 'ambiguous'
    | 'unread';
  /** Code of the system's error; empty: none. */
  readonly code: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A token has at most 4,096 characters. */
const MAX_BYTES = 8192;

const PREFIX = 'notafter-token-';

/**
 * Access tokens in files of a folder, one for each connection, as systemd hands them over (systemd.exec(5),
 * `LoadCredential`).
 */
export class CredentialTokens {
  readonly #folder: string;
  readonly #connections: () => readonly Named[];

  /** @param folder the value of `CREDENTIALS_DIRECTORY` */
  constructor(folder: string, connections: () => readonly Named[]) {
    this.#folder = folder;
    this.#connections = connections;
  }

  /** The token for a connection that exists; `null`: there is no file for it. */
  async find({ id, name }: Named): Promise<Result<string | null, CredentialProblem>> {
    const byId = await this.#read(`${PREFIX}${id}`);
    if (!byId.ok || byId.value !== null) return byId;
    return await this.findByName(
      name,
      this.#connections().filter((other) => other.id !== id),
    );
  }

  /** The token for a connection of this name. @param others connections that must not mean the same file */
  async findByName(
    name: string,
    others: readonly Named[] = this.#connections(),
  ): Promise<Result<string | null, CredentialProblem>> {
    const file = credentialName(name);
    if (file === null) return ok(null);
    const token = await this.#read(file);
    const isShared = others.some((other) => credentialName(other.name) === file);
    return token.ok && token.value !== null && isShared
      ? err({ file, reason: 'ambiguous', code: '' })
      : token;
  }

  async #read(file: string): Promise<Result<string | null, CredentialProblem>> {
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
      const token = parseAccessToken(content);
      return token.ok ? token : refuse('noToken');
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT') return ok(null);
      return code === 'ELOOP' ? refuse('notRegular') : refuse('unread', code);
    }
  }
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
async function readAtMost(file: FileHandle, limit: number): Promise<string | null> {
  const buffer = Buffer.alloc(limit + 1);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  return bytesRead > limit ? null : buffer.toString('utf8', 0, bytesRead);
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
