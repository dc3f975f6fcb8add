import { useState } from 'react';
import { type AppError, isDeclined } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

export interface Action<Args extends readonly unknown[], Value> {
  readonly busy: boolean;
  /** Why the last run failed; `null` also when the user declined in a native box. */
  readonly error: AppError | null;
  /** Runs it. The result comes back as well, for what follows. */
  readonly run: (...args: Args) => Promise<Result<Value>>;
  /** Forgets the error, such as when the user changes the values. */
  readonly reset: () => void;
}

/** A call to main that can fail, with what a form needs to show while it runs and after it failed. */
export function useAction<Args extends readonly unknown[], Value>(
  call: (...args: Args) => Promise<Result<Value>>,
): Action<Args, Value> {
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: AppError | null }>({
    busy: false,
    error: null,
  });
  return {
    ...state,
    run: async (...args) => {
      setState({ busy: true, error: null });
      try {
        const result = await call(...args);
        setState({ busy: false, error: result.ok || isDeclined(result.error) ? null : result.error });
        return result;
      } catch (bug) {
        setState({ busy: false, error: null });
        throw bug;
      }
    },
    reset: () => setState({ busy: false, error: null }),
  };
}
