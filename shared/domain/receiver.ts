import type { AppError } from '../errors.ts';
import type { TokenState } from './connection.ts';
import type { ReceiverConfig } from './receiverConfig.ts';

/** The receiver of deliveries (interface, section 4.2) as the window shows it. Secrets are never part of it. */
export interface ReceiverView {
  readonly config: ReceiverConfig;
  readonly state: ReceiverState;
  readonly hooks: readonly HookView[];
  readonly vault: VaultState;
}

export interface ListeningState {
  readonly kind: 'listening';
  readonly address: string;
  readonly port: number;
  readonly tls: boolean;
}

/** Whether the receiver listens. It does while a hook is enabled, and retries after failures. */
export type ReceiverState =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  | ListeningState
  | {
      readonly kind: 'failed';
      readonly reason: ReceiverFault;
      /** The system's error code, such as `EADDRINUSE`, or the name of the bad file. */
      readonly detail: string;
      /** Unix ms of the next attempt. */
      readonly retryAt: number;
    };

/** Scheme, host and port of an address where the receiver listens. */
export function originOf(at: Pick<ListeningState, 'address' | 'port' | 'tls'>): string {
  const host = at.address.includes(':') ? `[${at.address}]` : at.address;
  return `${at.tls ? 'https' : 'http'}://${host}:${at.port}`;
}

export type ReceiverFault =
  | 'portInUse'
  /** No interface of this computer has the address (any more). */
  | 'addressGone'
  /** Ports below 1024 need rights that normal programs do not have. */
  | 'notPermitted'
  /** A TLS file is missing, cannot be read, or its key and certificate do not belong together. */
  | 'tlsFile'
  | 'other';

/** An address that a service can deliver to, with its signing secrets. */
export interface HookView {
  readonly id: string;
  readonly name: string;
  /** Starts with `/`. */
  readonly path: string;
  readonly enabled: boolean;
  readonly createdAt: number;
  /** One, or two during a rotation; oldest first. */
  readonly secrets: readonly HookSecretView[];
  /** Unix ms of the last delivery stored since the start of the app, or `null`. */
  readonly lastDeliveryAt: number | null;
}

export interface HookSecretView {
  readonly id: string;
  readonly createdAt: number;
  readonly state: TokenState;
}

export const HOOK_SECRETS_MAX = 2;

export type VaultState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'ready'; readonly keys: number }
  /** There is no keychain, and the user agreed to do without: keys are lost when the app quits. */
  | { readonly kind: 'memoryOnly'; readonly keys: number }
  /** The keychain is not available: deliveries are refused with 503 meanwhile. */
  | { readonly kind: 'unavailable'; readonly error: AppError; readonly keys: number }
  /** The keychain has no vault key, or (`keyWrong`) another one than the keys were encrypted with. */
  | { readonly kind: 'keyMissing'; readonly keys: number }
  | { readonly kind: 'keyWrong'; readonly keys: number };

/** An entry of the delivery log. Contains no secret and nothing of a body. */
export interface ReceiverLogEntry {
  readonly id: number;
  /** Unix ms of the last of `count` requests. */
  readonly at: number;
  /** The hook with the requested path, or `null`. */
  readonly hookId: string | null;
  readonly from: string;
  /** The status of the answer; `null`: the connection was closed without an answer. */
  readonly status: number | null;
  readonly outcome: ReceiverOutcome;
  readonly count: number;
}

/** The outcome of a request, with the full reason, which the sender does not get. */
export type ReceiverOutcome =
  | { readonly kind: 'kept'; readonly orderName: string }
  | { readonly kind: 'replayed' }
  | { readonly kind: 'selfTest' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/** Why a delivery was refused, in the order of the checks. `name` is that of a header or a field. */
export type RefusalReason =
  | { readonly kind: 'badRequest'; readonly code: string }
  | { readonly kind: 'sourceNotAllowed' }
  | { readonly kind: 'headerMissing'; readonly name: string }
  | { readonly kind: 'headerRepeated'; readonly name: string }
  | { readonly kind: 'hostNotAllowed'; readonly host: string }
  | { readonly kind: 'originPresent' }
  | { readonly kind: 'unknownPath' }
  | { readonly kind: 'wrongMethod'; readonly method: string }
  | { readonly kind: 'timestampMalformed' }
  | { readonly kind: 'tokenMalformed' }
  /** Seconds that the sender's clock is ahead of this computer's; negative: behind. */
  | { readonly kind: 'timeSkew'; readonly seconds: number }
  | { readonly kind: 'signature' }
  | { readonly kind: 'secretsUnreadable'; readonly error: AppError }
  | { readonly kind: 'contentType' }
  | { readonly kind: 'contentEncoding' }
  | { readonly kind: 'lengthMissing' }
  | { readonly kind: 'tooLarge'; readonly limitBytes: number }
  | { readonly kind: 'slow' }
  | { readonly kind: 'bodyMalformed'; readonly detail: BodyFault }
  | { readonly kind: 'fieldMissing'; readonly name: string }
  | { readonly kind: 'fieldRepeated'; readonly name: string }
  | { readonly kind: 'fieldNotText'; readonly name: string }
  | { readonly kind: 'unusable'; readonly error: AppError }
  | { readonly kind: 'flood' }
  | { readonly kind: 'notKept'; readonly error: AppError };

export type BodyFault = 'notUtf8' | 'notJson' | 'notAnObject' | 'tooDeep' | 'tooManyFields' | 'notAForm';

/** The most entries in the log; the oldest are removed first. */
export const RECEIVER_LOG_MAX = 500;

/** The result of "Send a test delivery"; the first `failed` step ended the test. */
export interface SelfTestReport {
  readonly steps: readonly SelfTestStep[];
  /** The status that the sender received, or `null`. */
  readonly status: number | null;
  /** Milliseconds from the first step to the answer. */
  readonly ms: number;
  /** Milliseconds left of the service's timeout of 15 s (interface, section 8); negative: too late. */
  readonly leftMs: number;
  readonly error: SelfTestError | null;
}

export interface SelfTestStep {
  /** `path`: the request reached this hook; `signature`: it was accepted; `time`: answered within 15 s. */
  readonly step: 'name' | 'connection' | 'tls' | 'path' | 'signature' | 'time';
  readonly outcome: 'passed' | 'failed' | 'notReached' | 'notNeeded';
  readonly ms: number | null;
}

export type SelfTestError =
  /** The address is unusable, or the request did not get through. */
  | { readonly kind: 'app'; readonly error: AppError }
  /** Another server answered: the request never arrived here. */
  | { readonly kind: 'answeredElsewhere'; readonly status: number }
  | { readonly kind: 'redirected'; readonly status: number }
  /** The request arrived, and was refused for this reason. */
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly status: number }
  /** The request was accepted here, but the answer was changed on the way back. */
  | { readonly kind: 'answerChanged'; readonly status: number | null };
