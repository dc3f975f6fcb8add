/** What may be logged of something thrown: its name alone, because a message may quote what was being read. */
export function errorName(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown;
}
