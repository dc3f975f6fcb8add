/**
 * Every error that the user can see, as plain data that crosses processes and is stored as JSON. `detail`: short text from
 * outside (a system code, the service's message), cleaned of control characters and cut. It never contains a token, a key, a
 * header or a query string.
 */
export type AppError =
  // The service's answer
  | { readonly kind: 'unauthorized'; readonly status: number; readonly detail?: string }
  | { readonly kind: 'unknownRid'; readonly detail?: string }
  | { readonly kind: 'rateLimited'; readonly retryAfterMs: number | null; readonly detail?: string }
  | {
      readonly kind: 'serverError';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly detail?: string;
    }
  | { readonly kind: 'unexpectedStatus'; readonly status: number; readonly detail?: string }
  | { readonly kind: 'redirected'; readonly status: number; readonly location: string | null }
  | { readonly kind: 'tooLarge'; readonly limitBytes: number }
  | {
      readonly kind: 'invalidResponse';
      readonly reason: InvalidResponseReason;
      readonly detail: string | null;
    }
  | { readonly kind: 'invalidMaterial'; readonly reason: InvalidMaterialReason; readonly part: MaterialPart }
  // The way there
  | { readonly kind: 'network'; readonly reason: NetworkReason; readonly code: string }
  | { readonly kind: 'tls'; readonly reason: TlsReason; readonly code: string }
  | { readonly kind: 'timeout'; readonly phase: 'connect' | 'headers' | 'total' }
  | { readonly kind: 'offline' }
  // Secrets
  | { readonly kind: 'tokenMissing' }
  | { readonly kind: 'keychainLocked' }
  | { readonly kind: 'keychainDenied' }
  | { readonly kind: 'keychainTimedOut' }
  | { readonly kind: 'keychainUnavailable'; readonly detail: string }
  /** A signing secret that the keychain should hold is not there. */
  | { readonly kind: 'secretMissing' }
  /** The vault key is not there, or not the one that the stored keys were encrypted under. */
  | { readonly kind: 'vaultKey'; readonly reason: 'missing' | 'wrong' }
  /** The private key of a delivery is no longer here. */
  | { readonly kind: 'keyGone' }
  // PKCS#12
  | { readonly kind: 'pkcs12'; readonly reason: Pkcs12Reason }
  // The user's input
  | { readonly kind: 'invalidInput'; readonly field: InputField; readonly reason: InputReason }
  | { readonly kind: 'unknownId' }
  /**
   * A configuration file can't be used. `place`: where, as a path such as `orders[3].alias`, or as line and column, or what
   * the file has instead. `why`: what is wrong with the value, if it is known. `more`: further faults that were found.
   */
  | {
      readonly kind: 'configuration';
      readonly reason: ConfigurationReason;
      readonly place: string;
      readonly why: InputReason | null;
      readonly more: number;
    }
  // Disk
  | { readonly kind: 'fileSystem'; readonly reason: FileReason; readonly code: string; readonly name: string }
  /** The file is one that was exported for another order; `null`: that order was removed. */
  | { readonly kind: 'otherOrdersFile'; readonly name: string; readonly order: string | null }
  | {
      readonly kind: 'storage';
      readonly reason: StorageReason;
      readonly detail: string;
    }
  /** Files were written, and the database does not say so yet. `reason`: as of `storage`. */
  | { readonly kind: 'notRecorded'; readonly reason: StorageReason }
  /** Starting the app at login could not be changed. `name`: the entry's file, where there is one. */
  | {
      readonly kind: 'loginStart';
      readonly reason: 'notWritten' | 'refused';
      readonly name: string;
      readonly code: string;
    }
  /** The system does not give these keys to the app. It does not say why. */
  | { readonly kind: 'shortcut' }
  // Work
  /** The person did not agree in a native box, or was not asked. */
  | { readonly kind: 'consent'; readonly reason: ConsentReason }
  /** It was done too often just now. */
  | { readonly kind: 'tooOften'; readonly waitMs: number }
  | { readonly kind: 'busy' }
  | { readonly kind: 'cancelled' }
  /** A bug: the log says where. */
  | { readonly kind: 'internal' };

/** Why the database can’t be read or written. */
export type StorageReason = 'full' | 'readOnly' | 'locked' | 'damaged' | 'other';

export type AppErrorKind = AppError['kind'];

/** What went wrong with the system's keychain. */
export type KeychainError = Extract<AppError, { readonly kind: `keychain${string}` }>;

/** Whether an operation failed because of the keychain. */
export function isKeychainError(error: AppError | null): error is KeychainError {
  return error?.kind.startsWith('keychain') === true;
}

/** Whether the user declined: no error needs to be shown. */
export function isDeclined(error: AppError): boolean {
  return error.kind === 'consent' && error.reason === 'declined';
}

/** The five things that the Open API gives out, named as in the interface, section 2. */
export type MaterialPart = 'key' | 'certificate' | 'certificateServer' | 'certificateChain' | 'latest';

export type InvalidResponseReason =
  /** A web page where JSON or PEM was expected: a login page, a captive portal, another site. */
  | 'html'
  | 'notJson'
  /** A 200 whose body says that something failed, as `{code, msg}` envelopes do. */
  | 'errorEnvelope'
  /** JSON, but neither the body nor the downloads hold a certificate. */
  | 'noMaterial'
  | 'empty'
  | 'notText'
  /** The connection ended before the announced length. */
  | 'cutShort'
  | 'contentEncoding'
  /** "100 Continue", though nothing asked for it (RFC 9110, section 10.1.1). */
  | 'unaskedContinue'
  /** Far more around the content than content: interim answers, chunk extensions, pieces of a byte. */
  | 'excessData';

