import type { FieldErrors } from '#renderer/features/settings/connections/connectionDraft.ts';
import type { InputField } from '#shared/errors.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Checks what was entered for a new hook as far as the page can; main checks the rest. `path`: `null` for a random one. */
export function checkNewHook(given: CallArgs<'hooks:add'>): Result<CallArgs<'hooks:add'>, FieldErrors> {
  const { name, path, secret } = given;
  const errors: FieldErrors = {
    ...emptyError('name', name),
    ...emptyError('secret', secret),
    ...emptyError('path', path ?? '/'),
  };
  if (Object.keys(errors).length > 0) return err(errors);
  return ok({ name: name.trim(), path: path === null ? null : withSlash(path), secret });
}

/** Checks the name and the path of a hook that exists. */
export function checkHook(given: {
  readonly name: string;
  readonly path: string;
}): Result<{ readonly name: string; readonly path: string }, FieldErrors> {
  const errors = { ...emptyError('name', given.name), ...emptyError('path', given.path) };
  if (Object.keys(errors).length > 0) return err(errors);
  return ok({ name: given.name.trim(), path: withSlash(given.path) });
}

function emptyError(field: InputField, text: string): FieldErrors {
  return text.trim() === '' ? { [field]: { kind: 'invalidInput', field, reason: 'empty' } } : {};
}

/** A path without its slash is no mistake worth a word. */
function withSlash(path: string): string {
  const trimmed = path.trim();
  return trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
}
