/**
 * A run of a command that the user entered, after an update of exported files or with an alert. Times in Unix ms. `hasFailed`:
 * the run before it failed.
 */
export type ProgramRun = { readonly startedAt: number } & (
  | { readonly kind: 'running'; readonly hasFailed: boolean }
  | {
      readonly kind: 'ended';
      readonly endedAt: number;
      /** `notStarted`: the system's code, such as `ENOENT`. `timedOut`: it was stopped with its child processes. */
      readonly outcome:
        | { readonly kind: 'exited'; readonly code: number }
        | { readonly kind: 'signalled'; readonly signal: string }
        | { readonly kind: 'timedOut' }
        | { readonly kind: 'notStarted'; readonly code: string };
      /** Its output, both streams interleaved, without control characters; `null`: not kept after a restart. */
      readonly output: string | null;
      /** The beginning of the output is missing. */
      readonly isCut: boolean;
    }
  /** Not run, because the proof of the files failed. */
  | { readonly kind: 'skipped' }
);

/** Whether a run succeeded or still goes on. */
export function isRunFine(run: ProgramRun): boolean {
  return (
    run.kind === 'running' ||
    (run.kind === 'ended' && run.outcome.kind === 'exited' && run.outcome.code === 0)
  );
}

/** Whether a command has failed, and not succeeded since: a run that goes on proves nothing yet. @param run the last; `null`: none */
export function hasFailed(run: ProgramRun | null): boolean {
  if (run === null) return false;
  return run.kind === 'running' ? run.hasFailed : !isRunFine(run);
}

/** Maximum number of arguments including the program, and characters per argument. */
export const PROGRAM_ARGUMENTS_MAX = 11;
export const PROGRAM_ARGUMENT_MAX = 500;
