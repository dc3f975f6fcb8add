import { err, ok, type Result } from '#shared/result.ts';

const MAX_NAME_LENGTH = 100;

/**
 * Checks the name that a person gave a connection: up to 100 characters, no control characters, different from the
 * `others` whatever the case. Without a name the host of `baseUrl` is taken, numbered where it is not the first.
 */
export function connectionName(text: string, baseUrl: string, others: readonly string[]): Result<string> {
  const taken = new Set(others.map(comparable));
  const name = text.trim().normalize('NFC');
  if (name === '') return ok(numbered(new URL(baseUrl).host, taken));
  if (name.length > MAX_NAME_LENGTH) return invalid('tooLong');
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return invalid('controlCharacters');
  return taken.has(comparable(name)) ? invalid('alreadyExists') : ok(name);
}

function invalid(reason: 'tooLong' | 'controlCharacters' | 'alreadyExists'): Result<string> {
  return err({ kind: 'invalidInput', field: 'name', reason });
}

function comparable(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function numbered(host: string, taken: ReadonlySet<string>): string {
  let name = host;
  for (let count = 2; taken.has(comparable(name)); count++) name = `${host} (${count})`;
  return name;
}
