/** What the user got wrong on a command line; the message says it to them. */
export class InvalidFlag extends Error {}

/** The reason to show for an error thrown while flags are read. Throws the error on when it is a bug. */
export function invalidReason(error: unknown): string {
  // parseArgs throws TypeErrors with a code for what the user typed.
  if (error instanceof InvalidFlag || (error instanceof TypeError && 'code' in error)) return error.message;
  throw error;
}
