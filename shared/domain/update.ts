/** A newer version that the feed offers. */
export interface UpdateOffer {
  readonly version: string;
  /** What is new, as the feed says it in plain text; `null` when it says nothing. */
  readonly notes: string | null;
  /** Unix ms, or `null` when the feed does not say. */
  readonly releasedAt: number | null;
}

/** Why the feed or a download is of no use. */
export type UpdateProblem =
  | 'offline'
  | 'unreachable'
  /** The feed answers, but not with something that describes a version. */
  | 'badFeed'
  /** What was downloaded is not what the feed describes, or is not signed by whom it should be. */
  | 'notGenuine'
  | 'disk'
  | 'other';

/** Where the search for a newer version stands. Nothing is downloaded or installed before the person says so. */
export type UpdateView =
  /** This build was made without a feed. */
  | { readonly kind: 'noFeed' }
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  /** `checkedAt`: Unix ms. */
  | { readonly kind: 'none'; readonly checkedAt: number }
  /** `canInstall`: whether the app can replace itself; else the person updates as they installed it. */
  | { readonly kind: 'available'; readonly offer: UpdateOffer; readonly canInstall: boolean }
  /** `percent`: a whole number from 0 to 100. */
  | { readonly kind: 'downloading'; readonly offer: UpdateOffer; readonly percent: number }
  | { readonly kind: 'ready'; readonly offer: UpdateOffer }
  /** `offer`: what was being downloaded, or `null` when the search failed. */
  | { readonly kind: 'failed'; readonly problem: UpdateProblem; readonly offer: UpdateOffer | null };
