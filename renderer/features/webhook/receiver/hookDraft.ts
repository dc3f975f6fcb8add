import { emptyField, type Problems } from '#renderer/hooks/useForm.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** A new hook as it is typed, without its secret. */
export interface NewHookDraft {
  readonly name: string;
  /** `null`: main makes a random one. */
  readonly path: string | null;
  readonly hasSecret: boolean;
}

type HookFields = Pick<CallArgs<'hooks:update'>, 'name' | 'path'>;

/** Checks a new hook as far as the page can; main checks the rest. */
export function checkNewHook({
  name,
  path,
  hasSecret,
}: NewHookDraft): Result<Omit<CallArgs<'hooks:add'>, 'secret'>, Problems<'name' | 'secret' | 'path'>> {
  const problems = { ...emptyProblem('name', name), ...emptyProblem('path', path ?? '/') };
  if (!hasSecret) return err({ ...problems, secret: emptyField('secret') });
  if (Object.keys(problems).length > 0) return err(problems);
  return ok({ name: name.trim(), path: path === null ? null : withSlash(path) });
}

export function checkHook({ name, path }: HookFields): Result<HookFields, Problems<'name' | 'path'>> {
  const problems = { ...emptyProblem('name', name), ...emptyProblem('path', path) };
  if (Object.keys(problems).length > 0) return err(problems);
  return ok({ name: name.trim(), path: withSlash(path) });
}

function emptyProblem<Field extends 'name' | 'path'>(field: Field, text: string): Problems<Field> {
  return text.trim() === '' ? ({ [field]: emptyField(field) } as Problems<Field>) : {};
}

/** A path without its slash is accepted. */
function withSlash(path: string): string {
  const trimmed = path.trim();
  return trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
}
