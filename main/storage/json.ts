import { StorageError } from './storageError.ts';

/** The value of a JSON column, or `undefined` for what is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a JSON column holds for a value; NULL for `null`. */
export function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Reads rows. Invalid JSON in one means that the file was damaged below SQLite, and throws `StorageError`. */
export function readable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StorageError({ kind: 'storage', reason: 'damaged', detail: 'unreadable row' }, error);
  }
}