export type InvalidMaterialReason =
  | 'pemMissing'
  | 'pemTruncated'
  | 'keyInPlaceOfCertificate'
  | 'certificateInPlaceOfKey'
  | 'unreadable'
  /** Its validity is not written as X.509 certificates have it, so that nothing says when it expires. */
  | 'notDated'
  | 'encryptedKey'
  | 'keyMismatch'
  | 'leafMissing'
  | 'partsDisagree'
  | 'tooManyCertificates'
  /** A PKCS#7 or PKCS#12 file in the place of PEM. */
  | 'pkcs7'
  | 'pkcs12'
  /** A key of a kind that cannot be matched with its certificate here. */
  | 'keyNotSupported';

export type Pkcs12Reason =
  | 'wrongPassphrase'
  /** No PKCS#12 file, or no longer one, or one of a form that is not read here. */
  | 'damaged'
  /** The readers for which this form is meant do not know keys of this kind. */
  | 'keyKindNotSupported'
  /** A file that was written holds something else than what was meant. */
  | 'differs';

export type NetworkReason = 'hostNotFound' | 'refused' | 'reset' | 'unreachable' | 'proxy' | 'other';

export type TlsReason =
  | 'notTrusted'
  | 'selfSigned'
  | 'expired'
  | 'notYetValid'
  | 'wrongHost'
  | 'protocol'
  /** The server wants a certificate of the client. */
  | 'clientCertificate'
  | 'other';

export type ConfigurationReason =
  /** More than 8 MiB, or more lists, objects and values than are read. */
  | 'tooLarge'
  | 'notText'
  | 'notJson'
  | 'otherFormat'
  | 'otherVersion'
  | 'missing'
  | 'unknownKey'
  | 'badValue'
  | 'twice'
  /** An order names a connection that the file does not have. */
  | 'unknownConnection'
  /** A destination names a preset that is neither built in nor in the file. */
  | 'unknownPreset';

export type InputField =
  | 'name'
  | 'baseUrl'
  | 'consoleUrl'
  | 'token'
  | 'rid'
  | 'alias'
  | 'tags'
  | 'note'
  | 'caFile'
  | 'settings'
  | 'arguments'
  | 'path'
  | 'secret'
  | 'address'
  | 'port'
  | 'tlsFile'
  | 'allowedHosts'
  | 'sourceAddresses'
  | 'trustedProxies'
  | 'publicUrl'
  | 'passphrase'
  | 'presetName'
  | 'presetFolder'
  | 'presetFileName'
  | 'presetFile'
  | 'command'
  | 'endpoint'
  | 'serverName'
  | 'webhookUrl'
  | 'destination';

export type InputReason =
  | 'empty'
  | 'tooLong'
  | 'notAUrl'
  | 'httpsOnly'
  | 'notHttps'
  | 'credentialsInUrl'
  | 'queryInUrl'
  | 'controlCharacters'
  | 'notHeaderSafe'
  /** An access token in the place of a rid: a rid is in the addresses of requests. */
  | 'isToken'
  | 'notACertificate'
  /** A private key, and no certificate. */
  | 'keyInPlaceOfCertificate'
  /** A PKCS#12 file, where certificates alone are wanted. */
  | 'pkcs12'
  /** One of the certificates of a file cannot be read. */
  | 'damagedCertificate'
  /** Certificates of servers, where one of an authority is wanted. */
  | 'notAnAuthority'
  | 'outOfRange'
  | 'alreadyExists'
  | 'unknownConnection'
  | 'notAnAddress'
  | 'notAHost'
  | 'keyMismatch'
  | 'tooShort'
  | 'tooMany'
  | 'malformed'
  /** Characters that PKCS#12 has no place for: those beyond the Basic Multilingual Plane. */
  | 'beyondBmp'
  /** Not ASCII, where a program reads nothing else. */
  | 'notAscii'
  /** A text in another encoding than UTF-8 and UTF-16. */
  | 'notUtf8'
  /** A space at an end of a passphrase, which is easily left out. */
  | 'outerSpace'
  /** Not in the Unicode form NFC, as keyboards type it. */
  | 'notComposed'
  /** No name that a file can have on every system. */
  | 'notAFileName'
  /** Braces around something that is no variable. */
  | 'unknownVariable'
  /** Each order would have the same name. */
  | 'sameForAllOrders'
  /** A private key that everybody on this computer could read. */
  | 'readableByAll'
  /** Parts without which the file is of no use. */
  | 'partsMissing'
  | 'partsUnsuitable'
  /** No program of that name is on this computer, or none that may be run. */
  | 'notAProgram'
  /** A script that only a shell could run (`.bat`, `.cmd`). */
  | 'needsAShell'
  /** A quotation mark without its counterpart. */
  | 'unclosedQuote'
  /** A wildcard, where one name is meant. */
  | 'wildcard'
  /** Neither an absolute path on this system nor one below the home folder. */
  | 'notAFolder'
  /** A preset whose files only a user can write, who enters the passphrase. */
  | 'needsPassphrase';

export type ConsentReason =
  | 'declined'
  /** What is to be agreed to does not fit into a box. */
  | 'tooLong'
  /** The app's window was not in front. */
  | 'notFocused'
  /** Another box is open. */
  | 'otherQuestion';

export type FileReason =
  | 'notFound'
  | 'permission'
  | 'noSpace'
  | 'readOnly'
  | 'nameTooLong'
  | 'notADirectory'
  | 'symlink'
  /** A symbolic link of another user is on the path. */
  | 'foreignLink'
  | 'notRegular'
  | 'outside'
  | 'writableByOthers'
  | 'exists'
  | 'modeNotKept'
  | 'changed'
  | 'other';
