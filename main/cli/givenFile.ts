import { basename } from 'node:path';
import { toFileError } from '#main/deployment/export/fileErrors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { commandPath } from './commandPath.ts';
import type { CommandContext } from './context.ts';

/** The file that the words name, as the command's own process has read it. Error: `fileSystem`. */
export function givenFile(word: string, context: CommandContext): Result<{ name: string; content: Buffer }> {
  const name = basename(commandPath(word, context));
  const { path } = context;
  if (path?.kind === 'read') return ok({ name, content: Buffer.from(path.text, 'base64') });
  const code = path?.kind === 'unread' ? path.text : '';
  if (code === 'EISDIR') return err({ kind: 'fileSystem', reason: 'notRegular', code, name });
  // The error that the system gave to the other process.
  return err(toFileError(Object.assign(new Error(code), { code, errno: -1 }), name));
}
