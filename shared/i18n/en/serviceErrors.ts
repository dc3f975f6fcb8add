/** What can go wrong with the service, and with what it sends. See `errors`. */
export const serviceErrors = {
  theService: 'the service',
  serviceSaid: 'The service says: “{{detail}}”.',
  unauthorized: {
    title: 'The access token was rejected',
    why: '{{service}} answered with status {{status}}. The token may be revoked, expired, or from another account.',
    next: 'Create a token in the service’s console: user menu (top right), interface security. Then replace the token of this connection.',
  },
  unknownRid: {
    title: 'The service doesn’t know this rid',
    why: '{{service}} has no order with this rid, or this token can’t access it.',
    next: 'Compare the rid with the service’s console, and check that order and token belong to the same account.',
  },
  rateLimited: {
    title: 'Too many requests',
    why: '{{service}} asked NotAfter to slow down.',
    next: 'NotAfter waits and retries automatically.',
    nextKnown: 'NotAfter retries automatically in {{wait}}, as the service asked.',
  },
  serverError: {
    title: 'The service reported an error ({{status}})',
    why: '{{service}} answered with status {{status}}: something failed on its side.',
    next: 'NotAfter retries automatically. If it continues, contact the service’s administrator.',
    nextKnown:
      'NotAfter retries in {{wait}}, as the service asked. If it continues, contact the service’s administrator.',
  },
  unexpectedStatus: {
    title: 'Unexpected answer from the service',
    why: '{{service}} answered with status {{status}}, which the Open API doesn’t use.',
    next: 'Check the connection’s address. Another program may be answering there.',
  },
  redirected: {
    title: 'The address redirects',
    why: '{{service}} answered with a redirect (status {{status}}). NotAfter doesn’t follow it: the access token is sent to the configured address only.',
    next: 'Open the connection’s address in a browser, and enter the one that it leads to instead.',
    location: 'It redirects to {{location}}.',
  },
  tooLarge: {
    title: 'The answer is too large',
    why: '{{service}} sent more than {{limit}}, far more than a certificate with its chain, so NotAfter stopped reading.',
    next: 'Check the connection’s address: this may not be the Open API.',
  },
  invalidResponse: {
    html: {
      title: 'Received a web page instead of certificate data',
      why: '{{service}} answered with an HTML page, such as a sign-in page.',
      next: 'Check the connection’s address, and whether this network requires you to sign in.',
    },
    notJson: {
      title: 'The answer can’t be read',
      why: '{{service}} answered with something other than JSON.',
      next: 'Check the connection’s address: this may not be the Open API.',
    },
    errorEnvelope: {
      title: 'The service reported an error',
      why: '{{service}} answered that the request failed.',
      next: 'Check the rid and the order in the service’s console.',
    },
    noMaterial: {
      title: 'No certificate in the answer',
      why: '{{service}} answered with JSON, but neither the answer nor its downloads contain a certificate.',
      next: 'Check in the service’s console that a certificate was issued for this order, and check the connection’s address.',
    },
    empty: {
      title: 'The answer is empty',
      why: '{{service}} accepted the request but returned nothing.',
      next: 'Check in the service’s console that a certificate was issued for this order.',
    },
    notText: {
      title: 'The answer isn’t text',
      why: '{{service}} returned binary data instead of text.',
      next: 'Check the connection’s address: this may not be the Open API.',
    },
    cutShort: {
      title: 'The answer is incomplete',
      why: 'The connection to {{service}} was closed before the whole answer arrived.',
      next: 'NotAfter retries automatically. If it continues, check the proxy or firewall.',
    },
    contentEncoding: {
      title: 'The answer has an unknown compression',
      why: '{{service}} sent a compressed answer that NotAfter did not request.',
      next: 'Check the proxy if there is one. Otherwise contact the service’s administrator.',
    },
    unaskedContinue: {
      title: 'The service sent an unexpected “100 Continue”',
      why: '{{service}} or a proxy answers “100 Continue” to a request without a body. NotAfter can’t read the answer after it.',
      next: 'Check the proxy if there is one. Otherwise contact the service’s administrator.',
    },
    excessData: {
      title: 'The answer came with too much other data',
      why: '{{service}} or a proxy sent far more data than its answer needs, so NotAfter stopped reading.',
      next: 'Check the proxy if there is one. Otherwise contact the service’s administrator.',
    },
  },
  invalidMaterial: {
    pemMissing: {
      title: 'The {{part}} is not PEM text',
      why: 'The {{part}} that {{service}} returned has no PEM block.',
      next: 'Check the order in the service’s console. Earlier data is kept.',
    },
    chainMissing: {
      title: 'No chain',
      why: '{{service}} returned no chain, so a chain file can’t be written.',
      next: 'Export without the chain file, or ask the service’s administrator for the chain.',
    },
    pemTruncated: {
      title: 'The {{part}} is incomplete',
      why: 'A PEM block in the {{part}} begins but never ends.',
      next: 'Sync again. If this continues, check the order in the service’s console. Earlier data is kept.',
    },
    keyInPlaceOfCertificate: {
      title: 'Received a private key instead of a certificate',
      why: '{{service}} returned a private key as the {{part}}. NotAfter discarded it.',
      next: 'Tell the service’s administrator: private keys must not be returned there.',
    },
    certificateInPlaceOfKey: {
      title: 'Received a certificate instead of the private key',
      why: '{{service}} returned a certificate as the private key.',
      next: 'Check the order in the service’s console. Earlier data is kept.',
    },
    unreadable: {
      title: 'The {{part}} can’t be read',
      why: 'It is PEM, but damaged or of an unknown type.',
      next: 'Check the order in the service’s console. Earlier data is kept.',
    },
    notDated: {
      title: 'The {{part}} has invalid dates',
      why: 'The dates of a certificate in it don’t follow RFC 5280. OpenSSL and browsers refuse it, and NotAfter can’t tell when it expires.',
      next: 'Have the certificate reissued. Earlier data is kept.',
    },
    encryptedKey: {
      title: 'The private key is encrypted',
      why: 'The private key that {{service}} returned has a passphrase, so it can’t be checked against its certificate.',
      next: 'Have the key issued without a passphrase in the service’s console.',
    },
    keyMismatch: {
      title: 'The private key does not match the certificate',
      why: '{{service}} returned a key and a certificate that are not a pair. A server would not start with them.',
      next: 'A renewal may be in progress: sync again in a few minutes. If this continues, check the order in the service’s console.',
    },
    leafMissing: {
      title: 'No server certificate',
      why: 'All certificates that {{service}} returned belong to certificate authorities.',
      next: 'Check the order in the service’s console. Earlier data is kept.',
    },
    partsDisagree: {
      title: 'The certificates do not match each other',
      why: 'The full chain, server certificate and chain that {{service}} returned contain different certificates.',
      next: 'A renewal may be in progress: sync again in a few minutes. If this continues, check the order in the service’s console.',
    },
    tooManyCertificates: {
      title: 'Too many certificates in the chain',
      why: '{{service}} returned more than 20 certificates, or more than 100 KiB of them. A chain has two to five.',
      next: 'Check the connection’s address and the rid. This may be a list of authorities.',
    },
    pkcs7: {
      title: 'The {{part}} is PKCS#7, not PEM',
      why: '{{service}} returned a PKCS#7 file (.p7b) as the {{part}}.',
      next: 'Choose PEM in the service’s console, or ask the service’s administrator. Earlier data is kept.',
    },
    pkcs12: {
      title: 'The {{part}} is PKCS#12, not PEM',
      why: '{{service}} returned a PKCS#12 file (.p12, .pfx) as the {{part}}. It is encrypted, so NotAfter can’t read it.',
      next: 'Choose PEM in the service’s console, or ask the service’s administrator. Earlier data is kept.',
    },
    keyNotSupported: {
      title: 'This kind of private key is not supported',
      why: 'NotAfter can’t compare this kind of key with its certificate, and most servers can’t use it.',
      next: 'Order a certificate with an RSA key, or an ECDSA key on P-256 or P-384. To export this one, leave out the private key.',
    },
  },
  parts: {
    key: 'private key',
    certificate: 'full chain',
    certificateServer: 'server certificate',
    certificateChain: 'chain',
    latest: 'certificate data',
  },
  network: {
    hostNotFound: {
      title: 'Host not found',
      why: 'There is no address for {{service}} ({{code}}).',
      next: 'Check the connection’s address. If the name exists only inside your company, connect to its network or VPN.',
    },
    refused: {
      title: 'Connection refused',
      why: 'Nothing listens on this port of {{service}} ({{code}}).',
      next: 'Check the port in the connection’s address, and that the service is running.',
    },
    reset: {
      title: 'Connection closed',
      why: '{{service}}, a proxy or a firewall closed the connection ({{code}}).',
      next: 'NotAfter retries automatically. If it continues, check the proxy or firewall.',
    },
    unreachable: {
      title: 'The service is unreachable',
      why: 'There is no route from this computer to {{service}} ({{code}}).',
      next: 'Check the network, and the VPN if the service is inside your company.',
    },
    proxy: {
      title: 'The proxy blocked the request',
      why: 'The system’s proxy refused or failed to connect to {{service}} ({{code}}).',
      next: 'Check the proxy in the system’s network settings, and that it allows this address.',
    },
    other: {
      title: 'The connection failed',
      why: 'A network error occurred on the way to {{service}} ({{code}}).',
      next: 'NotAfter retries automatically. If it continues, check the network and the connection’s address.',
    },
  },
  tls: {
    notTrusted: {
      title: 'The service’s certificate is not trusted',
      why: 'No authority that this computer trusts issued the certificate of {{service}} ({{code}}).',
      next: 'If your company has its own certificate authority, choose its CA file in the connection. Otherwise stop: the connection may be intercepted.',
    },
    selfSigned: {
      title: 'The service’s certificate is self-signed',
      why: 'No authority issued the certificate of {{service}} ({{code}}).',
      next: 'If this is your own service, choose its certificate as the CA file in the connection. Otherwise stop: the connection may be intercepted.',
    },
    expired: {
      title: 'The service’s own certificate has expired',
      why: 'The certificate that {{service}} serves is no longer valid ({{code}}).',
      next: 'Check the clock of this computer: it may be ahead. If it is right, tell the service’s administrator.',
    },
    notYetValid: {
      title: 'The service’s own certificate is not valid yet',
      why: 'The certificate that {{service}} serves is valid only from a later date ({{code}}).',
      next: 'Check the clock of this computer: it may be behind. If it is right, tell the service’s administrator.',
    },
    wrongHost: {
      title: 'The service’s certificate is for another name',
      why: 'The certificate that {{service}} serves does not cover this name ({{code}}).',
      next: 'Check the connection’s address. If it is right, stop: another computer may be answering.',
    },
    protocol: {
      title: 'TLS handshake failed',
      why: '{{service}} has no TLS on this port, only old versions of it, or requires a client certificate ({{code}}).',
      next: 'Check the port in the connection’s address, and that the service supports TLS 1.2 or newer.',
    },
    clientCertificate: {
      title: 'The service requires a client certificate',
      why: '{{service}} or a proxy only accepts programs with a client certificate ({{code}}). The Open API uses an access token instead.',
      next: 'Check the connection’s address: the Open API may be elsewhere. Otherwise ask the service’s administrator to allow the Open API without a client certificate.',
    },
    other: {
      title: 'TLS connection failed',
      why: 'A TLS connection to {{service}} could not be set up ({{code}}).',
      next: 'If it continues, show this code to the administrator of the service or the network.',
    },
  },
  timeout: {
    connect: {
      title: 'The service doesn’t answer',
      why: 'Connecting to {{service}} timed out.',
      next: 'Check the connection’s address and its port, and the VPN if the service is inside your company.',
    },
    headers: {
      title: 'The service is too slow',
      why: '{{service}} accepted the connection but did not answer in time.',
      next: 'NotAfter retries automatically. If it continues, contact the service’s administrator.',
    },
    total: {
      title: 'Receiving the answer timed out',
      why: 'The answer of {{service}} was not complete in time.',
      next: 'NotAfter retries automatically. If it continues, check the speed of the network.',
    },
  },
  offline: {
    title: 'This computer is offline',
    why: 'There is no network connection.',
    next: 'NotAfter retries as soon as the network is back.',
  },
} as const;
