import { parseBaseUrl } from '#shared/domain/baseUrl.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import type { AppError, InputField } from '#shared/errors.ts';
import type { CallArgs, ChosenCaFile } from '#shared/ipc/contract.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** The extra CA file in a form: none, the one that the connection has, or one just chosen. */
export type CaDraft =
  | { readonly kind: 'none' }
  | { readonly kind: 'keep'; readonly file: { readonly fileName: string; readonly certificates: number } }
  | { readonly kind: 'chosen'; readonly file: ChosenCaFile };

/** What a person has typed for a connection. The token is no part of it: it stays in its input. */
export interface ConnectionDraft {
  readonly name: string;
  readonly baseUrl: string;
  readonly ca: CaDraft;
}

/** What is wrong, by field. */
export type FieldErrors = Partial<Record<InputField, AppError>>;

/** A draft that can be sent. */
export type ConnectionFields = Pick<CallArgs<'connections:update'>, 'name' | 'baseUrl' | 'ca'>;

export const emptyDraft: ConnectionDraft = { name: '', baseUrl: '', ca: { kind: 'none' } };

/** The draft that says what a connection says now. */
export function draftOf({ name, baseUrl, ca }: ConnectionView): ConnectionDraft {
  return { name, baseUrl, ca: ca === null ? { kind: 'none' } : { kind: 'keep', file: ca } };
}

/** Whether saving the draft would change the connection. */
export function isChanged(draft: ConnectionDraft, connection: ConnectionView): boolean {
  const now = draftOf(connection);
  return draft.name !== now.name || draft.baseUrl !== now.baseUrl || draft.ca.kind !== now.ca.kind;
}

/**
 * The host that a draft moves a connection to, or `null` while it stays at its origin (or is no address yet). A token
 * belongs to the origin that it was entered for: main removes it when the connection moves.
 */
export function movesTo(draft: ConnectionDraft, connection: ConnectionView): string | null {
  const baseUrl = parseBaseUrl(draft.baseUrl);
  if (!baseUrl.ok || new URL(baseUrl.value).origin === new URL(connection.baseUrl).origin) return null;
  return hostOf(baseUrl.value);
}

/** Checks a draft as main will; a name that was left empty becomes the host's. */
export function checkDraft(draft: ConnectionDraft): Result<ConnectionFields, FieldErrors> {
  const baseUrl = parseBaseUrl(draft.baseUrl);
  if (!baseUrl.ok) return err({ baseUrl: { kind: 'invalidInput', field: 'baseUrl', reason: baseUrl.error } });
  const { ca } = draft;
  return ok({
    name: draft.name.trim() === '' ? hostOf(baseUrl.value) : draft.name.trim(),
    baseUrl: baseUrl.value,
    ca: ca.kind === 'chosen' ? { kind: 'chosen', id: ca.file.id } : { kind: ca.kind },
  });
}

/** The host of a base URL with its port, as people name a service. The text itself where it is no URL. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

/** The field that an error belongs to, where the form has such a field. */
export function fieldErrorsOf(error: AppError | null): FieldErrors {
  return error?.kind === 'invalidInput' ? { [error.field]: error } : {};
}
