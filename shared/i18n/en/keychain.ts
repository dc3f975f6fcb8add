/** The keychain when it is not ready: the banner and the consent. */
export const keychain = {
  tryAgain: 'Try again',
  help: 'How to set it up',
  keepInMemory: 'Keep it in memory until NotAfter quits',
  useMemory: 'Keep tokens in memory',
  memoryExplained:
    'What you entered is then never written anywhere. After the next start of NotAfter you enter it again.',
  memoryActive: 'Tokens and secrets are kept in memory until NotAfter quits',
  memoryActiveHint: 'There is no usable keychain. After the next start they must be entered again.',
  endConsent: 'Stop keeping them',
} as const;
