/**
 * Why TLS clients refuse a certificate, or one of its chain, though a trusted authority may stand above it. `subject`:
 * whose certificate it is, for people.
 */
export type ChainFault =
  /** The signature is not that of the issuer that it names. */
  | { readonly kind: 'signatureBroken'; readonly subject: string }
  /** The certificate is not what RFC 5280 says one is. */
  | { readonly kind: 'malformed'; readonly subject: string }
  /** The extended key usage does not include TLS servers. `isLeaf`: of the leaf, else of an authority above it. */
  | { readonly kind: 'notForServers'; readonly subject: string; readonly isLeaf: boolean }
  /** The leaf's key may not sign, which every handshake of TLS 1.3 has it do. */
  | { readonly kind: 'keyMayNotSign'; readonly subject: string }
  /** It issued the one below it, and is no authority or may not sign certificates. */
  | { readonly kind: 'notAnAuthority'; readonly subject: string }
  /** More authorities stand below it than it allows. */
  | { readonly kind: 'pathTooLong'; readonly subject: string }
  /** An authority may not issue for this name. */
  | { readonly kind: 'nameNotPermitted'; readonly name: string; readonly subject: string }
  | { readonly kind: 'unknownCritical'; readonly oid: string; readonly subject: string }
  | { readonly kind: 'weakSignature'; readonly digest: string; readonly subject: string }
  | { readonly kind: 'weakKey'; readonly bits: number; readonly subject: string }
  | { readonly kind: 'chainCertificateExpired'; readonly subject: string; readonly notAfter: number }
  | { readonly kind: 'chainCertificateNotYetValid'; readonly subject: string; readonly notBefore: number }
  /** There are too many ways through the certificates, or too many names: clients give up. */
  | { readonly kind: 'chainTooComplex' };

/** Whether a fault says that a certificate is not what its issuer made: nothing mends that but another certificate. */
export function isDamage({ kind }: { readonly kind: string }): boolean {
  return kind === 'signatureBroken' || kind === 'malformed';
}
