/**
 * Where notifications go. `system`: to the system, which says no more. `unknown`: not known yet. `shown`: a program of the
 * desktop shows them. `absent`: no program does. `refused`: it did not take the last one, for example because it got too
 * many of them.
 */
export type NotificationState =
  | { readonly kind: 'system' | 'unknown' | 'absent' | 'refused' }
  | { readonly kind: 'shown'; readonly by: string };

/** The same, and how many notifications wait to be shown. */
export interface NotificationsView {
  readonly state: NotificationState;
  readonly waiting: number;
}
