import type { AppError } from '../errors.ts';
import type { Result } from '../result.ts';

/** A base URL with its access token, as the renderer sees it: the token itself is never part of it. */
export interface ConnectionView {
  readonly id: string;
  readonly name: string;
  /** Scheme, host, port and path without a trailing slash. */
  readonly baseUrl: string;
  /** The extra CA file, or `null`. */
  readonly ca: CaView | null;
  /** Where the service's console is, as the user entered it; `null`: not entered. */
  readonly consoleUrl: string | null;
  readonly token: TokenState;
  readonly polling: PollingState;
}

/** The extra CA file of a connection: its name and how many certificates it holds. */
export interface CaView {
  readonly fileName: string;
  readonly certificates: number;
  /** `false`: a configuration file brought it, and the user did not confirm it yet. */
  readonly isConfirmed: boolean;
}

/** Where a secret is. `memory`: until the app quits, with the user's consent. `file`: the system hands it over in a file. */
export type TokenState =
  | { readonly kind: 'keychain' }
  | { readonly kind: 'memory' }
  | { readonly kind: 'file' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly error: AppError };

/**
 * Whether a connection is polled. `rejected`: the service refused the token; polling resumes when the token changes.
 * `probing`: the service does not answer; one poll at a time, the next at `retryAt` (Unix ms).
 */
export type PollingState =
  | { readonly kind: 'active' }
  | { readonly kind: 'rejected'; readonly since: number; readonly status: number }
  | { readonly kind: 'probing'; readonly since: number; readonly error: AppError; readonly retryAt: number }
  | { readonly kind: 'waitingForToken' };

/** What "Test connection" found, step by step; `error` is the first step that failed. */
export interface ConnectionTestReport {
  readonly steps: readonly ConnectionTestStep[];
  readonly error: AppError | null;
  /** On success: what the service returned for the rid. */
  readonly found: FoundCertificate | null;
}

/** The certificate that the service returned for a rid. */
export interface FoundCertificate {
  readonly title: string;
  readonly notAfter: number;
  readonly fingerprint256: string;
}

/** What trying rids of a connection that is not stored found. `failed`: the connection itself does not work. */
export interface ConnectionTrial {
  readonly failed: { readonly step: ConnectionTestStep['step']; readonly error: AppError } | null;
  /** Of each rid that was tried. */
  readonly results: readonly TriedRid[];
}

export interface TriedRid {
  readonly rid: string;
  readonly answer: Result<FoundCertificate>;
}

/** Maximum rids that `connections:try` takes at once. */
export const RIDS_PER_TRIAL = 10;

export interface ConnectionTestStep {
  readonly step: 'address' | 'reach' | 'tls' | 'token' | 'rid' | 'material';
  readonly outcome: 'passed' | 'failed' | 'notReached' | 'notNeeded';
}
