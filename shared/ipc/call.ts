import { PROGRAM_ARGUMENT_MAX, PROGRAM_ARGUMENTS_MAX } from '../domain/programRun.ts';
import { textLimits } from '../domain/textLimits.ts';
import { z } from '../zod.ts';

/** A call of the page: the schema of its arguments, and the type of its answer. */
export interface CallSpec<Args extends z.ZodType, Value> {
  readonly args: Args;
  readonly returns?: Value;
}

export function call<Args extends z.ZodType>(args: Args): { returning<Value>(): CallSpec<Args, Value> } {
  return { returning: () => ({ args }) };
}

export const nothing = z.null();

export const id = z.string().min(1).max(100);

export const ids = z.array(id).min(1).max(20_000);

export const secret = z.string().min(1).max(textLimits.secret);

/** A program with its arguments. */
export const command = z.array(z.string().max(PROGRAM_ARGUMENT_MAX)).min(1).max(PROGRAM_ARGUMENTS_MAX);
