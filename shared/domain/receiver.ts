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

/** Whether the receiver listens. It does while at least one hook is enabled, and tries again by itself when it cannot. */
export type ReceiverState =
  /** No hook is enabled. */
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'listening'; readonly address: string; readonly port: number; readonly tls: boolean }
  | {
      readonly kind: 'failed';
      readonly reason: ReceiverFault;
      /** The system's code, such as `EADDRINUSE`, or the name of the file that is bad. */
      readonly detail: string;
      /** Unix ms of the next try. */
      readonly retryAt: number;
    };

export type ReceiverFault =
  | 'portInUse'
  /** No interface of this computer has the address (any more). */
  | 'addressGone'
  /** Ports below 1024 need rights that a person's programs do not have. */
  | 'notPermitted'
  /** A TLS file is missing, cannot be read, or its key and certificate do not belong together. */
  | 'tlsFile'
  | 'other';

/** An address that a service can deliver to, with the secrets that it may sign with. */
export interface HookView {
  readonly id: string;
  readonly name: string;
  /** Begins with `/`. */
  readonly path: string;
  readonly enabled: boolean;
  readonly createdAt: number;
  /** One, or two during a rotation; oldest first. */
  readonly secrets: readonly HookSecretView[];
  /** Unix ms of the last delivery that was kept in this session, or `null`. */
  readonly lastDeliveryAt: number | null;
}

export interface HookSecretView {
  readonly id: string;
  readonly createdAt: number;
  readonly state: TokenState;
}

/** The most secrets that a hook has at once. */
export const HOOK_SECRETS_MAX = 2;

/** Where the private keys of deliveries rest. */
export type VaultState =
  /** Nothing was put into it so far. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'ready'; readonly keys: number }
  /** There is no keychain, and the person agreed to do without: keys last until the app quits. */
  | { readonly kind: 'memoryOnly'; readonly keys: number }
  /** The keychain does not answer now: deliveries are refused with 503 meanwhile. */
  | { readonly kind: 'unavailable'; readonly error: AppError; readonly keys: number }
  /** The keychain has no vault key, or another one than the stored keys were encrypted under. */
  | { readonly kind: 'keyMissing'; readonly keys: number }
  | { readonly kind: 'keyWrong'; readonly keys: number };

/** One line of the delivery log: what came in and what became of it. Holds no secret and nothing of a body. */
export interface ReceiverLogEntry {
  readonly id: number;
  /** Unix ms of the last one of `count`. */
  readonly at: number;
  /** The hook whose path was asked for, or `null`. */
  readonly hookId: string | null;
  /** IP address of the sender. */
  readonly from: string;
  /** The status that was answered; `null` when the connection was closed without an answer. */
  readonly status: number | null;
  readonly outcome: ReceiverOutcome;
  /** So many alike came one after the other. */
  readonly count: number;
}

/** What became of one request, with the full reason that the sender is not told. */
export type ReceiverOutcome =
  | { readonly kind: 'kept'; readonly orderName: string }
  | { readonly kind: 'replayed' }
  /** The app's own test delivery. */
  | { readonly kind: 'selfTest' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/** Why a delivery was refused, in the order of the checks. `name`s are of headers or of payload fields. */
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
  /** Seconds by which the sender's clock is ahead of this computer's; negative: behind. */
  | { readonly kind: 'timeSkew'; readonly seconds: number }
  | { readonly kind: 'signature' }
  /** The hook's secrets could not be read. */
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
  /** The certificate or the key is not usable. */
  | { readonly kind: 'unusable'; readonly error: AppError }
  | { readonly kind: 'flood' }
  | { readonly kind: 'notKept'; readonly error: AppError };

export type BodyFault = 'notUtf8' | 'notJson' | 'notAnObject' | 'tooDeep' | 'tooManyFields' | 'notAForm';

/** The log holds so many lines; the oldest go first. */
export const RECEIVER_LOG_MAX = 500;

/** What "Send a test delivery" found, hop by hop; `failed` is the first that failed. */
export interface SelfTestReport {
  readonly steps: readonly SelfTestStep[];
  /** The status that the sender got, or `null`. */
  readonly status: number | null;
  /** Milliseconds from the first step to the answer. */
  readonly ms: number;
  /** Milliseconds left of the service's 15 s (interface, section 8); negative: too late. */
  readonly leftMs: number;
  readonly error: SelfTestError | null;
}

export interface SelfTestStep {
  /** `path`: the request reached this hook; `signature`: it was accepted; `time`: answered within 15 s. */
  readonly step: 'name' | 'connection' | 'tls' | 'path' | 'signature' | 'time';
  readonly outcome: 'passed' | 'failed' | 'notReached' | 'notNeeded';
  /** Milliseconds that it took, where that was measured. */
  readonly ms: number | null;
}

export type SelfTestError =
  /** The address cannot be used at all, or the way there failed. */
  | { readonly kind: 'app'; readonly error: AppError }
  /** Something else answered: the request never came here. */
  | { readonly kind: 'answeredElsewhere'; readonly status: number }
  | { readonly kind: 'redirected'; readonly status: number }
  /** It came, and was refused for this reason. */
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly status: number }
  /** It came and was accepted here, but the sender was told something else on the way back. */
  | { readonly kind: 'answerChanged'; readonly status: number | null };
