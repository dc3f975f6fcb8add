import { comparableName, validateUniqueName } from '#main/platform/validateUniqueName.ts';
import { err, ok, type Result } from '#shared/result.ts';

/**
 * Checks the name of a connection, as `validateUniqueName` does. The default is the host of `baseUrl`, with a number if it
 * is already used.
 */
export function connectionName(text: string, baseUrl: string, others: readonly string[]): Result<string> {
  const name = validateUniqueName(text, others);
  if (name.ok) return name;
  if (name.error !== 'empty') return err({ kind: 'invalidInput', field: 'name', reason: name.error });
  return ok(numbered(new URL(baseUrl).host, new Set(others.map(comparableName))));
}

function numbered(host: string, taken: ReadonlySet<string>): string {
  let name = host;
  for (let count = 2; taken.has(comparableName(name)); count++) name = `${host} (${count})`;
  return name;
}
