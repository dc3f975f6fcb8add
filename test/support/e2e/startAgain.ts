import type { NotAfter } from './notAfterApp.ts';
import { startUndriven } from './undrivenApp.ts';

/** Starts the app a second time on the same data, with further arguments, and returns the exit code. */
export async function startAgain(
  { profile }: Pick<NotAfter, 'profile'>,
  ...args: readonly string[]
): Promise<number | null> {
  return startUndriven({ profile, args }).ended;
}
