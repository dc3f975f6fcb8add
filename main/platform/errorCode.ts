/** The system's or the library's code of something thrown, such as `ECONNREFUSED`; empty where it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}
