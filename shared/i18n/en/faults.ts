/**
 * Why a certificate needs a person's review: in short, who refuses it, and what to do. `{{subject}}` is a certificate,
 * by its common name.
 */
export const faults = {
  title: {
    signatureBroken: 'The signature on {{subject}} is not valid',
    malformed: '{{subject}} is damaged',
    leafNotForServers: '{{subject}} is not for TLS servers',
    issuerNotForServers: '{{subject}} may not issue for TLS servers',
    keyMayNotSign: 'The key of {{subject}} may not sign',
    notAnAuthority: '{{subject}} is not a certificate authority',
    pathTooLong: '{{subject}} has too many authorities below it',
    nameNotPermitted: '{{subject}} may not issue for {{name}}',
    unknownCritical: '{{subject}} has an unknown critical extension ({{oid}})',
    weakSignature: '{{subject}} is signed with {{digest}}',
    weakKey: 'The key of {{subject}} is too short ({{bits}} bits)',
    chainCertificateExpired: '{{subject}} in the chain expired on {{date}}',
    chainCertificateNotYetValid: '{{subject}} in the chain is valid only from {{date}}',
    chainTooComplex: 'The chain is too complex',
    noNames: 'The certificate names no host',
    namesLost: 'No longer covers {{names}}',
    keyTypeChanged: 'The key is now {{to}}, it was {{from}}',
    trustLost: 'The chain no longer reaches a trusted root',
  },
  why: {
    signatureBroken: 'It is not the signature of the issuer that it names. Every client refuses it.',
    malformed: 'It breaks the rules for certificates. Clients cannot read it, or refuse it.',
    leafNotForServers:
      'Its extended key usage does not include server authentication. OpenSSL and all browsers refuse it.',
    issuerNotForServers:
      'Its extended key usage does not include server authentication, so nothing that it issues is accepted. OpenSSL and all browsers refuse the chain.',
    keyMayNotSign: 'Its key usage does not include digital signature. Browsers end the handshake.',
    notAnAuthority:
      'It issued another certificate of the chain, which it may not do. Every client refuses the chain.',
    pathTooLong: 'Its path length constraint is exceeded. Every client refuses the chain.',
    nameNotPermitted: 'Its name constraints do not allow that name. Every client refuses the chain.',
    unknownCritical: 'Clients must refuse what they do not know and is marked as critical.',
    weakSignature: 'This digest is broken. Browsers, Go and OpenSSL refuse it.',
    weakKey: 'Browsers and OpenSSL in its usual setting refuse it.',
    chainCertificateExpired: 'Clients refuse the chain unless they know another way to a root.',
    chainCertificateNotYetValid: 'Until then clients refuse the chain.',
    chainTooComplex:
      'It has too many certificates, ways or names to be checked. Clients stop before the end.',
    noNames: 'It has no alternative names. Browsers and Go do not look at the common name.',
    namesLost:
      'The last accepted certificate covers more names. Clients that use a missing one refuse this certificate.',
    keyTypeChanged: 'Browsers and some servers cannot use a key of this kind.',
    trustLost:
      'The chain of the last accepted certificate did. The issuer {{missingIssuer}} is not trusted here. Clients that do not trust it either refuse the certificate.',
  },
  todo: {
    replace: 'Do not use it. Ask for a new certificate at the service.',
    order:
      'Order a certificate for TLS servers from a public authority, or accept it if your clients take it.',
    chain: 'Ask for a valid chain at the service, or accept it if your clients take it.',
    wait: 'Wait until then, or ask for another chain at the service.',
    names: 'Add the missing names at the service, or accept the new names.',
    key: 'Change the kind of key at the service, or accept the new one.',
    trust:
      'Ask for a complete chain at the service, choose the CA file in the settings of the connection, or accept it if your clients take it.',
  },
  /** Several names in one line. */
  names: {
    all: '{{names}}',
    more_one: '{{names}} and {{count, number}} more',
    more_other: '{{names}} and {{count, number}} more',
  },
  /** Of several: the first one, and that there are more. */
  several_one: '{{first}}, and {{count, number}} more finding',
  several_other: '{{first}}, and {{count, number}} more findings',
  accepted: 'You accepted this.',
  heldBack: 'NotAfter does not write it by itself.',
} as const;
