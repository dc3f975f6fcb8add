import type { BodyFault, RefusalReason } from '#shared/domain/receiver.ts';
import type { DeliveryFields } from '../inbox/delivery.ts';

/** The fields of a delivery (interface, section 4.2). */
export const fieldNames = [
  'ssl',
  'task',
  'certificate',
  'certificateServer',
  'certificateChain',
  'key',
  'notAfter',
] as const satisfies readonly (keyof DeliveryFields)[];

const known: ReadonlySet<string> = new Set(fieldNames);

/** Whether a field is one of a delivery; such a field may be there once alone. */
export function isDeliveryField(name: string): name is keyof DeliveryFields {
  return known.has(name);
}

/** A payload has seven fields; so many are let be, in all levels together. */
export const MOST_FIELDS = 64;

/** The fields of a body. Those of a delivery are there once at most. */
export interface PayloadFields {
  /** The value as it came, of any type, or `undefined`. */
  get(name: string): unknown;
}

/** The refusal of a body for its form. */
export function malformed(detail: BodyFault): { readonly ok: false; readonly error: RefusalReason } {
  return { ok: false, error: { kind: 'bodyMalformed', detail } };
}
