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
    purposesLost: 'No longer for {{purposes}}',
    keyTypeChanged: 'The key is now {{to}}, it was {{from}}',
    clientsLost: '{{clients}} do not accept {{key}} keys',
    trustLost: 'The chain no longer reaches a trusted root',
    failureReported: 'The service reports an error: {{said}}',
    failed: 'The service reports an error',
  },
  why: {
    signatureBroken: 'It was not signed by the issuer that it names. Every client refuses it.',
    malformed: 'It violates the rules for certificates. Clients can’t read it, or refuse it.',
    leafNotForServers:
      'Its extended key usage does not include server authentication. OpenSSL and all browsers refuse it.',
    issuerNotForServers:
      'Its extended key usage does not include server authentication. OpenSSL and all browsers refuse the chain.',
    keyMayNotSign: 'Its key usage does not include digital signature. Browsers abort the handshake.',
    notAnAuthority:
      'It issued another certificate of the chain without the right to. Every client refuses the chain.',
    pathTooLong: 'Its path length constraint is exceeded. Every client refuses the chain.',
    nameNotPermitted: 'Its name constraints do not allow that name. Every client refuses the chain.',
    unknownCritical: 'Clients must refuse critical extensions that they do not know.',
    weakSignature: 'This digest is broken. Browsers, Go and OpenSSL refuse it.',
    weakKey: 'Browsers and OpenSSL with default settings refuse it.',
    chainCertificateExpired: 'Clients refuse the chain unless they know another path to a root.',
    chainCertificateNotYetValid: 'Clients refuse the chain until then.',
    chainTooComplex: 'It has too many certificates, paths or names to check. Clients give up.',
    noNames: 'It has no alternative names. Browsers and Go ignore the common name.',
    namesLost:
      'The last accepted certificate covers more names. Clients that use one of them refuse this certificate.',
    purposesLost:
      'The extended key usage of the last accepted certificate includes more. Mutual TLS, and mail or XMPP between servers, may need it.',
    keyTypeChanged:
      'Servers whose ciphers or settings are for the previous type of key, and old clients, may fail with this one.',
    clientsLost: 'They accepted the key of the last accepted certificate. Now they abort the handshake.',
    trustLost:
      'The chain of the last accepted certificate did. The issuer {{missingIssuer}} is not trusted here. Clients that do not trust it refuse the certificate.',
    failureReported: 'Its answer has this certificate, and says that something failed.',
  },
  todo: {
    replace: 'Do not use it. Request a new certificate from the service.',
    order:
      'Order a certificate for TLS servers from a public authority, or accept it if your clients support it.',
    chain: 'Request a valid chain from the service, or accept it if your clients support it.',
    wait: 'Wait until then, or request another chain from the service.',
    names: 'Add the missing names in the service’s console, or accept the new names.',
    key: 'Change the type of key in the service’s console, or accept the new one.',
    purposes: 'Order a certificate for these purposes, or accept this one if nothing uses them.',
    trust:
      'Request a complete chain from the service, choose the CA file in the connection’s settings, or accept it if your clients support it.',
    console: 'Check the order in the service’s console, or accept the certificate if it is the right one.',
  },
  /** Several names in one line. */
  names: {
    all: '{{names}}',
    more_one: '{{names}} and {{count, number}} more',
    more_other: '{{names}} and {{count, number}} more',
  },
  /** Purposes by their meaning; others have their OID. */
  purpose: {
    clientAuth: 'TLS client authentication',
    other: 'the purpose {{oid}}',
  },
  /** Of several: the first one, and that there are more. */
  several_one: '{{first}}, and {{count, number}} more finding',
  several_other: '{{first}}, and {{count, number}} more findings',
  accepted: 'You accepted this.',
  heldBack: 'NotAfter does not write it automatically.',
} as const;
