/** Why a certificate was revoked (RFC 5280, section 5.3.1). */
export const revocationReasons = [
  'unspecified',
  'keyCompromise',
  'caCompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  'privilegeWithdrawn',
  'aaCompromise',
] as const;

export type RevocationReason = (typeof revocationReasons)[number];

/** That a certificate is on the signed list of its certificate authority. */
export interface Revocation {
  /** Unix ms. */
  readonly at: number;
  readonly reason: RevocationReason;
}

/** That a certificate authority wants a certificate replaced (RFC 9773). Unix ms. */
export interface Replacement {
  /** From when on the certificate needs attention. */
  readonly from: number;
  /** The end of the time that the authority suggests. */
  readonly by: number;
  /** The `https` page on which the authority explains it; `null`: none. */
  readonly explanationUrl: string | null;
}

/** Why nothing is asked about a certificate: its extensions can't be read, or it has expired. */
type Unasked = 'unreadable' | 'expired';

/** What a check for revocation found: no list is named, or the issuer that must have signed it is not in the chain. */
export type RevocationAnswer = 'listed' | 'notListed' | 'noList' | 'noIssuer' | Unasked;

/** What a check for a replacement found: no address to ask is known, or the certificate does not name its issuer's key. */
export type RenewalAnswer = 'suggested' | 'noDirectory' | 'noIssuerKey' | Unasked;

/** How current an answer of the certificate authority is. Times in Unix ms. */
export interface AuthorityCheck<Answer> {
  /** The last answer, also if later attempts failed; `null`: none yet. */
  readonly answer: Answer | null;
  readonly answeredAt: number | null;
  /** The last attempt, if it failed; `null`: it did not. */
  readonly failedAt: number | null;
  /** `null`: there is nothing to ask until the settings or the certificate change. */
  readonly nextAt: number | null;
}

/** What the certificate authority says about the current certificate of an order. What is not known is `null`. */
export interface AuthorityNews {
  readonly revoked: Revocation | null;
  readonly replacement: Replacement | null;
  /** `null`: switched off, or not checked yet. */
  readonly revocationCheck: AuthorityCheck<RevocationAnswer> | null;
  readonly renewalCheck: AuthorityCheck<RenewalAnswer> | null;
}
