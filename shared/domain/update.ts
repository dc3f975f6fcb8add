export interface UpdateOffer {
  readonly version: string;
  /** What is new, as the feed says it in plain text; `null` when it says nothing. */
  readonly notes: string | null;
  /** Unix ms, or `null` when the feed does not say. */
  readonly releasedAt: number | null;
  /** When the feed was signed, Unix ms; `null` in a build without a key, which cannot check the feed. */
  readonly signedAt: number | null;
  /** Whether the version that runs should not be used any more. */
  readonly isRequired: boolean;
}

/** Why the feed or a download is of no use. */
export type UpdateProblem =
  | 'offline'
  | 'unreachable'
  /** The feed's answer describes no version. */
  | 'badFeed'
  /** The feed has no signature. */
  | 'unsigned'
  /** The feed's signature is by none of the keys of this build. */
  | 'forged'
  /** The feed is older than what was read before. */
  | 'outdated'
  /** The download does not match the feed, or its signature is wrong. */
  | 'notGenuine'
  | 'disk'
  /** Other users can change what is in the folder for downloads. */
  | 'openFolder'
  | 'other';

/** State of the update. Nothing is downloaded or installed before the user agrees. */
export type UpdateView =
  | { readonly kind: 'noFeed' }
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  /** `checkedAt`: Unix ms. `signedAt`: as in the offer. */
  | { readonly kind: 'none'; readonly checkedAt: number; readonly signedAt: number | null }
  /**
   * `canInstall`: whether the app can replace itself; otherwise the user updates it the way it was installed. `command`:
   * what installs the downloaded package of a distribution, if it was installed from one.
   */
  | {
      readonly kind: 'available';
      readonly offer: UpdateOffer;
      readonly canInstall: boolean;
      readonly command: string | null;
    }
  /** `percent`: a whole number from 0 to 100. */
  | { readonly kind: 'downloading'; readonly offer: UpdateOffer; readonly percent: number }
  | { readonly kind: 'ready'; readonly offer: UpdateOffer }
  /** `offer`: the version being downloaded; `null` if the check failed. */
  | { readonly kind: 'failed'; readonly problem: UpdateProblem; readonly offer: UpdateOffer | null };

/** A feed that was signed this long ago may be kept from the computer by somebody. In days. */
export const STALE_FEED_DAYS = 90;
