import type { FetchOptions, FetchOutcome, PollAnswer, PollOptions } from '#main/x509/material.ts';

/** An Open API client for one base URL, as a port. */
export interface MaterialClient {
  /** Asks for the latest material of an order (interface, section 4.1). */
  latest(rid: string, token: string, options: FetchOptions): Promise<FetchOutcome>;
  /** As `latest`, for a poll. */
  poll(rid: string, token: string, options: PollOptions): Promise<PollAnswer>;
  /** Closes its connections. */
  dispose(): Promise<void>;
}

/** Makes a client; the token goes to this base URL's origin alone. `extraCaPem`: trusted beside the system's CAs. */
export type CreateMaterialClient = (target: {
  readonly baseUrl: string;
  readonly extraCaPem: string | null;
}) => MaterialClient;
