import { parseCommand } from './parseCommand.ts';
import type { Holder, RunRequest } from './protocol.ts';

/**
 * Whether the process that holds the database runs a command of another process.
 * @param own the folder with secrets that the system handed to the holder
 */
export function isForHere(
  { words, secret, path, credentials }: RunRequest,
  holder: Holder,
  own: string | undefined,
): boolean {
  const line = parseCommand(words);
  if (!line.ok || line.value.kind !== 'run') return true;
  const { command, secret: asked, path: named } = line.value.parsed;
  // A client that does not read the words sends all of them.
  if (command.isApp || (asked !== null && secret === null) || (named !== null && path === null)) return false;
  if (holder !== 'command') return true;
  // It opens the database itself when this process has ended, which lacks the secrets that the system handed to it.
  const isElsewhere = credentials !== null && credentials !== own;
  return !command.startsApp && !(isElsewhere && command.needs.has('secrets'));
}
