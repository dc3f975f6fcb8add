import type { AppError } from './errors.ts';

/** The outcome of an operation that can fail. Expected errors are values; bugs are thrown. */
export type Result<T, E = AppError> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** Wraps a value as a success. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** Wraps an error value as a failure. */
export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** Runs steps up to the first that fails. */
export function firstError(steps: readonly (() => Result<null>)[]): Result<null> {
  for (const step of steps) {
    const done = step();
    if (!done.ok) return done;
  }
  return ok(null);
}
