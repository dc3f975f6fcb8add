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

/** What the certificate authority says about the current certificate of an order. What is not known is `null`. */
export interface AuthorityNews {
  readonly revoked: Revocation | null;
  readonly replacement: Replacement | null;
}
