import type { Inspection } from '#main/x509/certificates/inspection.ts';
import type { AppError } from '#shared/errors.ts';

/** What one poll of an order found. Holds no key. */
export type PollOutcome = {
  readonly orderId: string;
  /** When the answer was judged, Unix ms. */
  readonly at: number;
  /** When the order is to be asked again, Unix ms; `null`: as soon as polling is possible. */
  readonly nextPollAt: number | null;
} & (
  | {
      readonly kind: 'inspected';
      readonly inspection: Inspection;
      readonly serviceName: string | null;
      readonly serviceNotAfter: string | null;
    }
  /** The very material of the last inspection. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly error: AppError; readonly serviceNotAfter: string | null }
);
