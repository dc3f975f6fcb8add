import { emptyField, type Form, inputProblems, type Problems } from '#renderer/hooks/useForm.ts';
import { parseBaseUrl, parseConsoleUrl } from '#shared/domain/baseUrl.ts';
import type { CaView, ConnectionView, PollingState } from '#shared/domain/connection.ts';
import type { ChosenCaFile } from '#shared/ipc/answers.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** The extra CA file in a form: none, the connection's own, or one just chosen. */
export type CaDraft =
  | { readonly kind: 'none' }
  | { readonly kind: 'keep'; readonly file: Omit<CaView, 'isConfirmed'> }
  | { readonly kind: 'chosen'; readonly file: ChosenCaFile };

/** A connection as it is typed, without its token. */
export interface ConnectionDraft {
  readonly name: string;
  readonly baseUrl: string;
  /** `null`: not asked for before there is a connection. */
  readonly consoleUrl: string | null;
  readonly ca: CaDraft;
}

interface NewConnectionDraft extends ConnectionDraft {
  readonly hasToken: boolean;
}

type ConnectionField = 'name' | 'baseUrl' | 'consoleUrl' | 'caFile';

export type ConnectionFields = Pick<CallArgs<'connections:update'>, 'name' | 'baseUrl' | 'consoleUrl' | 'ca'>;

/** What the fields of a connection need of their form. */
export interface ConnectionForm extends Pick<Form<ConnectionDraft>, 'values' | 'change'> {
  readonly problems: Problems<ConnectionField>;
}

export const emptyDraft: ConnectionDraft = { name: '', baseUrl: '', consoleUrl: null, ca: { kind: 'none' } };

export function draftOf({ name, baseUrl, consoleUrl, ca }: ConnectionView): ConnectionDraft {
  const texts = { name, baseUrl, consoleUrl: consoleUrl ?? '' };
  if (ca === null) return { ...texts, ca: { kind: 'none' } };
  const { fileName, certificates } = ca;
  return { ...texts, ca: { kind: 'keep', file: { fileName, certificates } } };
}

/** Another service that a draft makes of a connection. */
export interface Move {
  readonly host: string;
  readonly changed: 'address' | 'ca';
}

/**
 * Where a draft moves a connection, or `null` while its origin and its own CA stay or it has no address yet. A token
 * belongs to the service that it was entered for: main removes it when the connection moves.
 */
export function movesTo(draft: ConnectionDraft, connection: ConnectionView): Move | null {
  const baseUrl = parseBaseUrl(draft.baseUrl);
  if (!baseUrl.ok) return null;
  const host = hostOf(baseUrl.value);
  if (new URL(baseUrl.value).origin !== new URL(connection.baseUrl).origin)
    return { host, changed: 'address' };
  const isSameCa = draft.ca.kind === (connection.ca === null ? 'none' : 'keep');
  return isSameCa ? null : { host, changed: 'ca' };
}

/** Whether the orders of a connection are checked. Main notices only when an order is due that there is no token. */
export function shownPolling({ polling, token }: ConnectionView): PollingState {
  return polling.kind === 'active' && token.kind === 'absent' ? { kind: 'waitingForToken' } : polling;
}

/** Checks a draft as main does; an empty name becomes the host's. */
export function checkDraft(draft: ConnectionDraft): Result<ConnectionFields, Problems<ConnectionField>> {
  const baseUrl = parseBaseUrl(draft.baseUrl);
  if (!baseUrl.ok) return err({ baseUrl: { kind: 'invalidInput', field: 'baseUrl', reason: baseUrl.error } });
  const consoleUrl = parseConsoleUrl(draft.consoleUrl ?? '');
  if (!consoleUrl.ok)
    return err({ consoleUrl: { kind: 'invalidInput', field: 'consoleUrl', reason: consoleUrl.error } });
  const { ca } = draft;
  return ok({
    name: draft.name.trim() === '' ? hostOf(baseUrl.value) : draft.name.trim(),
    baseUrl: baseUrl.value,
    ...(draft.consoleUrl !== null && { consoleUrl: consoleUrl.value ?? '' }),
    ca: ca.kind === 'chosen' ? { kind: 'chosen', id: ca.file.id } : { kind: ca.kind },
  });
}

/** As `checkDraft`, for a connection that needs a token as well. */
export function checkNewDraft(
  draft: NewConnectionDraft,
): Result<ConnectionFields, Problems<ConnectionField | 'token'>> {
  const checked = checkDraft(draft);
  if (draft.hasToken) return checked;
  return err({ ...(checked.ok ? {} : checked.error), token: emptyField('token') });
}

export const connectionProblems = inputProblems('name', 'baseUrl', 'consoleUrl', 'caFile');
export const newConnectionProblems = inputProblems('name', 'baseUrl', 'consoleUrl', 'caFile', 'token');

/** The host of a base URL with its port; the text itself where it is no URL. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
