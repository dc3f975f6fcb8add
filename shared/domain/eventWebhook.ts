import type { AppError, InputReason } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import { type AlertedKind, alertedKinds } from './conditions/conditions.ts';
import type { TokenState } from './connection.ts';
import { isLoopbackHost } from './loopback.ts';
import type { WaitingEventsView } from './waitingEvents.ts';

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

/** What a new webhook gets: what people read. `filesUpdated` is a single fact, for programs. */
export const usualEventNames = alertEventNames.filter((name) => name !== 'filesUpdated');

/** Whether an event is about a condition with an alert. */
export function isOfCondition(name: AlertEventName): name is AlertedKind {
  return alertedKinds.some((kind) => kind === name);
}

/** One try to send an event. Times in Unix ms. */
export interface EventTry {
  readonly at: number;
  readonly isTest: boolean;
  /** What the receiver answered; `null`: nothing, because of `error`. */
  readonly status: number | null;
  readonly error: AppError | null;
  /** `null`: it was sent or given up. */
  readonly nextAt: number | null;
}

/** The webhook for alerts. Never its secret. */
export interface EventWebhookView {
  readonly url: string;
  readonly events: readonly AlertEventName[];
  /** The receiver said that it is gone (410): nothing is sent until the user saves it again. */
  readonly isGone: boolean;
  readonly secret: TokenState;
  /** The secret was generated in this session and not copied yet. */
  readonly canCopySecret: boolean;
  readonly waiting: WaitingEventsView;
  /** `null`: none. */
  readonly lastTry: EventTry | null;
  /** The last event that was not sent; `null`: none. */
  readonly lastFailure: EventTry | null;
}

/** Whether the receiver took an event. */
export function isEventSent({ status }: Pick<EventTry, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Checks and normalises the address of a webhook: `https`, or `http` for loopback addresses alone; no credentials and no
 * fragment. A query is kept, because some receivers have their key in it.
 */
export function parseWebhookUrl(text: string): Result<string, InputReason> {
  const trimmed = text.trim();
  if (trimmed === '') return err('empty');
  if (trimmed.length > 2000) return err('tooLong');
  if (!URL.canParse(trimmed)) return err('notAUrl');
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    return err('httpsOnly');
  if (url.username !== '' || url.password !== '') return err('credentialsInUrl');
  return ok(url.origin + url.pathname + url.search);
}
