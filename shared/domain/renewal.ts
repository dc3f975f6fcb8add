/** How long before its notAfter an order is usually renewed. */
export interface UsualLead {
  readonly leadMs: number;
  /** Of how many renewals it is the median; 0: a third of the lifetime, as there was none yet. */
  readonly renewals: number;
}

/**
 * Where an order stands between two renewals. `notDue`: it would not be renewed yet. `due`: this is about the time.
 * `overdue`: past the usual time by more than renewals usually vary. Times in ms; `byMs`: past the usual time.
 */
export type RenewalState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'notDue'; readonly dueAt: number }
  | { readonly kind: 'due'; readonly dueAt: number }
  | { readonly kind: 'overdue'; readonly dueAt: number; readonly byMs: number };
