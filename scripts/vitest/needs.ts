declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped, for the last lines of the run. */
    skipReason?: string;
  }
}

/**
 * The options of a test or a block that can run only under a condition. Where the condition does not hold, the run
 * says at its end what was skipped and why.
 * @param reason what is missing, as the end of "skipped, as ..."
 */
export function needs(condition: boolean, reason: string) {
  return { skip: !condition, meta: { skipReason: reason } };
}

/** Whether and why a test needs POSIX permissions. */
export const needsPosix = needs(process.platform !== 'win32', 'Windows has no POSIX permissions and links');
