import type { AppError } from '../errors.ts';
import { type AlertedKind, alertedKinds } from './conditions/conditions.ts';

/** What events can be about: of a condition with an alert, its kind. */
export const alertEventNames = [
  'expiring',
  'expired',
  ...alertedKinds,
  'renewed',
  'notDeployed',
  'unconfirmed',
  'tokenRejected',
  'deliveryWaiting',
  'filesUpdated',
  'filesNeedAttention',
] as const;

export type AlertEventName = (typeof alertEventNames)[number];

/** What a new channel gets: what people read. `filesUpdated` is a single fact, for programs. */
export const usualEventNames = alertEventNames.filter((name) => name !== 'filesUpdated');

/** Whether an event is about a condition with an alert. */
export function isOfCondition(name: AlertEventName): name is AlertedKind {
  return alertedKinds.some((kind) => kind === name);
}

/** One try to send an event. Times in Unix ms. */
export interface EventTry {
  readonly at: number;
  readonly isTest: boolean;
  /** What the receiver answered; `null`: nothing, because of `error`, or because it is one that gives no status. */
  readonly status: number | null;
  readonly error: AppError | null;
  /** `null`: it was sent or given up. */
  readonly nextAt: number | null;
}

/** Whether the receiver took an event. */
export function isEventSent({ status, error }: Pick<EventTry, 'status' | 'error'>): boolean {
  return error === null && (status === null || (status >= 200 && status < 300));
}
