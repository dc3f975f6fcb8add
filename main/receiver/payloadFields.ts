import type { BodyFault, RefusalReason } from '#shared/domain/receiver.ts';

/** A payload has seven fields; so many are let be, in all levels together. */
export const MOST_FIELDS = 64;

/** The fields of a body, each of which is there once at most. */
export interface PayloadFields {
  /** The value as it came, of any type, or `undefined`. */
  get(name: string): unknown;
}

/** The refusal of a body for its form. */
export function malformed(detail: BodyFault): { readonly ok: false; readonly error: RefusalReason } {
  return { ok: false, error: { kind: 'bodyMalformed', detail } };
}
