/** Why TLS clients reject a certificate or its chain, apart from trust. `subject`: the certificate, for display. */
export type ChainFault =
  /** Not made by the issuer's key. */
  | { readonly kind: 'signatureBroken'; readonly subject: string }
  | { readonly kind: 'malformed'; readonly subject: string }
  /** The extended key usage excludes TLS servers. `isLeaf`: on the leaf, otherwise on an authority. */
  | { readonly kind: 'notForServers'; readonly subject: string; readonly isLeaf: boolean }
  /** The key usage excludes signing, which every TLS 1.3 handshake needs. */
  | { readonly kind: 'keyMayNotSign'; readonly subject: string }
  /** An issuer that is no authority, or may not sign certificates. */
  | { readonly kind: 'notAnAuthority'; readonly subject: string }
  | { readonly kind: 'pathTooLong'; readonly subject: string }
  /** A name constraint of an authority excludes this name. */
  | { readonly kind: 'nameNotPermitted'; readonly name: string; readonly subject: string }
  | { readonly kind: 'unknownCritical'; readonly oid: string; readonly subject: string }
  | { readonly kind: 'weakSignature'; readonly digest: string; readonly subject: string }
  | { readonly kind: 'weakKey'; readonly bits: number; readonly subject: string }
  | { readonly kind: 'chainCertificateExpired'; readonly subject: string; readonly notAfter: number }
  | { readonly kind: 'chainCertificateNotYetValid'; readonly subject: string; readonly notBefore: number }
  /** A public key of a kind that browsers do not accept. `key`: its kind. */
  | {
      readonly kind: 'keyUnsupported';
      readonly key: string;
      readonly reach: KeyReach;
      readonly subject: string;
    }
  /** A signature of a kind that browsers and this program cannot verify. */
  | { readonly kind: 'signatureUnsupported'; readonly algorithm: string; readonly subject: string }
  /** Too many possible paths or names: clients give up. */
  | { readonly kind: 'chainTooComplex' };

/**
 * Who can use a kind of key that browsers do not accept. `newest`: the newest programs at best know it. `none`: it cannot sign.
 */
export type KeyReach = 'openssl' | 'newest' | 'none';

/** Whether the certificate itself is damaged: only another certificate helps. */
export function isDamage({ kind }: { readonly kind: string }): boolean {
  return kind === 'signatureBroken' || kind === 'malformed';
}
