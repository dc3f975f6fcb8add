import { useState } from 'react';
import { type AppError, isDeclined } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

interface ActionState {
  readonly busy: boolean;
  /** Why the last run failed; `null` also when the user declined in a native box. */
  readonly error: AppError | null;
}

const idle: ActionState = { busy: false, error: null };

/** A call to main that can fail, with what a form needs to show while it runs and after it failed. */
export function useAction<Args extends readonly unknown[], Value>(
  call: (...args: Args) => Promise<Result<Value>>,
) {
  const [state, setState] = useState(idle);
  return {
    ...state,
    /** Runs it. The result comes back as well, for what follows. */
    run: async (...args: Args): Promise<Result<Value>> => {
      setState({ busy: true, error: null });
      try {
        const result = await call(...args);
        setState({ busy: false, error: result.ok || isDeclined(result.error) ? null : result.error });
        return result;
      } catch (bug) {
        setState(idle);
        throw bug;
      }
    },
    /** Forgets the error, such as when the user changes the values. */
    reset: () => setState(idle),
  };
}
