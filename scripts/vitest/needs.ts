declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped; printed at the end of the run. */
    skipReason?: string;
  }
}

/**
 * Options of a test or block that needs a condition. If the condition is false, the end of the run lists the skipped
 * tests with the reason.
 * @param reason what is missing, as the end of "skipped, as ..."
 */
export function needs(condition: boolean, reason: string) {
  return { skip: !condition, meta: { skipReason: reason } };
}

/** Whether and why a test needs programs that every Linux and macOS has, such as bash. */
export const needsPrograms = needs(
  process.platform !== 'win32',
  'Windows has no bash, mkfifo and other such programs',
);

/** Whether and why a test needs POSIX permissions. */
export const needsPosix = needs(process.platform !== 'win32', 'Windows has no POSIX permissions and links');
