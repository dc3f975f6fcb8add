import { constants, type Stats } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { decodeText } from '#main/platform/decodeText.ts';
import { readOpened } from '#main/platform/descriptors.ts';
import { codeOf } from '#main/platform/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { fileNamedAfter } from './fileNamedAfter.ts';

/** Why a file is not read. */
export type FileFault =
  | 'outside'
  | 'notRegular'
  | 'tooLarge'
  | 'otherOwner'
  | 'writableByAll'
  /** Not text in UTF-8 or UTF-16. */
  | 'notUtf8'
  | 'unread';

/** Why a file is not used, by the file's name. It never has anything of the content. */
export interface FileProblem<Reason extends string> {
  readonly file: string;
  readonly reason: Reason;
  /** Code of the system's error; empty: none. */
  readonly code: string;
}

/** An address of 2,048 and a token of 4,096 characters: the longest secret. */
const MAX_BYTES = 8192;

/**
 * Reads a secret that the system handed over in a file, as systemd does (systemd.exec(5), `LoadCredential`).
 * @param folder the value of `CREDENTIALS_DIRECTORY`
 * @returns the text as it is; `null`: there is no such file
 */
export async function readCredentialFile(
  folder: string,
  file: string,
): Promise<Result<string | null, FileProblem<FileFault>>> {
  const refuse = (reason: FileFault, code = '') => err({ file, reason, code });
  try {
    const home = await realpath(folder);
    const path = await realpath(join(home, file));
    // Kubernetes makes each name a link into a hidden folder beside it. Other links could lead to files of somebody else.
    if (!path.startsWith(home.endsWith(sep) ? home : home + sep)) return refuse('outside');
    // The opening of a pipe would wait.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    await using handle = await open(path, flags);
    const facts = await handle.stat();
    if (!facts.isFile()) return refuse('notRegular');
    // A bind mount keeps the owner that the file has on the host, in a folder of root.
    if (!isTrusted(facts) && !(await isClosed(home))) return refuse('otherOwner');
    if (isPosix && (facts.mode & 0o002) !== 0) return refuse('writableByAll');
    const content = await readOpened(handle.fd, MAX_BYTES + 1);
    if (content.length > MAX_BYTES) return refuse('tooLarge');
    const decoded = decodeText(content);
    return decoded === null ? refuse('notUtf8') : ok(decoded.replace(/\0+$/u, ''));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return ok(null);
    return code === 'ELOOP' ? refuse('notRegular') : refuse('unread', code);
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

/** Why a file for one of several things is not read. */
export type NamingFault = FileFault | 'ambiguous';

/**
 * Reads the file for one of several things: the prefix with its id, or the one named after its name if no other has that.
 * @param id `null`: of a new one
 * @param all all of them
 * @returns `null`: there is none
 */
export async function readFileFor(
  folder: string,
  prefix: string,
  { id, name }: { readonly id: string | null; readonly name: string },
  all: readonly { readonly id: string; readonly name: string }[],
): Promise<Result<{ readonly file: string; readonly text: string } | null, FileProblem<NamingFault>>> {
  const byName = fileNamedAfter(prefix, name);
  for (const file of [id === null ? null : `${prefix}${id}`, byName]) {
    if (file === null) continue;
    const read = await readCredentialFile(folder, file);
    if (!read.ok) return read;
    if (read.value === null) continue;
    const isShared = all.some((other) => other.id !== id && fileNamedAfter(prefix, other.name) === file);
    if (file === byName && isShared) return err({ file, reason: 'ambiguous', code: '' });
    return ok({ file, text: read.value });
  }
  return ok(null);
}
