/** A usage error of a command line, with a message for the user. */
export class InvalidFlag extends Error {}

/** The message for an error thrown while parsing flags. Throws bugs again. */
export function invalidReason(error: unknown): string {
  // parseArgs throws TypeErrors with a code for usage errors.
  if (error instanceof InvalidFlag || (error instanceof TypeError && 'code' in error)) return error.message;
  throw error;
}
