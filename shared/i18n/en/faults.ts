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
    keyUnsupported: 'The key of {{subject}} is of a kind that browsers do not accept ({{key}})',
    signatureUnsupported:
      'The signature on {{subject}} is of a kind that browsers do not accept ({{algorithm}})',
    chainCertificateExpired: '{{subject}} in the chain expired on {{date}}',
    chainCertificateNotYetValid: '{{subject}} in the chain is valid only from {{date}}',
    chainTooComplex: 'The chain is too complex',
    noNames: 'The certificate names no host',
    selfSigned: 'The certificate is self-signed',
    namesLost: 'No longer covers {{names}}',
    purposesLost: 'No longer for {{purposes}}',
    namesWidened: 'Only a wildcard now covers {{names}}',
    encipheringLost: 'The key usage no longer includes key encipherment',
    stapleCame: 'Servers now have to staple an OCSP response',
    keyTypeChanged: 'The key is now {{to}}, it was {{from}}',
    keyNotAccepted_one: '{{clients}} does not accept {{key}} keys',
    keyNotAccepted_other: '{{clients}} do not accept {{key}} keys',
    livesTooLong_one: '{{clients}} refuses a lifetime of more than {{limit}} days',
    livesTooLong_other: '{{clients}} refuse a lifetime of more than {{limit}} days',
    purposeMissing_one: '{{clients}} refuses a certificate without an extended key usage',
    purposeMissing_other: '{{clients}} refuse a certificate without an extended key usage',
    notLogged_one: '{{clients}} refuses a certificate without {{needed}} timestamps of public logs',
    notLogged_other: '{{clients}} refuse a certificate without {{needed}} timestamps of public logs',
    namesIgnored_one: '{{clients}} does not accept {{names}} for any host',
    namesIgnored_other: '{{clients}} do not accept {{names}} for any host',
    serialNegative_one: '{{clients}} refuses a negative serial number',
    serialNegative_other: '{{clients}} refuse a negative serial number',
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
    keyOf: {
      openssl: 'Browsers and Go refuse it. Programs with OpenSSL may accept it.',
      newest:
        'Browsers, most servers and NotAfter do not know it: the private key can’t be checked, and the files can’t be tested.',
      none: 'This kind of key can’t sign, so no TLS server can use it.',
    },
    signatureUnsupported: 'Browsers and NotAfter can’t verify it. Only the newest programs may.',
    chainCertificateExpired: 'Clients refuse the chain unless they know another path to a root.',
    chainCertificateNotYetValid: 'Clients refuse the chain until then.',
    chainTooComplex: 'It has too many certificates, paths or names to check. Clients give up.',
    noNames: 'It has no alternative names. Browsers and Go ignore the common name.',
    selfSigned: 'No certificate authority issued it, and no client trusts it. It may be a placeholder.',
    namesLost:
      'The last accepted certificate covers more names. Clients that use one of them refuse this certificate.',
    purposesLost:
      'The extended key usage of the last accepted certificate includes more. Mutual TLS, and mail or XMPP between servers, may need it.',
    namesWidened:
      'The last accepted certificate has the names themselves. A wildcard is valid for other hosts too, which rules for certificates or pins may not allow.',
    encipheringLost:
      'That of the last accepted certificate does. Old clients that use TLS 1.2 without forward secrecy need it for RSA keys.',
    stapleCame:
      'The last accepted certificate does not require it (RFC 7633). Firefox refuses this one from servers that staple nothing.',
    keyTypeChanged:
      'Settings for the previous key may not fit: ciphers of nginx, Apache or a load balancer, the type of a certificate in Tomcat, a pinned key. Old clients may fail as well.',
    keyNotAccepted: 'No signature algorithm for this key is offered, so the handshake fails.',
    livesTooLong:
      'The limit depends on when the certificate begins, and is lower for public certificate authorities.',
    purposeMissing:
      'Apple’s systems require the purpose of server authentication in certificates from July 2019 or later.',
    notLogged:
      'Certificates of public authorities must be in public logs (Certificate Transparency). Only a server that sends the timestamps itself can do without them.',
    namesIgnored: 'A star has to be the whole first label, with at least two labels after it.',
    serialNegative: 'RFC 5280 does not allow it. Programs in Go can’t read the certificate.',
    trustLost:
      'The chain of the last accepted certificate did. The issuer {{missingIssuer}} is not trusted here. Clients that do not trust it refuse the certificate.',
    failureReported: 'Its answer has this certificate, and says that something failed.',
  },
  todo: {
    replace: 'Do not use it. Request a new certificate from the service.',
    order:
      'Order a certificate for TLS servers from a public authority, or accept it if your clients support it.',
    chain: 'Request a valid chain from the service, or accept it if your clients support it.',
    usualKey:
      'Order a certificate with an RSA key, or an ECDSA key on P-256 or P-384, or accept it if your clients support it.',
    usualSignature:
      'Order a certificate from an authority with an RSA or ECDSA key, or accept it if your clients support it.',
    wait: 'Wait until then, or request another chain from the service.',
    names: 'Add the missing names in the service’s console, or accept the new names.',
    key: 'Change the type of key in the service’s console, or accept the new one.',
    clients: 'Order another certificate from the service, or accept it if you need none of these clients.',
    staple:
      'Switch on OCSP stapling at the servers and accept the certificate, or order one that does not require it.',
    purposes: 'Order a certificate for these purposes, or accept this one if nothing uses them.',
    trust:
      'Request a complete chain from the service, choose the CA file in the connection’s settings, or accept it if your clients support it.',
    selfSigned:
      'Check the order in the service’s console, choose the CA file in the connection’s settings, or accept it if your clients have it.',
    console: 'Check the order in the service’s console, or accept the certificate if it is the right one.',
  },
  /** Several names in one line. */
  names: {
    all: '{{names}}',
    more_one: '{{names}} and {{count, number}} more',
    more_other: '{{names}} and {{count, number}} more',
  },
  /** Clients in a sentence. */
  and: '{{list}} and {{last}}',
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
