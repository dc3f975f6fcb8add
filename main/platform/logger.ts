/**
 * The names of what may be logged besides constant text: an allow-list. Errors by their kind, code or class, places in
 * our own code and names of its events, connections by id. No names, addresses or rids, no messages of others, and never a secret.
 */
export const logFieldNames = [
  'call',
  'code',
  'connectionId',
  'count',
  'error',
  'field',
  'orders',
  'place',
  'problem',
  'reason',
  'source',
  'state',
  'version',
] as const;

export type LogFields = Readonly<
  Partial<Record<(typeof logFieldNames)[number], string | number | boolean | null>>
>;

/** Writes one line per event. Messages are constant text; what varies goes into the fields. Never secrets. */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
