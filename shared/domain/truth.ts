import type { CopyBundleView } from './copy.ts';
import type { EndpointView } from './endpoint.ts';

/**
 * What is to be said of one order's places together, from worst to best. `expired`: a place serves an expired
 * certificate. `different`: one serves a leaf that this order never had. `stale`: one serves, or a copy holds, an older
 * leaf of this order. `faulty`: the right leaf, but its chain, its name or its trust is not. `unreachable`: no
 * certificate came from a place. `unknown`: not looked at yet. `inStep`: every place has the issued leaf.
 */
export const verdicts = [
  'expired',
  'different',
  'stale',
  'faulty',
  'unreachable',
  'unknown',
  'inStep',
] as const;
export type Verdict = (typeof verdicts)[number];

/** The truth about one order: what was issued, what lies on disk, what is served. */
export interface OrderTruth {
  readonly verdict: Verdict;
  /** Addresses of all endpoints, and how many of them are what the verdict says. */
  readonly addresses: number;
  readonly affected: number;
  /** Copies, and how many of them need attention. */
  readonly copies: number;
  readonly copiesAffected: number;
  /** The earliest notAfter that is served anywhere, Unix ms; `null`: none is known. */
  readonly servedNotAfter: number | null;
}

/** What a truth is made of; of one order alone. */
export interface TruthFacts {
  readonly copies: readonly CopyBundleView[];
  readonly endpoints: readonly EndpointView[];
}
