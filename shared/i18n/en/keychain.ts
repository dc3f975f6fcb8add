/** The keychain when it is not ready: the banner and the consent. */
export const keychain = {
  /** It may be asking a person, in its own window. */
  waiting: {
    title: 'The keychain waits for your answer',
    text: 'It may be asking in another window. NotAfter waits for two minutes, then works without your tokens.',
    stop: 'Stop waiting',
  },
  /** Reads the keychain again; the system asks for its password where it is locked. */
  retry: {
    keychainLocked: 'Unlock keychain',
    keychainDenied: 'Try again',
    keychainTimedOut: 'Try again',
    keychainUnavailable: 'Try again',
  },
  help: 'How to set it up',
  keepInMemory: 'Keep in memory until NotAfter quits',
  useMemory: 'Keep tokens in memory',
  memoryExplained: 'Nothing is saved to disk. You enter it again after a restart.',
  memoryActive: 'Tokens and secrets are kept in memory until NotAfter quits',
  memoryHint: {
    keychainLocked: 'The keychain is locked. You enter them again after a restart, unless you unlock it.',
    keychainDenied: 'NotAfter has no access to the keychain. You enter them again after a restart.',
    keychainTimedOut: 'The keychain does not answer. You enter them again after a restart.',
    keychainUnavailable: 'There is no usable keychain. You enter them again after a restart.',
  },
  endConsent: 'Forget now',
} as const;
