/**
 * Every error in words: what happened, why, what to do next. `{{service}}` is the host where it is known. Which values
 * there are is said in `describeError`.
 */
export const errors = {
  theService: 'the service',
  serviceSaid: 'The service says: “{{detail}}”.',
  keychainSaid: 'The system says: “{{detail}}”.',
  keychainMissing: {
    bus: 'This session has no message bus (D-Bus), through which a keychain is reached.',
    service: 'No program of this session offers the Secret Service ({{name}}).',
    library: 'The library {{name}} is missing or can’t be loaded.',
  },
  unauthorized: {
    title: 'The access token was rejected',
    why: '{{service}} answered with status {{status}}: it does not accept this token. It may have been revoked, have expired, or belong to another account.',
    next: 'Create a token in the service’s console, on the interface security page reached from the menu at its top right, and replace the token of this connection.',
  },
  unknownRid: {
    title: 'The service doesn’t know this rid',
    why: '{{service}} has no order under this rid, or this token may not see it.',
    next: 'Compare the rid with the one in the service’s console, and check that the order belongs to the same account as the token.',
  },
  rateLimited: {
    title: 'The service asks for a pause',
    why: '{{service}} received too many requests and asked NotAfter to slow down.',
    next: 'Nothing needs to be done: NotAfter waits and asks again by itself.',
    nextKnown:
      'Nothing needs to be done: the service asked to wait {{wait}}, and NotAfter checks again after that.',
  },
  serverError: {
    title: 'The service has a fault of its own',
    why: '{{service}} answered with status {{status}}, which means that something failed on its side.',
    next: 'NotAfter asks again by itself. If it lasts, contact whoever runs the service.',
    nextKnown:
      'The service asked to wait {{wait}}, and NotAfter checks again after that. If it lasts, contact whoever runs the service.',
  },
  unexpectedStatus: {
    title: 'The service gave an unexpected answer',
    why: '{{service}} answered with status {{status}}, which the Open API doesn’t use.',
    next: 'Check the base URL of the connection: another program may be answering at this address.',
  },
  redirected: {
    title: 'The address leads somewhere else',
    why: '{{service}} answered with a redirect (status {{status}}). NotAfter doesn’t follow it, because the access token must go to the configured address alone.',
    next: 'Open the base URL in a browser, see where it ends, and put that address into the connection.',
    location: 'It points to {{location}}.',
  },
  tooLarge: {
    title: 'The answer is too large',
    why: '{{service}} sent more than {{limit}}, far more than a certificate with its chain takes, so NotAfter stopped reading.',
    next: 'Check the base URL of the connection: this may not be the Open API.',
  },
  invalidResponse: {
    html: {
      title: 'A web page came instead of certificate data',
      why: '{{service}} answered with an HTML page. That may be a login page, the sign-in page of a network, or another site.',
      next: 'Check the base URL, and whether this network asks you to sign in first.',
    },
    notJson: {
      title: 'The answer can’t be read',
      why: '{{service}} answered with something that isn’t JSON, though the Open API gives JSON here.',
      next: 'Check the base URL of the connection: this may not be the Open API.',
    },
    errorEnvelope: {
      title: 'The service reports an error',
      why: '{{service}} answered, but its answer says that the request failed.',
      next: 'Check the rid and the order in the service’s console.',
    },
    noMaterial: {
      title: 'The answer holds no certificate',
      why: '{{service}} answered with JSON, but neither its answer nor its downloads hold a certificate.',
      next: 'Check in the service’s console that a certificate was issued for this order, and that the base URL is the Open API’s.',
    },
    empty: {
      title: 'The answer is empty',
      why: '{{service}} accepted the request but sent nothing.',
      next: 'Check in the service’s console that a certificate was issued for this order.',
    },
    notText: {
      title: 'The answer isn’t text',
      why: '{{service}} sent binary data where text was expected.',
      next: 'Check the base URL of the connection: this may not be the Open API.',
    },
    cutShort: {
      title: 'The answer was cut off',
      why: 'The connection to {{service}} ended before the whole answer had arrived.',
      next: 'NotAfter asks again by itself. If it happens each time, a proxy or firewall on the way may cut connections.',
    },
    contentEncoding: {
      title: 'The answer is packed in an unknown way',
      why: '{{service}} sent a compressed answer that NotAfter had not asked for.',
      next: 'If a proxy stands between, check its settings; otherwise contact whoever runs the service.',
    },
    unaskedContinue: {
      title: 'The service sent “100 Continue” unasked',
      why: '{{service}}, or a proxy before it, answers “100 Continue” to a request that has no body. NotAfter can’t read the answer after it.',
      next: 'If a proxy stands between, check its settings; otherwise show this to whoever runs the service.',
    },
  },
  invalidMaterial: {
    pemMissing: {
      title: 'The {{part}} is not PEM text',
      why: 'What {{service}} gave as the {{part}} holds no PEM block.',
      next: 'Look at the order in the service’s console. What NotAfter knew before is kept.',
    },
    chainMissing: {
      title: 'There is no chain',
      why: 'What {{service}} gave holds no chain of certificates, so a chain file can’t be written.',
      next: 'Export without the chain file, or ask whoever runs the service for the chain.',
    },
    pemTruncated: {
      title: 'The {{part}} is cut off',
      why: 'A PEM block in the {{part}} begins but never ends.',
      next: 'Sync again. If it stays so, look at the order in the service’s console. What NotAfter knew before is kept.',
    },
    keyInPlaceOfCertificate: {
      title: 'A private key came in place of a certificate',
      why: '{{service}} gave a private key where the {{part}} belongs. NotAfter dropped it at once.',
      next: 'Tell whoever runs the service: private keys must not be given out there.',
    },
    certificateInPlaceOfKey: {
      title: 'A certificate came in place of the private key',
      why: '{{service}} gave a certificate where the private key belongs.',
      next: 'Look at the order in the service’s console. What NotAfter knew before is kept.',
    },
    unreadable: {
      title: 'The {{part}} can’t be read',
      why: 'It has the form of PEM, but what it holds is damaged or of an unknown kind.',
      next: 'Look at the order in the service’s console. What NotAfter knew before is kept.',
    },
    notDated: {
      title: 'The {{part}} has no readable dates',
      why: 'A certificate in it says when it is valid in a form that RFC 5280 does not allow. OpenSSL and browsers refuse it, and NotAfter can’t tell when it expires.',
      next: 'Have the certificate issued again. What NotAfter knew before is kept.',
    },
    encryptedKey: {
      title: 'The private key is encrypted',
      why: 'The key that {{service}} gave is protected by a passphrase, so it can’t be checked against its certificate.',
      next: 'Have the order’s key issued without a passphrase in the service’s console.',
    },
    keyMismatch: {
      title: 'The private key doesn’t belong to the certificate',
      why: 'The key and the certificate that {{service}} gave don’t form a pair. A server would refuse to start with them.',
      next: 'Sync again in a few minutes, in case a renewal is under way. If it stays so, look at the order in the service’s console.',
    },
    leafMissing: {
      title: 'The server certificate is missing',
      why: 'None of the certificates that {{service}} gave is one for a server: all are certificates of authorities.',
      next: 'Look at the order in the service’s console. What NotAfter knew before is kept.',
    },
    partsDisagree: {
      title: 'The parts don’t belong together',
      why: 'The full chain, the server certificate and the chain that {{service}} gave don’t hold the same certificates.',
      next: 'Sync again in a few minutes, in case a renewal is under way. If it stays so, look at the order in the service’s console.',
    },
    tooManyCertificates: {
      title: 'The chain holds too many certificates',
      why: '{{service}} gave far more certificates than a chain can need.',
      next: 'Check the base URL and the rid: this may be a list of authorities, not an order.',
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
      title: 'The host was not found',
      why: 'No address is known for {{service}} ({{code}}).',
      next: 'Check the spelling of the base URL. If the name exists only inside your company, connect to its network or VPN.',
    },
    refused: {
      title: 'The connection was refused',
      why: 'The machine behind {{service}} is there, but nothing accepts connections on this port ({{code}}).',
      next: 'Check the port in the base URL, and whether the service is running.',
    },
    reset: {
      title: 'The connection was broken off',
      why: '{{service}}, or something on the way, closed the connection ({{code}}).',
      next: 'NotAfter tries again by itself. If it lasts, ask whether a firewall or proxy blocks this address.',
    },
    unreachable: {
      title: 'The service can’t be reached',
      why: 'There is no way from this computer to {{service}} ({{code}}).',
      next: 'Check the network, and the VPN if the service is inside your company.',
    },
    proxy: {
      title: 'The proxy didn’t let the request through',
      why: 'The system is set to use a proxy, and it refused or failed to connect to {{service}} ({{code}}).',
      next: 'Check the proxy in the system’s network settings, and whether it allows this address.',
    },
    other: {
      title: 'The connection failed',
      why: 'The network reported a fault on the way to {{service}} ({{code}}).',
      next: 'NotAfter tries again by itself. If it lasts, check the network and the base URL.',
    },
  },
  tls: {
    notTrusted: {
      title: 'The service’s certificate is not trusted',
      why: 'The certificate of {{service}} isn’t signed by an authority that this computer trusts ({{code}}).',
      next: 'If your company runs its own certificate authority, choose its CA file in the connection. Otherwise don’t go on: someone may be listening in.',
    },
    selfSigned: {
      title: 'The service’s certificate is self-signed',
      why: '{{service}} vouches for itself: no authority signed its certificate ({{code}}).',
      next: 'If this is your own service, choose its certificate as CA file in the connection. Otherwise don’t go on: someone may be listening in.',
    },
    expired: {
      title: 'The service’s own certificate has expired',
      why: 'The certificate that {{service}} presents for itself is no longer valid ({{code}}).',
      next: 'Check the clock of this computer. If it is right, tell whoever runs the service.',
    },
    notYetValid: {
      title: 'The service’s own certificate is not valid yet',
      why: 'The certificate that {{service}} presents for itself begins in the future ({{code}}).',
      next: 'Check the clock of this computer. If it is right, tell whoever runs the service.',
    },
    wrongHost: {
      title: 'The certificate belongs to another name',
      why: 'The certificate that {{service}} presents isn’t made out for this name ({{code}}).',
      next: 'Check the spelling of the base URL. If it is right, don’t go on: another machine may be answering.',
    },
    protocol: {
      title: 'No secure connection could be agreed on',
      why: '{{service}} doesn’t speak TLS on this port, or only versions that are too old, or it wants a client certificate ({{code}}).',
      next: 'Check the port in the base URL, and that the service offers TLS 1.2 or newer.',
    },
    clientCertificate: {
      title: 'The service wants a client certificate',
      why: '{{service}}, or a proxy before it, only lets in programs that present a certificate of their own ({{code}}). NotAfter has none to present: the Open API uses an access token.',
      next: 'Check the base URL: the Open API may have another address. Otherwise ask whoever runs the service to let its paths in without a client certificate.',
    },
    other: {
      title: 'The secure connection failed',
      why: 'TLS with {{service}} could not be set up ({{code}}).',
      next: 'If it lasts, show this code to whoever runs the service or your network.',
    },
  },
  timeout: {
    connect: {
      title: 'The service doesn’t answer',
      why: 'No connection to {{service}} came about in time.',
      next: 'Check the base URL and its port, and the VPN if the service is inside your company.',
    },
    headers: {
      title: 'The service takes too long',
      why: '{{service}} accepted the connection but began no answer in time.',
      next: 'NotAfter asks again by itself. If it lasts, contact whoever runs the service.',
    },
    total: {
      title: 'The answer takes too long',
      why: 'The answer of {{service}} was not complete in time.',
      next: 'NotAfter asks again by itself. If it lasts, check how fast the network is.',
    },
  },
  offline: {
    title: 'This computer is offline',
    why: 'There is no network connection.',
    next: 'NotAfter asks again as soon as the network is back.',
  },
  tokenMissing: {
    title: 'There is no access token',
    why: 'The token of this connection isn’t stored on this computer, so NotAfter can’t ask the service.',
    next: 'Open the connection and enter its access token.',
  },
  keychainLocked: {
    title: 'The keychain is locked',
    why: 'Access tokens are kept in the system’s keychain, and it is locked at the moment.',
    next: 'Unlock the keychain, then try again.',
    nextLinux:
      'Unlock your keyring: open “Passwords and Keys” (Seahorse) or KWallet and unlock the login keyring, or sign out and in again. Then try again.',
    nextMac: 'Open Keychain Access, unlock the “login” keychain, then try again.',
    nextWindows: 'Sign out of Windows and in again, then try again.',
  },
  keychainDenied: {
    title: 'The keychain refused access',
    why: 'NotAfter asked for the access token, and the request was declined or isn’t allowed.',
    next: 'Try again and allow access when the system asks.',
  },
  keychainTimedOut: {
    title: 'The keychain doesn’t answer',
    why: 'The system’s keychain gave no answer in time. It may be waiting behind a window that asks for your password.',
    next: 'Look for such a window and answer it, then try again.',
  },
  keychainUnavailable: {
    title: 'There is no usable keychain',
    why: 'NotAfter keeps access tokens in the system’s keychain only, and found none that works.',
    next: 'Set up the system’s keychain, then try again.',
    nextLinux:
      'Install and start a Secret Service: gnome-keyring, KWallet (KDE), or KeePassXC with Secret Service Integration switched on, together with the libsecret library. Then try again.',
    nextMac:
      'Open Keychain Access and check that the “login” keychain exists and is unlocked, then try again.',
    nextWindows: 'Check in the Services panel that “Credential Manager” is running, then try again.',
  },
  secretMissing: {
    title: 'A signing secret is missing',
    why: 'The keychain no longer holds the signing secret of this WebHook, so its deliveries can’t be checked and are refused.',
    next: 'Add the secret to the WebHook again, then remove the one that is missing.',
  },
  vaultKey: {
    missing: {
      title: 'The vault key is missing',
      why: 'The private keys of deliveries are stored encrypted, and the keychain no longer holds the key that opens them.',
      next: 'If you have a backup of the keychain, restore it and try again. Otherwise start with a new vault key: the private keys stored so far are given up then.',
    },
    wrong: {
      title: 'The vault key doesn’t fit',
      why: 'The private keys of deliveries are stored encrypted, and the key in the keychain isn’t the one that opens them.',
      next: 'If you have a backup of the keychain, restore it and try again. Otherwise start with a new vault key: the private keys stored so far are given up then.',
    },
  },
  keyGone: {
    title: 'The private key is no longer here',
    why: 'A delivered private key is removed once it was exported, when its time is over, or when it could not be stored beyond a restart.',
    next: 'Export without the private key, or have the service deliver the certificate again.',
  },
  pkcs12: {
    wrongPassphrase: {
      title: 'The passphrase doesn’t open the file',
      why: 'The PKCS#12 file was made with another passphrase, or was changed since.',
      next: 'Enter the passphrase again. If it is lost, export the file anew with another one.',
    },
    damaged: {
      title: 'The PKCS#12 file can’t be read',
      why: 'It is damaged, incomplete, or of a kind that NotAfter doesn’t read.',
      next: 'Export the file anew.',
    },
    keyKindNotSupported: {
      title: 'This kind of key doesn’t fit the PKCS#12 file',
      why: 'The programs for which this form of the file is meant don’t know keys of this kind, such as Ed25519 in the compatible form.',
      next: 'Choose the modern form or PEM files, or have an RSA or ECDSA certificate issued.',
    },
    differs: {
      title: 'The PKCS#12 file isn’t what it should be',
      why: 'It was opened again after writing, and its key or certificates are not those that were to be written.',
      next: 'Check the disk, and whether another program changes files in this folder, then export again.',
    },
  },
  invalidInput: {
    title: {
      name: 'This name can’t be used',
      baseUrl: 'This base URL can’t be used',
      token: 'This token can’t be used',
      rid: 'This rid can’t be used',
      alias: 'This alias can’t be used',
      caFile: 'This CA file can’t be used',
      settings: 'These settings can’t be used',
      arguments: 'This input can’t be used',
      path: 'This path can’t be used',
      secret: 'This signing secret can’t be used',
      address: 'This address can’t be listened at',
      port: 'This port can’t be used',
      tlsFile: 'These TLS files can’t be used',
      allowedHosts: 'One of these host names can’t be used',
      sourceAddresses: 'One of these sender addresses can’t be used',
      trustedProxies: 'One of these proxy addresses can’t be used',
      publicUrl: 'This public address can’t be used',
      passphrase: 'This passphrase can’t be used',
      presetName: 'This name of a preset can’t be used',
      presetFolder: 'This folder can’t be used',
      presetFileName: 'One of these file names can’t be used',
      presetFile: 'One of these files can’t be written so',
      command: 'This command can’t be used',
      endpoint: 'This endpoint can’t be used',
      serverName: 'This server name can’t be used',
    },
    why: {
      empty: 'Nothing was entered.',
      tooLong: 'It is too long.',
      notAUrl: 'It isn’t a web address.',
      httpsOnly: 'It must begin with https://. Only addresses of this computer itself may use http://.',
      credentialsInUrl: 'It contains a user name or a password.',
      queryInUrl: 'It contains a query (after “?”) or a fragment (after “#”).',
      controlCharacters: 'It contains characters that can’t be seen, such as line breaks.',
      notHeaderSafe: 'It contains spaces or characters that a token can’t have.',
      notACertificate: 'It holds no certificate in PEM form.',
      outOfRange: 'A value lies outside its allowed range.',
      alreadyExists: 'Another one like it already exists.',
      unknownConnection: 'Its connection no longer exists.',
      notAnAddress: 'It isn’t an IP address.',
      notAHost: 'It isn’t the name of a host.',
      keyMismatch: 'The certificate and the private key don’t belong together.',
      tooShort: 'It is too short.',
      tooMany: 'There are too many.',
      malformed: 'It doesn’t have the expected form.',
      beyondBmp: 'It contains characters, such as emoji, that not every program can read in it.',
      notAscii:
        'It contains characters beyond the plain Latin letters, digits and signs of ASCII, and Java can’t open a keystore with those.',
      notAFileName: 'It isn’t a name that a file can have on every system.',
      unknownVariable: 'It contains braces around something that isn’t a variable.',
      sameForAllOrders:
        'Every order would have the same name, and the files of one would replace those of another.',
      readableByAll: 'It holds a private key, and everybody on this computer could read it.',
      partsMissing: 'Parts are missing without which it is of no use.',
      notAProgram: 'There is no program of that name here, or it may not be run.',
      unclosedQuote: 'A quotation mark is not closed.',
      needsAShell: 'It is a script that only a shell can run, and commands are run without one.',
      wildcard: 'A wildcard stands for many names, and one of them is needed here.',
    },
    next: {
      name: 'Enter a short name that tells it from the others.',
      baseUrl: 'Enter the address as https://host, with a port or path where the service has one.',
      token: 'Copy the token in the service’s console, whole and without spaces.',
      rid: 'Copy the rid of the order in the service’s console.',
      alias: 'Enter a shorter name, or leave it empty.',
      caFile: 'Choose a PEM file with the certificate of the authority.',
      settings: 'Correct the marked value; the former settings stay in force.',
      arguments: 'Correct what you entered and try again.',
      path: 'Enter a path that begins with “/” and that no other WebHook has, or let NotAfter generate one.',
      secret: 'Copy the signing secret in the service’s console, whole, or let NotAfter make one.',
      address: 'Enter an IP address of this computer. 127.0.0.1 can be reached from this computer alone.',
      port: 'Enter a number from 1 to 65535; those below 1024 often need special rights.',
      tlsFile:
        'Choose a PEM file with the certificate and its chain, and one with its unencrypted private key.',
      allowedHosts: 'Enter names such as hooks.example.com, one to a line.',
      sourceAddresses:
        'Enter IP addresses such as 203.0.113.7 or ranges such as 203.0.113.0/24, one to a line.',
      trustedProxies:
        'Enter IP addresses such as 203.0.113.7 or ranges such as 203.0.113.0/24, one to a line.',
      publicUrl: 'Enter the address that you gave to the service, such as https://hooks.example.com.',
      passphrase: 'Enter a passphrase of up to 1,024 characters, or let NotAfter make one.',
      presetName: 'Enter a short name that no other preset has.',
      presetFolder:
        'Use small letters, digits, “.”, “-”, “_” and the variables {alias}, {rid}, {domain} and {notAfter}. It may be empty when every file name has {alias} or {rid} in it.',
      presetFileName:
        'Use small letters, digits, “.”, “-”, “_” and the variables {alias}, {rid}, {domain} and {notAfter}, and give every file a name of its own.',
      presetFile:
        'Choose at least one part; a PKCS#12 file needs the key and the certificate. A file with the key has the mode 600 or 640.',
      command: 'Give the full path of a program, and each of its arguments by itself.',
      endpoint:
        'Enter a name or an IP address, with a port where it isn’t the usual one, such as mail.example.com:587.',
      serverName: 'Enter the name that clients ask for, such as www.example.com, or leave it empty.',
    },
  },
  unknownId: {
    title: 'This is no longer there',
    why: 'What you chose was removed in the meantime.',
    next: 'Close this and choose from the present list.',
  },
  otherOrdersFile: {
    known: {
      title: '“{{name}}” belongs to “{{order}}”',
      why: 'It was exported for that order. NotAfter doesn’t replace the files of one order with those of another.',
      next: 'Choose another folder. To use this one, open that order first and choose “Forget this copy”.',
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
      why: 'The file or folder doesn’t exist, or no longer exists ({{code}}).',
      next: 'Choose it again.',
    },
    permission: {
      title: 'No permission for “{{name}}”',
      why: 'Your user account may not read or write there ({{code}}).',
      next: 'Choose a folder of your own, or have the permissions changed.',
    },
    noSpace: {
      title: 'The disk is full',
      why: 'There was no room left while writing “{{name}}” ({{code}}).',
      next: 'Free some space or choose another disk, then export again.',
    },
    readOnly: {
      title: 'The disk is read-only',
      why: '“{{name}}” lies on a disk that can’t be written to ({{code}}).',
      next: 'Choose a folder on another disk.',
    },
    nameTooLong: {
      title: 'The path is too long',
      why: 'The file system doesn’t take the path to “{{name}}” ({{code}}).',
      next: 'Choose a folder nearer to the top of the disk.',
    },
    notADirectory: {
      title: '“{{name}}” is not a folder',
      why: 'A file stands where a folder is needed ({{code}}).',
      next: 'Choose another folder, or move that file away.',
    },
    symlink: {
      title: '“{{name}}” is a symbolic link',
      why: 'NotAfter doesn’t write through symbolic links, because a key could end up where nobody expects it.',
      next: 'Choose the real folder, or remove the link.',
    },
    notRegular: {
      title: '“{{name}}” is not an ordinary file',
      why: 'A device, a pipe or a folder stands where a file is to be written.',
      next: 'Choose another folder, or move it away.',
    },
    outside: {
      title: '“{{name}}” lies outside the chosen folder',
      why: 'The path leads out of the folder that you chose, so nothing was written.',
      next: 'Choose another folder.',
    },
    writableByOthers: {
      title: 'Others can write to “{{name}}”',
      why: 'Other users of this computer could replace files in this folder, so no private key is written there.',
      next: 'Choose a folder that only you can write to.',
    },
    exists: {
      title: '“{{name}}” already exists',
      why: 'NotAfter doesn’t replace a file without being asked.',
      next: 'Choose to replace existing files, or choose another folder.',
    },
    modeNotKept: {
      title: '“{{name}}” can’t be protected',
      why: 'This file system doesn’t keep file permissions, so others could read a private key there.',
      next: 'Choose a folder on a disk of this computer.',
    },
    changed: {
      title: '“{{name}}” changed while NotAfter was writing',
      why: 'Another program changed the file or its folder at the same time, so nothing was replaced.',
      next: 'Close other programs that use this folder, then export again.',
    },
    other: {
      title: 'Writing “{{name}}” failed',
      why: 'The system reported a fault ({{code}}).',
      next: 'Try again, or choose another folder.',
    },
  },
  storage: {
    full: {
      title: 'The disk is full',
      why: 'NotAfter could not store what it learnt: its database has no room left.',
      next: 'Free some space. What was stored before is kept.',
    },
    readOnly: {
      title: 'The database can’t be written to',
      why: 'NotAfter’s data folder is read-only.',
      next: 'Give your user account write permission for it, then start NotAfter again.',
    },
    locked: {
      title: 'The database is in use',
      why: 'Another program holds NotAfter’s database open.',
      next: 'Close that program; a backup or sync tool may be one. Then try again.',
    },
    damaged: {
      title: 'The database is damaged',
      why: 'NotAfter’s database can’t be read in full.',
      next: 'Start NotAfter again: it offers to keep a copy and to begin anew.',
    },
    other: {
      title: 'Storing failed',
      why: 'NotAfter’s database reported a fault.',
      next: 'Try again. If it lasts, start NotAfter again.',
    },
  },
  loginStart: {
    notWritten: {
      title: 'Starting at login could not be changed',
      why: 'The entry “{{name}}” could not be changed ({{code}}).',
      next: 'Check the permissions of that file and its folder, and whether the disk is full, then try again.',
    },
    refused: {
      title: 'Starting at login could not be changed',
      why: 'The system did not take the change.',
      next: 'Look for NotAfter among the login items in the system’s settings, and allow it there.',
    },
  },
  consent: {
    declined: {
      title: 'Not confirmed',
      why: 'You said no in the confirmation box.',
      next: 'Nothing was changed. Try again if you want it after all.',
    },
    tooLong: {
      title: 'This is too long to be confirmed',
      why: 'NotAfter asks you to confirm this, and it does not fit into a box that can be read: 12 lines with 600 characters at most.',
      next: 'Make it shorter: choose a shorter path or name, or put a long command into a script.',
    },
    notFocused: {
      title: 'NotAfter’s window is not in front',
      why: 'This is done only while you are in the window.',
      next: 'Click into the window, then try again.',
    },
    otherQuestion: {
      title: 'Another question is open',
      why: 'NotAfter asks one question at a time.',
      next: 'Answer the box that is open, then try again.',
    },
  },
  tooOften: {
    title: 'Too often in a short time',
    why: 'NotAfter limits how often this can be done.',
    next: 'Wait a moment, then try again.',
    nextKnown: 'Try again in {{wait}}.',
  },
  busy: {
    title: 'NotAfter is busy with this already',
    why: 'The same work is still under way.',
    next: 'Wait until it has finished, then try again.',
  },
  cancelled: {
    title: 'Cancelled',
    why: 'The work was stopped before it had finished.',
    next: 'Start it again when you like.',
  },
} as const;
