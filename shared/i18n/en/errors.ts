/**
 * Every error in words: what happened, why, what to do next. `{{service}}` is the host where it is known. Which values
 * there are is said in `describeError`.
 */
export const errors = {
  theService: 'the service',
  serviceSaid: 'The service says: “{{detail}}”.',
  keychainSaid: 'The system says: “{{detail}}”.',
  keychainMissing: {
    bus: 'This session has no message bus (D-Bus), which the keychain, the tray icon and notifications need. All else works.',
    service: 'No program in this session provides the Secret Service ({{name}}).',
    library: 'The library {{name}} is missing or can’t be loaded.',
  },
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
  tokenMissing: {
    title: 'No access token',
    why: 'This computer has no token for this connection.',
    next: 'Open the connection and enter its access token.',
  },
  keychainLocked: {
    title: 'The keychain is locked',
    why: 'Access tokens are kept in it.',
    next: 'Unlock the keychain, then try again.',
    nextLinux:
      'Unlock your keyring: open “Passwords and Keys” (Seahorse) or KWallet and unlock the login keyring, or sign out and in again. Then try again.',
    nextMac: 'Open Keychain Access, unlock the “login” keychain, then try again.',
    nextWindows: 'Sign out of Windows and in again, then try again.',
  },
  keychainDenied: {
    title: 'The keychain refused access',
    why: 'The system declined access to the token in the keychain.',
    next: 'Try again, and allow access when the system asks.',
  },
  keychainTimedOut: {
    title: 'The keychain doesn’t answer',
    why: 'It may be waiting for your password in another window.',
    next: 'Answer that window, then try again.',
  },
  keychainUnavailable: {
    title: 'No usable keychain',
    why: 'NotAfter stores access tokens in the system’s keychain only, and found none.',
    next: 'Set up the system’s keychain, then try again.',
    nextLinux:
      'Install and start a Secret Service: gnome-keyring, KWallet (KDE), or KeePassXC with Secret Service Integration switched on, together with the libsecret library. Then try again.',
    nextMac:
      'Open Keychain Access and check that the “login” keychain exists and is unlocked, then try again.',
    nextWindows: 'Check in the Services panel that “Credential Manager” is running, then try again.',
  },
  noKeychain: {
    title: 'No keychain',
    why: 'NotAfter without a window stores no secrets: it reads access tokens from the files of $CREDENTIALS_DIRECTORY, and found none.',
    next: 'Put the address and the token into a file of that folder, such as notafter-token-production for the connection “Production”. A folder that belongs to another user, or that others can change, is not read.',
  },
  secretMissing: {
    title: 'Signing secret missing',
    why: 'The keychain no longer holds the signing secret of this WebHook, so its deliveries can’t be checked and are refused.',
    next: 'Add the secret to the WebHook again, then remove the one that is missing.',
  },
  vaultKey: {
    missing: {
      title: 'Vault key missing',
      why: 'The private keys of deliveries are stored encrypted, and the keychain no longer contains the key to decrypt them.',
      next: 'If you have a backup of the keychain, restore it and try again. Otherwise start with a new vault key: the private keys stored so far are lost then.',
    },
    wrong: {
      title: 'Wrong vault key',
      why: 'The private keys of deliveries are stored encrypted, and the key in the keychain can’t decrypt them.',
      next: 'If you have a backup of the keychain, restore it and try again. Otherwise start with a new vault key: the private keys stored so far are lost then.',
    },
  },
  keyGone: {
    title: 'The private key is no longer stored',
    why: 'A delivered private key is removed after its export, after its retention time, or at a restart if it was only in memory.',
    next: 'Export without the private key, or have the service deliver the certificate again.',
  },
  pkcs12: {
    wrongPassphrase: {
      title: 'Wrong passphrase',
      why: 'The PKCS#12 file has another passphrase, or was changed.',
      next: 'Enter the passphrase again. If it is lost, export the file again with a new one.',
    },
    damaged: {
      title: 'The PKCS#12 file can’t be read',
      why: 'It is damaged, incomplete, or of an unsupported type.',
      next: 'Export the file again.',
    },
    keyKindNotSupported: {
      title: 'This type of key can’t go into the PKCS#12 file',
      why: 'The programs that read this format don’t support this type of key, such as Ed25519 in the compatible format.',
      next: 'Choose the modern format or PEM files, or have an RSA or ECDSA certificate issued.',
    },
    differs: {
      title: 'The encrypted file is wrong',
      why: 'When it was read again, its key or certificates differed from what was written.',
      next: 'Check the disk, and whether another program changes files in this folder. Then export again.',
    },
  },
  invalidInput: {
    title: {
      name: 'This name can’t be used',
      baseUrl: 'This address can’t be used',
      consoleUrl: 'This address can’t be opened',
      token: 'This token can’t be used',
      rid: 'This rid can’t be used',
      alias: 'This alias can’t be used',
      tags: 'These tags can’t be used',
      note: 'This note can’t be used',
      caFile: 'This CA file can’t be used',
      settings: 'These settings can’t be used',
      arguments: 'This input can’t be used',
      path: 'This path can’t be used',
      secret: 'This signing secret can’t be used',
      address: 'Can’t listen on this address',
      port: 'This port can’t be used',
      tlsFile: 'These TLS files can’t be used',
      allowedHosts: 'One of these host names can’t be used',
      sourceAddresses: 'One of these sender addresses can’t be used',
      trustedProxies: 'One of these proxy addresses can’t be used',
      publicUrl: 'This public address can’t be used',
      passphrase: 'This passphrase can’t be used',
      presetName: 'This preset name can’t be used',
      presetFolder: 'This folder can’t be used',
      presetFileName: 'One of these file names can’t be used',
      presetFile: 'One of these files can’t be created with these options',
      command: 'This command can’t be used',
      endpoint: 'This server can’t be used',
      serverName: 'This server name can’t be used',
      webhookUrl: 'This webhook address can’t be used',
      destination: 'These destinations can’t be used',
    },
    why: {
      empty: 'It is empty.',
      tooLong: 'It is too long.',
      notAUrl: 'It isn’t a web address.',
      notHttps: 'It must begin with https://.',
      httpsOnly: 'It must begin with https://. Only addresses of this computer itself may use http://.',
      credentialsInUrl: 'It contains a user name or a password.',
      queryInUrl: 'It contains a query (after “?”) or a fragment (after “#”).',
      controlCharacters: 'It contains invisible characters, such as line breaks.',
      notHeaderSafe: 'It contains spaces or characters that a token can’t have.',
      isToken: 'It is the access token, which belongs in no address. NotAfter does not send it as a rid.',
      notACertificate: 'It contains no certificate.',
      keyInPlaceOfCertificate: 'It contains a private key, and no certificate.',
      pkcs12: 'It is a PKCS#12 file (.p12, .pfx), which holds a private key.',
      damagedCertificate: 'One of its certificates is damaged or incomplete.',
      notAnAuthority: 'It contains certificates of servers only, and none of the authority that issued them.',
      outOfRange: 'A value is outside its allowed range.',
      alreadyExists: 'It already exists.',
      unknownConnection: 'Its connection no longer exists.',
      notAnAddress: 'It isn’t an IP address.',
      notAHost: 'It isn’t a host name.',
      keyMismatch: 'The certificate and the private key don’t match.',
      tooShort: 'It is too short.',
      tooMany: 'There are too many.',
      malformed: 'It has the wrong format.',
      beyondBmp: 'It contains characters that some programs can’t read, such as emoji.',
      notAscii: 'It contains characters beyond ASCII, and Java can’t open a keystore with such a passphrase.',
      notUtf8: 'It is not text in UTF-8 or UTF-16.',
      outerSpace: 'It begins or ends with a space, which is easily left out when the file is opened.',
      notComposed:
        'It has letters in a decomposed form (Unicode NFD), such as “e” with a separate accent. A keyboard types another form, which does not open the file.',
      notAFileName: 'It isn’t a valid file name on every system.',
      unknownVariable: 'It contains an unknown variable in braces.',
      sameForAllOrders: 'Every order would have the same name, and files would overwrite each other.',
      readableByAll: 'It contains a private key, and everyone on this computer could read it.',
      partsMissing: 'Required parts are missing.',
      partsUnsuitable: 'This format can’t contain these parts.',
      notAProgram: 'There is no such program, or it is not executable.',
      unclosedQuote: 'A quotation mark is not closed.',
      needsAShell: 'It is a shell script, and commands run without a shell.',
      wildcard: 'A wildcard can’t be used here: enter one of its names.',
      notAFolder: 'A folder is an absolute path on this system or begins with “~/”, and has no “..”.',
      needsPassphrase: 'The preset needs a passphrase, so its files can’t be updated automatically.',
    },
    /** For these reasons, instead of the text of the field. */
    remedy: {
      isToken:
        'Remove this order, and add it by its rid. If the service or a proxy logs addresses, replace the token at the service.',
      notUtf8: 'Save or send it as UTF-8, and try again.',
      outerSpace: 'Remove the space, and try again. On Windows, “echo secret > file” writes one.',
      notComposed: 'Type it again, or convert it to the composed form (NFC).',
    },
    next: {
      name: 'Enter a short, distinct name.',
      baseUrl: 'Enter the address as https://host, with a port or path if the service has one.',
      consoleUrl: 'Copy the address from the browser: it begins with https://.',
      token: 'Copy the whole token from the service’s console, without spaces.',
      rid: 'Copy the rid from the service’s console.',
      alias: 'Enter a shorter name, or leave it empty.',
      tags: 'Enter up to 20 tags of up to 50 characters each, with commas between them.',
      note: 'Enter a note of up to 2,000 characters.',
      caFile:
        'Choose a file with the certificate of the authority, in PEM, DER or PKCS#7 (.pem, .crt, .cer, .p7b).',
      settings: 'Correct the marked value. The previous settings still apply.',
      arguments: 'Correct the input and try again.',
      path: 'Enter a path that begins with “/” and that no other WebHook has, or let NotAfter generate one.',
      secret: 'Copy the whole signing secret from the service’s console, or generate one.',
      address: 'Enter an IP address of this computer. 127.0.0.1 is reachable from this computer only.',
      port: 'Enter a number from 1 to 65535. Ports below 1024 often need special rights.',
      tlsFile:
        'Choose a PEM file with the certificate and its chain, and one with its unencrypted private key.',
      allowedHosts: 'Enter names such as hooks.example.com, one per line.',
      sourceAddresses:
        'Enter IP addresses such as 203.0.113.7 or ranges such as 203.0.113.0/24, one per line.',
      trustedProxies:
        'Enter IP addresses such as 203.0.113.7 or ranges such as 203.0.113.0/24, one per line.',
      publicUrl: 'Enter the address that the service uses, such as https://hooks.example.com.',
      passphrase: 'Enter a passphrase of up to 1,024 characters, or generate one.',
      presetName: 'Enter a short name that no other preset has.',
      presetFolder:
        'Use lower-case letters, digits, “.”, “-”, “_” and the variables {alias}, {rid}, {domain} and {notAfter}. It may be empty if every file name contains {alias} or {rid}.',
      presetFileName:
        'Use lower-case letters, digits, “.”, “-”, “_” and the variables {alias}, {rid}, {domain} and {notAfter}. Each file needs a different name.',
      presetFile:
        'Choose at least one part. A PKCS#12 file needs the key and the certificate. A file with the key has mode 600 or 640.',
      command: 'Enter the full path of a program, and each argument separately.',
      endpoint:
        'Enter a host name or IP address, with a port if it isn’t the default, such as mail.example.com:587.',
      destination: 'Remove some of the order’s destinations, or export to them.',
      webhookUrl:
        'Enter the whole address that the receiver gave you, such as https://hooks.example.com/notafter.',
      serverName: 'Enter the name that clients request, such as www.example.com, or leave it empty.',
    },
  },
  unknownId: {
    title: 'This no longer exists',
    why: 'It was removed in the meantime.',
    next: 'Close this and choose from the current list.',
  },
  otherOrdersFile: {
    known: {
      title: '“{{name}}” belongs to “{{order}}”',
      why: 'It was exported for that order. NotAfter doesn’t replace the files of one order with those of another.',
      next: 'Choose another folder. To use this one, open that order and stop tracking its exported files.',
    },
    removed: {
      title: '“{{name}}” belongs to an order that was removed',
      why: 'It was exported for that order. NotAfter doesn’t replace the files of one order with those of another.',
      next: 'Choose another folder, or move the file away.',
    },
  },
  fileSystem: {
    notFound: {
      title: '“{{name}}” was not found',
      why: 'The file or folder does not exist ({{code}}).',
      next: 'Choose it again.',
    },
    permission: {
      title: 'No permission for “{{name}}”',
      why: 'Your user account can’t read or write there ({{code}}).',
      next: 'Choose a folder of yours, or change the permissions.',
    },
    noSpace: {
      title: 'The disk is full',
      why: 'There was no space left for “{{name}}” ({{code}}).',
      next: 'Free some space or choose another disk, then export again.',
    },
    readOnly: {
      title: 'The disk is read-only',
      why: '“{{name}}” is on a read-only disk ({{code}}).',
      next: 'Choose a folder on another disk.',
    },
    nameTooLong: {
      title: 'The path is too long',
      why: 'The file system does not support the path to “{{name}}” ({{code}}).',
      next: 'Choose a folder with a shorter path.',
    },
    notADirectory: {
      title: '“{{name}}” is not a folder',
      why: 'There is a file where a folder is needed ({{code}}).',
      next: 'Choose another folder, or move the file away.',
    },
    symlink: {
      title: '“{{name}}” is a symbolic link',
      why: 'NotAfter does not write through symbolic links: a key could end up in an unexpected place.',
      next: 'Choose the real folder, or remove the link.',
    },
    foreignLink: {
      title: 'A symbolic link of another user leads to “{{name}}”',
      why: 'The link could lead to a file that must not be replaced, so NotAfter does not follow it.',
      next: 'Choose a path without that link.',
    },
    notRegular: {
      title: '“{{name}}” is not an ordinary file',
      why: 'There is a device, a pipe or a folder where a file is to be written.',
      next: 'Choose another folder, or move it away.',
    },
    outside: {
      title: '“{{name}}” is outside the chosen folder',
      why: 'The path leads out of the chosen folder, so nothing was written.',
      next: 'Choose another folder.',
    },
    writableByOthers: {
      title: 'Others can write to “{{name}}”',
      why: 'Other users of this computer could replace files in this folder, so no private key is written there.',
      next: 'Choose a folder that only you can write to.',
    },
    exists: {
      title: '“{{name}}” already exists',
      why: 'NotAfter does not replace files without your consent.',
      next: 'Choose to replace existing files, or choose another folder.',
    },
    modeNotKept: {
      title: '“{{name}}” can’t be protected',
      why: 'This file system has no file permissions, so others could read a private key there.',
      next: 'Choose a folder on a local disk.',
    },
    changed: {
      title: '“{{name}}” changed while NotAfter was writing',
      why: 'Another program changed the file or its folder, so nothing was replaced.',
      next: 'Close other programs that use this folder, then export again.',
    },
    other: {
      title: 'Writing “{{name}}” failed',
      why: 'The system reported an error ({{code}}).',
      next: 'Try again, or choose another folder.',
    },
  },
  moreFaults_one: 'There is {{count, number}} more fault.',
  moreFaults_other: 'There are {{count, number}} more faults.',
  configuration: {
    tooLarge: {
      title: 'The configuration file is too large',
      why: 'It has more than 8 MiB, or more entries than NotAfter reads.',
      next: 'Choose a file that NotAfter exported.',
    },
    notText: {
      title: 'The file can’t be read',
      why: 'It isn’t text in UTF-8.',
      next: 'Choose a file that NotAfter exported.',
    },
    notJson: {
      title: 'The file can’t be read',
      why: 'It isn’t JSON from line and column {{name}}.',
      next: 'Correct that place, or export the configuration again.',
    },
    otherFormat: {
      title: 'The file isn’t a configuration of NotAfter',
      why: 'Its “format” isn’t “{{name}}”.',
      next: 'Choose a file that NotAfter exported.',
    },
    otherVersion: {
      title: 'The file has another version',
      why: 'It has version {{name}}, and this NotAfter reads version 1.',
      next: 'Import it with the NotAfter that exported it, or with a newer one.',
    },
    missing: {
      title: 'The file isn’t complete',
      why: '{{name}} is missing.',
      next: 'Add it, or export the configuration again.',
    },
    unknownKey: {
      title: 'The file has an unknown key',
      why: 'NotAfter doesn’t know {{name}}.',
      next: 'Correct its spelling, or remove it.',
    },
    badValue: {
      title: 'The file has an invalid value',
      why: '{{name}} can’t be used.',
      next: 'Correct it, then import the file again. docs/schemas/config.json lists what is possible.',
    },
    twice: {
      title: 'The file has something twice',
      why: '{{name}} repeats an earlier one.',
      next: 'Remove one of both, then import the file again.',
    },
    unknownConnection: {
      title: 'The file names an unknown connection',
      why: '{{name}} isn’t the name of a connection in the file.',
      next: 'Add the connection to the file, or correct the name.',
    },
    unknownPreset: {
      title: 'The file names an unknown preset',
      why: '{{name}} isn’t a built-in preset or a custom preset in the file.',
      next: 'Add the preset to the file, or correct the name.',
    },
  },
  notRecorded: {
    title: 'The files are written, but that was not recorded',
    why: 'The new files are in place. Their command did not run yet.',
    next: 'Solve this, then run “Update” or start NotAfter again: it records the files and runs their command.',
  },
  storage: {
    full: {
      title: 'The disk is full',
      why: 'NotAfter could not save new data.',
      next: 'Free some space. Earlier data is kept.',
    },
    readOnly: {
      title: 'The database can’t be written to',
      why: 'NotAfter’s data folder is read-only.',
      next: 'Give your user account write permission for it, then restart NotAfter.',
    },
    locked: {
      title: 'The database is in use',
      why: 'Another program has NotAfter’s database open.',
      next: 'Close that program, such as a backup or sync tool. Then try again.',
    },
    damaged: {
      title: 'The database is damaged',
      why: 'NotAfter’s database can’t be read completely.',
      next: 'Restart NotAfter: it offers to keep a copy and to start with an empty database.',
    },
    other: {
      title: 'Saving failed',
      why: 'NotAfter’s database reported an error.',
      next: 'Try again. If it continues, restart NotAfter.',
    },
  },
  internal: {
    title: 'NotAfter made an error',
    why: 'A fault in NotAfter ended this. The log has the details.',
    next: 'Try again. If it happens again, report it with the diagnostics.',
  },
  loginStart: {
    notWritten: {
      title: 'Starting at login could not be changed',
      why: 'The entry “{{name}}” could not be changed ({{code}}).',
      next: 'Check the permissions of that file and its folder, and the free space on the disk. Then try again.',
    },
    refused: {
      title: 'Starting at login could not be changed',
      why: 'The system did not accept the change.',
      next: 'Allow NotAfter among the login items in the system’s settings.',
    },
  },
  shortcut: {
    title: 'The shortcut was not set',
    why: 'Another program or the desktop has these keys, or the desktop lets no program set shortcuts.',
    next: 'Choose other keys, or let the desktop’s own keyboard settings run “notafter quick”.',
  },
  consent: {
    declined: {
      title: 'Not confirmed',
      why: 'You declined in the confirmation box.',
      next: 'Nothing was changed. Try again if you want to.',
    },
    tooLong: {
      title: 'Too long to confirm',
      why: 'You have to confirm this, and it does not fit into a readable box: at most 12 lines and 600 characters.',
      next: 'Choose a shorter path or name, or put a long command into a script.',
    },
    notFocused: {
      title: 'NotAfter’s window is not in front',
      why: 'This works only while you are using the window.',
      next: 'Click into the window, then try again.',
    },
    otherQuestion: {
      title: 'Another question is open',
      why: 'NotAfter asks one question at a time.',
      next: 'Answer the open box, then try again.',
    },
  },
  tooOften: {
    title: 'Too many attempts',
    why: 'NotAfter limits how often this can be done.',
    next: 'Wait a moment, then try again.',
    nextKnown: 'Try again in {{wait}}.',
  },
  busy: {
    title: 'Already in progress',
    why: 'NotAfter is still working on this.',
    next: 'Wait until it is done, then try again.',
  },
  cancelled: {
    title: 'Cancelled',
    why: 'It was stopped before it was done.',
    next: 'Start it again if you want to.',
  },
} as const;
